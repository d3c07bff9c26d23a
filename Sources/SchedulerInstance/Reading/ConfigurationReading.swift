import Scheduler
import SchedulerDiagnostics
import SchedulerPlatform

/// What the files of a configuration say, with everything that is wrong or remarkable about them.
public struct ConfigurationReading: Sendable {
  /// The configuration; nil when the files have errors.
  public let configuration: Configuration?
  /// The texts into which spans point, with the list files in which something is wrong.
  public let sources: SourceMap
  /// The names of the files for headings, without control characters.
  public let title: String
  /// The files in the order in which they are merged, without list files; empty when there are none.
  public let texts: [SourceText]
  /// The list files that were read.
  public let lists: [SourceText]
  /// The paths of all list files that the files name, with those that could not be read.
  public let listFiles: [String]
  /// Whether no files were found. Then `texts` has the fallback of the caller, if any.
  public let isFallback: Bool
  /// What was found while reading. What depends on the present is not in it; see `Configuration.findings(at:)`.
  public var diagnostics: DiagnosticList

  /// Whether the files have no errors.
  public var isValid: Bool { configuration != nil && !diagnostics.hasErrors }

  /// Whether no file says anything, not even in a comment. Editors and full disks leave such files for a moment.
  public var isBlank: Bool { texts.allSatisfy { $0.bytes.allSatisfy(\.isBlank) } }

  /// Whether an administrator consents to the shield by `authorized = true`. It counts only in files that nobody but root
  /// can change.
  public var isConsenting: Bool {
    configuration?.daemon.isAuthorized == true && texts.allSatisfy { Self.isOfRootAlone($0.name) }
  }

  /// Whether `authorized = true` stands in a file that others than root can change.
  public var isConsentingInVain: Bool { configuration?.daemon.isAuthorized == true && !isConsenting }

  private static func isOfRootAlone(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileExposure.first(onTheWayTo: path) == nil
    } catch {
      return false
    }
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { [0x09, 0x0A, 0x0D, 0x20].contains(self) }
}

extension Host {
  /// Reads a configuration. What is wrong with it is in the result, and in that case the result has no configuration.
  ///
  /// - Parameters:
  ///   - trust: what becomes of files that others than root can change, when root reads them.
  ///   - replacement: a text in the place of the file of its name.
  ///   - fallback: the text to use where there are no files; nil for none.
  ///   - isForState: whether all files have to be regular ones, which can be read again.
  /// - Throws: `inputOutput` for a file that cannot be read, `configuration` for one that is too large, and `noHome`.
  /// - Complexity: linear in the size of the files; users, groups and zones that they name are looked up.
  public func readConfiguration(
    _ choice: ConfigurationChoice, trust: TrustPolicy, replacing replacement: SourceText? = nil,
    fallback: SourceText? = nil, isForState: Bool = false
  ) throws(InstanceError) -> ConfigurationReading {
    let reaction = trust.reaction(isNamed: choice.isNamed, isRoot: isRoot)
    var reader = TextReader(reaction, isNamed: choice.isNamed && !isForState)
    let found = try texts(of: choice, by: &reader)
    var files = found?.texts ?? [fallback].compactMap(\.self)
    if let replacement, let index = files.firstIndex(where: { $0.name == replacement.name }) {
      files[index] = replacement
    }
    var sources = SourceMap()
    for text in files { _ = sources.add(text) }
    let lists = ListFiles(refusesExposed: reaction == .refuse, known: reader.exposed, accounts: accounts)
    var diagnostics = DiagnosticList()
    if reaction == .refuse {
      for file in reader.exposed { diagnostics.report(.exposed(file, as: .error, accounts: accounts)) }
    }
    let parsed = ParsedConfiguration(
      of: &sources, zones: zones, lists: lists, accounts: accounts, diagnostics: &diagnostics)
    judge(parsed, reaction: reaction, reader: &reader, diagnostics: &diagnostics)
    return ConfigurationReading(
      configuration: diagnostics.hasErrors ? nil : parsed.configuration, sources: sources,
      title: found?.title ?? fallback?.name ?? "", texts: files, lists: lists.read.texts,
      listFiles: parsed.listFiles, isFallback: found == nil, diagnostics: diagnostics)
  }

  /// Judges what a configuration names: the programs of its hooks, and who can change them and the list files, unless these
  /// were refused while they were read.
  private func judge(
    _ parsed: ParsedConfiguration, reaction: TrustPolicy.Reaction, reader: inout TextReader,
    diagnostics: inout DiagnosticList
  ) {
    let reported = reaction == .refuse ? reader.exposed.count : 0
    if reaction == .warn { reader.judge(readFiles: parsed.listFiles) }
    reader.judgePrograms(parsed.programs, diagnostics: &diagnostics)
    for file in reader.exposed[reported...] {
      diagnostics.report(.exposed(file, as: reaction == .refuse ? .error : .warning, accounts: accounts))
    }
  }

  /// The texts of a choice with their title; nil when there are none.
  private func texts(
    of choice: ConfigurationChoice, by reader: inout TextReader
  ) throws(InstanceError) -> (texts: [SourceText], title: String)? {
    if case .files(let paths) = choice {
      var texts: [SourceText] = []
      for path in paths { texts.append(try reader.read(path)) }
      let title = texts.reduce(into: "") { $0 += ($0.isEmpty ? "" : ", ") + $1.name }
      return (texts, PrintableText.printable(title))
    }
    for directory in try configurationDirectories(choice) {
      if let (texts, title) = try directory.read(by: &reader) { return (texts, PrintableText.printable(title)) }
    }
    return nil
  }
}
