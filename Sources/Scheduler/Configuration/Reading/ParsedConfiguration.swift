import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

/// What came of reading a configuration.
public struct ParsedConfiguration: Sendable {
  /// What the files say; nil when one of them has an error.
  public let configuration: Configuration?
  /// The programs of hooks, in the order of the files; with errors those that could be read.
  public let programs: [HookProgram]
  /// The names of the list files that were read, in the order in which sets name them; with errors too.
  public let listFiles: [String]

  /// Reads a configuration from the texts of its files, which are merged table by table.
  ///
  /// All problems of all files are reported in one run.
  ///
  /// - Parameters:
  ///   - sources: the files; spans of the result and of the diagnostics point into this map. List files in which something
  ///     is wrong are added.
  ///   - zones: where the rules of zones come from.
  ///   - lists: where list files come from; without, naming one is an error.
  ///   - accounts: the users and groups that profiles may name; without, every name is taken.
  ///   - diagnostics: receives what was found. Errors that it has already make the result nil too.
  /// - Complexity: linear in the size of the files.
  public init(
    of sources: inout SourceMap, zones: some ZoneSource, lists: (any ListFileSource)?,
    accounts: (any AccountSource)? = nil, diagnostics: inout DiagnosticList
  ) {
    var reading = Reading(diagnostics: diagnostics, accounts: accounts)
    defer { diagnostics = reading.diagnostics }
    var draft = ConfigurationDraft()
    let schema = TableSchema<ConfigurationDraft>.file
    for (index, text) in sources.texts.enumerated() {
      let source = SourceID(index: UInt32(index))
      let document = Document(parsing: text, as: source, diagnostics: &reading.diagnostics)
      schema.read(document.root, into: &draft, &reading)
    }
    draft.readLists(from: lists, &sources, &reading)
    var resolver = ReferenceResolver(draft: draft, zones: zones)
    let configuration = resolver.configuration(&reading)
    self.configuration = reading.diagnostics.hasErrors ? nil : configuration
    programs = reading.programs
    listFiles = draft.listFiles
  }
}

extension Configuration {
  /// What the files of a configuration say, or nil when one of them has an error; see `ParsedConfiguration`.
  public init?(
    reading sources: inout SourceMap, zones: some ZoneSource, lists: (any ListFileSource)?,
    accounts: (any AccountSource)? = nil, diagnostics: inout DiagnosticList
  ) {
    let reading = ParsedConfiguration(
      of: &sources, zones: zones, lists: lists, accounts: accounts, diagnostics: &diagnostics)
    guard let configuration = reading.configuration else { return nil }
    self = configuration
  }

  /// The same without list files and without a check of users and groups.
  public init?(reading sources: SourceMap, zones: some ZoneSource, diagnostics: inout DiagnosticList) {
    var sources = sources
    self.init(reading: &sources, zones: zones, lists: nil, diagnostics: &diagnostics)
  }
}
