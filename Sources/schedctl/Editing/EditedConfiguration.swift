import Scheduler
import SchedulerDiagnostics
import SchedulerInstance
import SchedulerPlatform

/// A configuration of which one file has other contents than it has on disk, and all that there is to say about it.
struct EditedConfiguration {
  /// What came of reading it, with what is remarkable about it at present, in the order of the texts.
  let report: ConfigurationReading

  var sources: SourceMap { report.sources }
  var diagnostics: DiagnosticList { report.diagnostics }
  /// Nil when there are errors.
  var configuration: Configuration? { report.configuration }
  var isValid: Bool { configuration != nil && !diagnostics.hasErrors }

  /// The same as it is handed to those who show it.
  var loaded: LoadedConfiguration? {
    configuration.map {
      LoadedConfiguration(configuration: $0, sources: sources, title: report.title, isSample: report.isFallback)
    }
  }
}

extension Console {
  /// Reads a configuration with `bytes` for the contents of the file at `path`.
  mutating func readConfiguration(
    _ choice: ConfigurationChoice, replacing path: String, with bytes: [UInt8]
  ) throws(CommandFailure) -> EditedConfiguration {
    let text = SourceText(name: path, bytes: bytes)
    var report = try readConfiguration(choice, trust: .act, replacing: text)
    for finding in report.configuration?.findings(at: now) ?? [] { report.diagnostics.report(finding) }
    report.diagnostics = report.diagnostics.inSourceOrder
    return EditedConfiguration(report: report)
  }

  /// Says what becomes different when one configuration takes the place of another: nothing when the old one had errors.
  mutating func showDifference(old: EditedConfiguration, new: EditedConfiguration) {
    guard verbosity > .quiet, let old = old.loaded, let new = new.loaded else { return }
    let range = now..<now.adding(seconds: DifferenceListing.usualSeconds)
    DifferenceListing(from: old, to: new, in: range).writeChanges(to: &messages)
  }
}
