import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

/// The result of reading a configuration.
public struct ParsedConfiguration: Sendable {
  /// The configuration; nil if one of the files has an error.
  public let configuration: Configuration?
  /// The programs of hooks, in the order of the files. If there are errors, those that could be read.
  public let programs: [HookProgram]
  /// The names of the list files that were read, in the order in which sets name them, also if there are errors.
  public let listFiles: [String]

  /// Reads a configuration from the texts of its files, which are merged table by table.
  ///
  /// The problems of all files are reported in one run.
  ///
  /// - Parameters:
  ///   - sources: the files. Spans of the result and of the diagnostics point into this map. List files with problems
  ///     are added.
  ///   - zones: the source of zone rules.
  ///   - lists: the source of list files. Without it, naming a list file is an error.
  ///   - accounts: the users and groups that profiles may name. Without it, every name is accepted.
  ///   - programs: the programs of the machine, whose paths suggestions contain. Without it, none are suggested.
  ///   - diagnostics: receives the findings. Errors that it already contains make the result nil as well.
  /// - Complexity: linear in the size of the files.
  public init(
    of sources: inout SourceMap, zones: some ZoneSource, lists: (any ListFileSource)?,
    accounts: (any AccountSource)? = nil, programs: (any ProgramSource)? = nil, diagnostics: inout DiagnosticList
  ) {
    var reading = Reading(diagnostics: diagnostics, accounts: accounts, programs: programs)
    defer { diagnostics = reading.diagnostics }
    var draft = ConfigurationDraft()
    let schema = TableSchema<ConfigurationDraft>.file
    for (index, text) in sources.texts.enumerated() {
      let source = SourceID(index: UInt32(index))
      let document = Document(parsing: text, as: source, diagnostics: &reading.diagnostics)
      schema.read(document.root, into: &draft, reading: &reading)
    }
    draft.readLists(from: lists, sources: &sources, reading: &reading)
    var resolver = ReferenceResolver(draft: draft, zones: zones)
    let configuration = resolver.configuration(&reading)
    self.configuration = reading.diagnostics.hasErrors ? nil : configuration
    self.programs = reading.programs
    listFiles = draft.listFiles
  }
}

extension Configuration {
  /// Reads a configuration. Returns nil if one of the files has an error; see `ParsedConfiguration`.
  public init?(
    reading sources: inout SourceMap, zones: some ZoneSource, lists: (any ListFileSource)?,
    accounts: (any AccountSource)? = nil, programs: (any ProgramSource)? = nil, diagnostics: inout DiagnosticList
  ) {
    let reading = ParsedConfiguration(
      of: &sources, zones: zones, lists: lists, accounts: accounts, programs: programs, diagnostics: &diagnostics)
    guard let configuration = reading.configuration else { return nil }
    self = configuration
  }

  /// Reads a configuration without list files and without checking users and groups.
  public init?(reading sources: SourceMap, zones: some ZoneSource, diagnostics: inout DiagnosticList) {
    var sources = sources
    self.init(reading: &sources, zones: zones, lists: nil, diagnostics: &diagnostics)
  }
}

/// The files of a configuration, parsed again when a place is requested. The model does not store places.
struct SourceDocuments {
  /// Computes lines and columns in the files.
  var locator: SourceLocator
  private var documents: [SourceID: Document] = [:]

  /// Creates the documents of a configuration that was read from `sources`. Parses nothing yet.
  init(_ sources: SourceMap) { locator = SourceLocator(sources) }

  /// The document of a file.
  ///
  /// Complexity: O(bytes) at the first access.
  subscript(source: SourceID) -> Document {
    mutating get {
      if let known = documents[source] { return known }
      // The file was read without errors before.
      var ignoredDiagnostics = DiagnosticList()
      let document = Document(parsing: locator.sources[source], as: source, diagnostics: &ignoredDiagnostics)
      documents[source] = document
      return document
    }
  }
}
