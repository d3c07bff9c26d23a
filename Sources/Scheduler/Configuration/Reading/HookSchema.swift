import Diagnostics
import TOML

/// The keys of a hook while they are read.
struct HookDraft: TableDraft {
  var events: Located<[EventName]>?
  var command: Located<[Located<String>]>?

  func finished(at span: SourceSpan, _ reading: inout Reading) -> Hook? {
    guard let events, let command else { return nil }
    if events.value.isEmpty { reading.report(.emptyList("on", "an event", events.span)) }
    guard let program = command.value.first else {
      reading.report(.emptyList("run", "a program", command.span))
      return nil
    }
    if !program.value.hasPrefix("/") { reading.report(.relativeProgram(program)) }
    for word in command.value {
      for name in Hook.names(in: word.value) where !Hook.placeholders.contains(name) {
        reading.report(.unknownPlaceholder(name, word.span))
      }
    }
    return Hook(on: events.value, command: command.value.map(\.value))
  }
}

extension TableSchema where Draft == HookDraft {
  /// `[[hook]]`
  static var hook: Self {
    TableSchema(
      "a hook",
      [
        KeyRow(
          "on", .located(.list("a list of events", of: .choice("event"))), "Events on which it is run",
          required: "[\"intervalDidStart\"]"
        ) { $0.events = $1 },
        KeyRow(
          "run", .located(.list("a list of a program and its arguments", of: .located(.string))),
          "The program, by its whole path, and its arguments; {event}, {profile} and others are replaced",
          required: "[\"/usr/bin/logger\", \"{event} {profile}\"]"
        ) { $0.command = $1 },
      ])
  }
}

extension Hook {
  /// The names in braces in an argument: letters only, so that JSON in an argument stays as it is.
  static func names(in text: String) -> [String] {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap { piece in
      guard let end = piece.firstIndex(of: "}"), end != piece.startIndex else { return nil }
      return piece[..<end].utf8.allSatisfy(isASCIILetter) ? String(piece[..<end]) : nil
    }
  }
}

extension DiagnosticCode {
  static let emptyList = DiagnosticCode("empty-list")
  static let unknownPlaceholder = DiagnosticCode("unknown-placeholder")
}

extension Diagnostic {
  fileprivate static func emptyList(_ key: String, _ what: String, _ span: SourceSpan) -> Diagnostic {
    Diagnostic(.error, .emptyList, "'\(key)' is empty; it needs \(what)", at: DiagnosticLabel(span))
  }

  fileprivate static func relativeProgram(_ program: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, .relativePath, "'\(program.value)' is not the whole path of a program", at: DiagnosticLabel(program.span),
      help: ["hooks are run without a shell and without PATH: write \"/usr/bin/logger\", for instance"])
  }

  fileprivate static func unknownPlaceholder(_ name: String, _ span: SourceSpan) -> Diagnostic {
    let nearest = NearestName.nearest(to: name, among: Hook.placeholders)
    return Diagnostic(
      .error, .unknownPlaceholder, "nothing is put in place of '{\(name)}'", at: DiagnosticLabel(span),
      help: [
        nearest.map { "did you mean '{\($0)}'?" }
          ?? "known are \(Hook.placeholders.map { "{\($0)}" }.joined(separator: ", "))"
      ])
  }
}
