import Diagnostics
import Platform
import Scheduler

/// A configuration of which one file has other contents than it has on disk, and all that there is to say about it.
struct EditedConfiguration {
  let sources: SourceMap
  /// In the order of the texts.
  let diagnostics: DiagnosticList
  /// Nil when there are errors.
  let configuration: Configuration?

  var isValid: Bool { configuration != nil && !diagnostics.hasErrors }

  /// The same as it is handed to those who show it.
  var loaded: LoadedConfiguration? {
    configuration.map { LoadedConfiguration(configuration: $0, sources: sources, isSample: false) }
  }
}

extension Session {
  /// Reads the configuration in use, or that of the files named, with `bytes` for the contents of the file at `path`.
  mutating func readConfiguration(
    _ files: [String], replacing path: String, with bytes: [UInt8]
  ) throws(CommandFailure) -> EditedConfiguration {
    let text = SourceText(name: path, bytes: bytes)
    var sources = SourceMap()
    for other in try configurationSources(named: files).0.texts { _ = sources.add(other.name == path ? text : other) }
    var diagnostics = DiagnosticList()
    let configuration = Configuration(reading: sources, zones: zones, diagnostics: &diagnostics)
    for finding in configuration?.findings(at: now) ?? [] { diagnostics.report(finding) }
    return EditedConfiguration(
      sources: sources, diagnostics: diagnostics.inSourceOrder, configuration: configuration)
  }

  /// Says what becomes different when one configuration takes the place of another: nothing when the old one had errors.
  mutating func showDifference(old: EditedConfiguration, new: EditedConfiguration) {
    guard verbosity > .quiet, let old = old.loaded, let new = new.loaded else { return }
    let range = now..<now.adding(seconds: DifferenceListing.usualSeconds)
    DifferenceListing(from: old, to: new, in: range).writeChanges(to: &messages)
  }
}
