import Diagnostics

extension ConfigurationDraft {
  /// Reads the list files that sets name into their drafts; what is wrong in one is reported at its line.
  ///
  /// - Parameter sources: the files of the configuration; those of the lists that have something wrong are added.
  mutating func readLists(
    from lists: (any ListFileSource)?, _ sources: inout SourceMap, _ reading: inout Reading
  ) {
    guard sets.drafts.contains(where: { !$0.listPaths.isEmpty }) else { return }
    var left = ConfigurationLimits.domains - writtenDomainCount
    sets.modifyEach { set in
      for path in set.listPaths where left >= 0 {
        guard let lists else {
          reading.report(.noListSource(path.value, at: path.span))
          continue
        }
        guard let text = reading.listFile(path, from: lists, sources) else { continue }
        listFiles.append(text.name)
        let file = ListFile(parsing: text.bytes, limit: max(0, left))
        left -= file.domains.count
        if left < 0 { reading.report(.tooManyListed(text.name, at: path.span)) }
        if file.problemCount > 0 { reading.report(file, in: sources.add(text), named: text.name) }
        set.listedDomains += file.domains
      }
    }
  }

  /// How many domains the files of the configuration themselves name.
  var writtenDomainCount: Int {
    sets.drafts.reduce(0) { $0 + $1.domains.count }
      + profiles.drafts.reduce(0) { $0 + $1.block.domains.listed.count + $1.allow.domains.count }
  }
}

extension Reading {
  /// The text of a list file; nil when it was reported that it cannot be used.
  fileprivate mutating func listFile(
    _ path: Located<String>, from lists: any ListFileSource, _ sources: SourceMap
  ) -> SourceText? {
    do throws(ListFileError) {
      let text = try lists.listFile(path.value, namedIn: sources[path.span.source].name)
      guard text.bytes.count <= ConfigurationLimits.listFileBytes else { throw .tooLarge(path: text.name) }
      guard !text.bytes.contains(0) else {
        report(.binaryList(text.name, at: path.span))
        return nil
      }
      return text
    } catch {
      report(.unusableList(error, at: path.span))
      return nil
    }
  }

  /// Reports what is wrong in a list file.
  fileprivate mutating func report(_ file: ListFile, in source: SourceID, named name: String) {
    func span(_ problem: TextProblem) -> SourceSpan {
      SourceSpan(source: source, bytes: ByteSpan(problem.range.lowerBound, problem.range.upperBound))
    }
    for problem in file.problems {
      report(Diagnostic(.error, problem.code, problem.message, at: DiagnosticLabel(span(problem)), help: problem.help))
    }
    let more = file.problemCount - file.problems.count
    if more > 0, let last = file.problems.last { report(.moreInvalidLines(more, name, at: span(last))) }
  }
}

extension ListFilePath {
  /// A path as `domains-file` takes it.
  static func checked(_ text: String) throws(TextProblem) -> String {
    if !text.isEmpty, !text.utf8.contains(0) { return text }
    let message = text.isEmpty ? "the path of a list file is empty" : "a path cannot hold a NUL"
    throw TextProblem(code: .unreadableList, range: 0..<text.utf8.count, message: message)
  }
}
