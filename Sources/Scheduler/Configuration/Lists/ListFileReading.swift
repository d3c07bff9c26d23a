import SchedulerDiagnostics

extension ConfigurationDraft {
  /// Reads the list files that sets name into their drafts. Problems are reported at their lines.
  ///
  /// - Parameter sources: the files of the configuration. List files with problems are added.
  mutating func readLists(from lists: (any ListFileSource)?, sources: inout SourceMap, reading: inout Reading) {
    guard sets.drafts.contains(where: { !$0.listPaths.isEmpty }) else { return }
    var collection = ListFileCollection(lists: lists, room: ConfigurationLimits.domains - writtenDomainCount)
    sets.modifyEach { set in
      for path in set.listPaths {
        set.listedDomains += collection.domains(at: path, sources: &sources, reading: &reading)
      }
    }
    listFiles = collection.names
  }

  /// The number of domains in the files of the configuration themselves.
  var writtenDomainCount: Int {
    sets.drafts.reduce(0) { $0 + $1.domains.count }
      + profiles.drafts.reduce(0) { $0 + $1.block.domains.listed.count + $1.allow.domains.count }
  }
}

/// The list files read so far.
private struct ListFileCollection {
  let lists: (any ListFileSource)?
  /// The number of further domains allowed; negative once exceeding it was reported.
  private var room: Int
  /// The domains of each file. Sets may share a file, whose problems are reported once.
  private var known: [(name: String, domains: [DomainName])] = []

  init(lists: (any ListFileSource)?, room: Int) {
    self.lists = lists
    self.room = room
  }

  var names: [String] { known.map(\.name) }

  /// Returns the domains of the file at a path. Reports an unusable file and returns none.
  mutating func domains(
    at path: Located<String>, sources: inout SourceMap, reading: inout Reading
  ) -> [DomainName] {
    guard room >= 0, let text = text(at: path, in: sources, reading: &reading) else { return [] }
    let domains =
      known.first { $0.name == text.name }?.domains
      ?? read(text, namedAt: path.span, sources: &sources, reading: &reading)
    room -= domains.count
    if room < 0 { reading.report(.tooManyListed(text.name, at: path.span)) }
    return domains
  }

  private mutating func read(
    _ text: SourceText, namedAt path: SourceSpan, sources: inout SourceMap, reading: inout Reading
  ) -> [DomainName] {
    if let zero = text.bytes.firstIndex(of: 0) {
      known.append((text.name, []))
      reading.report(.binaryList(text, at: zero, in: sources.add(text), namedAt: path))
      return []
    }
    let file = ListFile(parsing: text.bytes, limit: room)
    known.append((text.name, file.domains))
    if file.problemCount > 0 { reading.report(file, in: sources.add(text), named: text.name) }
    return file.domains
  }

  private func text(at path: Located<String>, in sources: SourceMap, reading: inout Reading) -> SourceText? {
    guard let lists else {
      reading.report(.noListSource(path.value, at: path.span))
      return nil
    }
    do throws(ListFileError) {
      let text = try lists.listFile(path.value, namedIn: sources[path.span.source].name)
      guard text.bytes.count <= ConfigurationLimits.listFileBytes else { throw .tooLarge(path: text.name) }
      return text
    } catch {
      reading.report(.unusableList(error, at: path.span))
    }
    return nil
  }
}

extension Reading {
  /// Reports the problems of a list file.
  fileprivate mutating func report(_ file: ListFile, in source: SourceID, named name: String) {
    func span(_ problem: TextProblem) -> SourceSpan {
      SourceSpan(source: source, bytes: ByteSpan(lower: problem.range.lowerBound, upper: problem.range.upperBound))
    }
    for problem in file.problems {
      report(Diagnostic(.error, code: problem.code, message: problem.message, at: span(problem), help: problem.help))
    }
    let more = file.problemCount - file.problems.count
    if more > 0, let last = file.problems.last { report(.moreInvalidLines(more, name: name, at: span(last))) }
  }
}

extension ListFilePath {
  /// Returns a path that is valid for `domains-file`.
  static func checked(_ text: String) throws(TextProblem) -> String {
    if !text.isEmpty, !text.utf8.contains(0) { return text }
    let message = text.isEmpty ? "the path of a list file is empty" : "a path cannot hold a NUL"
    throw TextProblem(code: .unreadableList, range: 0..<text.utf8.count, message: message)
  }
}

/// A source of the list files that sets name in `domains-file`.
public protocol ListFileSource: Sendable {
  /// Returns a list file with all its bytes, under the name that messages use for it.
  ///
  /// - Parameters:
  ///   - path: the path in the configuration, neither empty nor with a NUL.
  ///   - configuration: the name of the configuration text. A relative path is relative to its directory.
  /// - Throws: the reason why the file cannot be used.
  func listFile(_ path: String, namedIn configuration: String) throws(ListFileError) -> SourceText
}

extension ListFileSource {
  /// Returns a list file that is read again, or nil if it cannot be read any more.
  func listFileIfReadable(_ path: String, namedIn configuration: String) -> SourceText? {
    do throws(ListFileError) { return try listFile(path, namedIn: configuration) } catch { return nil }
  }
}

/// The reason why a list file cannot be used.
public enum ListFileError: Error, Hashable, Sendable {
  /// The file cannot be read, for a reason such as `no such file`.
  case unreadable(path: String, reason: String)
  /// The file is larger than `ConfigurationLimits.listFileBytes`.
  case tooLarge(path: String)
  /// Users other than root can change the file; the message and its corrections.
  case writableByOthers(message: String, help: [String])
}

/// Resolves the paths of list files.
public enum ListFilePath {
  /// Returns the path that `path` denotes in a file: `path` itself if it is absolute, else relative to the directory of
  /// `file`. For a name without a slash that is the current directory.
  ///
  /// ```swift
  /// ListFilePath.resolve("lists/feeds.txt", from: "/etc/schedctl/config.toml")  // "/etc/schedctl/lists/feeds.txt"
  /// ```
  public static func resolve(_ path: String, from file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(file[...slash]) + path
  }
}
