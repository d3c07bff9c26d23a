import CivilTime
import Diagnostics
import TOML

extension Configuration {
  /// Reads a configuration from the texts of its files, which are merged table by table.
  ///
  /// All problems of all files are reported in one run. The result is nil when one of them is an error.
  ///
  /// - Parameters:
  ///   - sources: the files; spans of the result and of the diagnostics point into this map.
  ///   - zones: where the rules of zones come from.
  ///   - diagnostics: receives what was found.
  /// - Complexity: linear in the size of the files.
  public init?(reading sources: SourceMap, zones: some ZoneSource, diagnostics: inout DiagnosticList) {
    var reading = Reading(diagnostics: diagnostics)
    defer { diagnostics = reading.diagnostics }
    var draft = ConfigurationDraft()
    let schema = TableSchema<ConfigurationDraft>.file
    for (index, text) in sources.texts.enumerated() {
      let source = SourceID(index: UInt32(index))
      let document = Document(parsing: text, as: source, diagnostics: &reading.diagnostics)
      schema.read(document.root, into: &draft, &reading)
    }
    var resolver = ReferenceResolver(draft: draft, zones: zones)
    let configuration = resolver.configuration(&reading)
    guard let configuration, !reading.diagnostics.hasErrors else { return nil }
    self = configuration
  }
}
