import SchedulerDiagnostics

/// The keys of a hook while they are read.
struct HookDraft: TableDraft {
  var events: [EventName]?
  var activities = ActivitySelection.standard
  var command: [Located<String>]?

  func finished(at span: SourceSpan, _ reading: inout Reading) -> Hook? {
    guard let events, let command, let program = command.first else { return nil }
    for word in command.dropFirst() {
      for name in Hook.names(in: word.value) where !Hook.placeholders.contains(name) {
        reading.report(.unknownPlaceholder(name, at: word.span))
      }
    }
    let isRelative = !program.value.hasPrefix("/")
    let hasNames = !Hook.names(in: program.value).isEmpty
    if isRelative { reading.report(.relativeProgram(program)) }
    if hasNames { reading.report(.placeholderInProgram(program)) }
    guard !isRelative, !hasNames else { return nil }
    reading.programs.append(HookProgram(path: program.value, span: program.span))
    return Hook(on: events, of: activities, command: command.map(\.value))
  }
}

extension TableSchema where Draft == HookDraft {
  /// `[[hook]]`
  static var hook: Self {
    TableSchema(name: "a hook") {
      KeyRow(
        "on", into: \.events, value: .nonEmpty(.list("a list of events", of: .choice("event")), of: "an event"),
        summary: "Events on which it is run", required: "[\"intervalDidStart\"]")
      KeyRow(
        "activities", into: \.activities, value: .activities,
        summary: "Activities whose intervals and phases are meant, by kind, or all of them; other events always come",
        default: "schedules, strategies and registered kinds")
      KeyRow(
        "run", into: \.command, value: .commandLine(of: "run"),
        summary: "The program, by its whole path, and its arguments; {event}, {profile} and others are replaced",
        required: "[\"/usr/bin/logger\", \"{event} {profile}\"]")
    }
  }
}

extension ValueReader where Output == ActivitySelection {
  /// `"all"`, or a list of kinds of activities.
  fileprivate static var activities: Self {
    let expectation = "\"all\" or a list of kinds of activities"
    let list = ValueReader<[Located<String>]>.nonEmpty(
      .list(expectation, of: .located(.string)), of: "a kind of activity")
    let shape = { ValueShape.anyOf([.choice(["all"]), list.shape()]) }
    return ValueReader(expectation: expectation, shape: shape) { value, reading in
      if value.string == "all" { return .all }
      guard let kinds = list.read(value, &reading) else { return nil }
      if kinds.contains(where: { $0.value == "all" }) { return .all }
      for kind in kinds where !ActivitySelection.knownKinds.contains(kind.value) {
        reading.report(.unknownKind(kind))
      }
      return .kinds(Set(kinds.map(\.value)))
    }
  }
}

extension ValueReader where Output == [Located<String>] {
  /// The absolute path of a program and its arguments, the value of a key.
  static func commandLine(of key: String) -> Self {
    let words = nonEmpty(.list("a list of a program and its arguments", of: .located(.string)), of: "a program")
    let program = ValueShape.string(pattern: "/[\\s\\S]*", example: "/usr/bin/logger")
    let shape = { ValueShape.sequence(first: program, rest: .string(pattern: nil, example: nil)) }
    return ValueReader(expectation: words.expectation, shape: shape) { value, reading in
      guard let line = value.string else { return words.read(value, &reading) }
      reading.report(
        .wrongType(
          value, expected: words.expectation, help: ["write \(key) = \(list(for: line, reading.installedPrograms))"]))
      return nil
    }
  }

  /// Returns the list for a command line in one string: its words, with the whole path of the program if it is found.
  private static func list(for line: String, _ programs: (any ProgramSource)?) -> String {
    var words = CommandLineWords.split(line)
    guard let name = words.first else { return "[\"/usr/bin/logger\", \"{event}\"]" }
    let isPath = name.hasPrefix("/")
    let path = isPath ? name : programs?.path(of: name)
    words[0] = path ?? "/path/to/\(name.split(separator: "/").last ?? "program")"
    let list = words.map { "\"\($0.escapedForTOML)\"" }.joined(separator: ", ")
    return "[\(list)]" + (path == nil ? ", with the whole path of the program" : "")
  }
}

extension DiagnosticCode {
  /// The program of a hook cannot be run, or root cannot determine who can change it.
  public static let unusableProgram = DiagnosticCode("unusable-program")
  static let unknownKind = DiagnosticCode("unknown-kind")
  static let unknownPlaceholder = DiagnosticCode("unknown-placeholder")
}

extension Diagnostic {
  static func relativeProgram(_ program: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, code: .relativePath, message: "'\(program.value)' is not the whole path of a program", at: program.span,
      help: ["programs are run without a shell and without PATH: write \"/usr/bin/logger\", for instance"])
  }

  fileprivate static func placeholderInProgram(_ program: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, code: .unknownPlaceholder,
      message: "the program is run as it is written; names are replaced in its arguments only", at: program.span)
  }

  /// A program that uses the library may register more kinds, so this is a warning.
  fileprivate static func unknownKind(_ kind: Located<String>) -> Diagnostic {
    let known = ActivitySelection.knownKinds
    let nearest = NearestName.nearest(to: kind.value, among: known)
    return Diagnostic(
      .warning, code: .unknownKind, message: "schedctl delivers no activities of the kind '\(kind.value)'",
      at: kind.span,
      help: [
        nearest.map { "did you mean '\($0)'?" } ?? "it delivers \(known.joined(separator: ", "))"
      ])
  }

  fileprivate static func unknownPlaceholder(_ name: String, at span: SourceSpan) -> Diagnostic {
    let nearest = NearestName.nearest(to: name, among: Hook.placeholders)
    return Diagnostic(
      .error, code: .unknownPlaceholder, message: "nothing is put in place of '{\(name)}'", at: span,
      help: [
        nearest.map { "did you mean '{\($0)}'?" }
          ?? "known are \(Hook.placeholders.map { "{\($0)}" }.joined(separator: ", "))"
      ])
  }
}

/// The words of a command line, without expansions.
private enum CommandLineWords {
  /// Splits a line at blanks outside quotes, and removes the quotes.
  static func split(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      if character == quote {
        quote = nil
      } else if quote == nil, character == "\"" || character == "'" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " || character == "\t" || character == "\n" {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words + (word.map { [$0] } ?? [])
  }
}

extension String {
  /// The text with backslashes and quotes escaped as in a TOML string.
  fileprivate var escapedForTOML: String {
    map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
  }
}

/// The programs of a machine. Suggestions name their paths.
public protocol ProgramSource {
  /// Returns the absolute path of the program that a shell runs for a name; nil if there is none.
  func path(of name: String) -> String?
}

/// The program of a hook, and its place in the configuration.
public struct HookProgram: Hashable, Sendable {
  /// The absolute path.
  public let path: String
  /// The place of the first word of the hook's `run`.
  public let span: SourceSpan
}
