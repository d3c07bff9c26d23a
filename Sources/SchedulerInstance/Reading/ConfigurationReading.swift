/// The result of reading a configuration: its content, its texts and its diagnostics.
public struct ConfigurationReading: Sendable {
  /// The configuration, or nil if the files have errors.
  public let configuration: Configuration?
  /// The texts into which spans point, including list files with problems.
  public let sources: SourceMap
  /// The names of the files, for headings, without control characters.
  public let title: String
  /// The files in the order in which they are merged, without list files; empty if there are none.
  public let texts: [SourceText]
  /// The list files that were read.
  public let lists: [SourceText]
  /// The paths of all list files named in the files, including those that could not be read.
  public let listFiles: [String]
  /// Whether no files were found. In that case `texts` contains the caller's fallback, if any.
  public let isFallback: Bool
  /// The diagnostics of the files, except those that depend on the present; see `Configuration.findings(at:)`.
  public var diagnostics: DiagnosticList

  /// Whether the files have no errors.
  public var isValid: Bool { configuration != nil && !diagnostics.hasErrors }

  /// Whether no file contains any text, not even a comment. Editors and full disks leave such files for a moment.
  public var isBlank: Bool { texts.allSatisfy { $0.bytes.allSatisfy(\.isBlank) } }

  /// Whether an administrator consents to the shield with `authorized = true`. The setting counts only if all files can
  /// be changed only by root.
  public var isConsenting: Bool {
    configuration?.daemon.isAuthorized == true && texts.allSatisfy { Self.isOfRootAlone($0.name) }
  }

  /// Whether `authorized = true` is set, but users other than root can change a file.
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
  /// Reads a configuration. If there are errors, the result contains them and no configuration.
  ///
  /// - Parameters:
  ///   - trust: the policy for files that users other than root can change, if root reads them.
  ///   - replacement: a text that replaces the file of the same name.
  ///   - fallback: the text to use if there are no files; nil for none.
  ///   - isForState: whether all files must be regular, so that they can be read again.
  /// - Throws: `inputOutput` for a file that cannot be read, `configuration` for one that is too large, and `noHome`.
  /// - Complexity: linear in the size of the files. Users, groups and zones named in them are looked up.
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
    var lists = ListFiles(accounts: accounts)
    (lists.refusesExposed, lists.known) = (reaction == .refuse, reader.exposed)
    var diagnostics = DiagnosticList()
    if reaction == .refuse {
      for file in reader.exposed { diagnostics.report(.exposed(file, as: .error, accounts: accounts)) }
    }
    var accounts = accounts
    accounts.asksForOwnGroups = !isRoot && !files.contains { $0.name.hasPrefix(places.systemConfiguration + "/") }
    let parsed = ParsedConfiguration(
      of: &sources, zones: zones, lists: lists, accounts: accounts, programs: ProgramSearch(environment),
      diagnostics: &diagnostics)
    judge(parsed, reaction: reaction, reader: &reader, diagnostics: &diagnostics)
    return ConfigurationReading(
      configuration: diagnostics.hasErrors ? nil : parsed.configuration, sources: sources,
      title: found?.title ?? fallback?.name ?? "", texts: files, lists: lists.read.texts,
      listFiles: parsed.listFiles, isFallback: found == nil, diagnostics: diagnostics)
  }

  /// Judges the programs of a configuration's hooks, and who can change these programs and the list files. Files
  /// refused while reading are not judged again.
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

  /// Returns the texts of a choice with their title, or nil if there are none.
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
