import Scheduler
import SchedulerDiagnostics
import SchedulerInstance
import SchedulerPlatform

/// A configuration in which one file has edited content, with its diagnostics.
struct EditedConfiguration {
  /// The result of reading it, with warnings that depend on the present, in the order of the texts.
  let report: ConfigurationReading

  var sources: SourceMap { report.sources }
  var diagnostics: DiagnosticList { report.diagnostics }
  /// The configuration; nil if there are errors.
  var configuration: Configuration? { report.configuration }
  var isValid: Bool { configuration != nil && !diagnostics.hasErrors }

  /// The configuration in the form that listings take.
  var loaded: LoadedConfiguration? {
    configuration.map {
      LoadedConfiguration(configuration: $0, sources: sources, title: report.title, isSample: report.isFallback)
    }
  }
}

extension Console {
  /// Reads a configuration with `bytes` as the content of the file at `path`.
  mutating func readConfiguration(
    _ choice: ConfigurationChoice, replacing path: String, with bytes: [UInt8]
  ) throws(CommandFailure) -> EditedConfiguration {
    let text = SourceText(name: path, bytes: bytes)
    var report = try readConfiguration(choice, trust: .act, replacing: text)
    for finding in report.configuration?.findings(at: now) ?? [] { report.diagnostics.report(finding) }
    report.diagnostics = report.diagnostics.inSourceOrder
    return EditedConfiguration(report: report)
  }

  /// Prints the difference between two configurations. Prints nothing if the old one had errors.
  mutating func showDifference(old: EditedConfiguration, new: EditedConfiguration) {
    guard verbosity > .quiet, let old = old.loaded, let new = new.loaded else { return }
    let range = now..<now.adding(seconds: DifferenceListing.usualSeconds)
    DifferenceListing(from: old, to: new, in: range).writeChanges(to: &messages)
  }
}
