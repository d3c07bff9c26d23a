import Scheduler
import SchedulerDiagnostics
import SchedulerPlatform

/// A configuration with errors, rendered with the lines that they are in.
struct ConfigurationErrors: Error, CustomStringConvertible {
  let description: String
}

/// The zones of this machine.
func zones() -> ZoneInfoDirectory { .system(.current()) }

/// Reads a configuration, and what a state directory is to remember of it.
func configuration(at path: String) throws -> (configuration: Configuration, record: AcceptedConfiguration) {
  let text = SourceText(name: path, bytes: try FileReader().read(path, limit: 1 << 24))
  var sources = SourceMap()
  _ = sources.add(text)
  var diagnostics = DiagnosticList()
  guard let configuration = Configuration(reading: sources, zones: zones(), diagnostics: &diagnostics) else {
    throw ConfigurationErrors(
      description: DiagnosticRenderer(color: false, columns: nil).render(diagnostics, in: sources))
  }
  let record = AcceptedConfiguration(
    configuration, title: path, files: [.init(text)], lists: [], acceptedAt: try SystemClocks.moment().wall)
  return (configuration, record)
}
