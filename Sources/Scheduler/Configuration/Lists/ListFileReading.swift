import SchedulerDiagnostics

extension ConfigurationDraft {
  /// Reads the list files that sets name into their drafts. Problems are reported at their lines.
  ///
  /// - Parameter sources: the files of the configuration. List files with problems are added.
  mutating func readLists(from lists: (any ListFileSource)?, _ sources: inout SourceMap, _ reading: inout Reading) {
    guard sets.drafts.contains(where: { !$0.listPaths.isEmpty }) else { return }
    var collection = ListFileCollection(lists: lists, room: ConfigurationLimits.domains - writtenDomainCount)
    sets.modifyEach { set in
      for path in set.listPaths { set.listedDomains += collection.domains(at: path, &sources, &reading) }
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
    at path: Located<String>, _ sources: inout SourceMap, _ reading: inout Reading
  ) -> [DomainName] {
    guard room >= 0, let text = text(at: path, sources, &reading) else { return [] }
    let domains = known.first { $0.name == text.name }?.domains ?? read(text, namedAt: path.span, &sources, &reading)
    room -= domains.count
    if room < 0 { reading.report(.tooManyListed(text.name, at: path.span)) }
    return domains
  }

  private mutating func read(
    _ text: SourceText, namedAt path: SourceSpan, _ sources: inout SourceMap, _ reading: inout Reading
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

  private func text(at path: Located<String>, _ sources: SourceMap, _ reading: inout Reading) -> SourceText? {
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
      report(
        Diagnostic(
          .error, code: problem.code, message: problem.message, at: DiagnosticLabel(span(problem)), help: problem.help))
    }
    let more = file.problemCount - file.problems.count
    if more > 0, let last = file.problems.last { report(.moreInvalidLines(more, name, at: span(last))) }
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
