import Diagnostics
import Platform
import Scheduler

/// A configuration with errors, rendered with the lines that they are in.
struct ConfigurationErrors: Error, CustomStringConvertible {
  let description: String
}

/// Reads a configuration, with the zones of this machine.
func configuration(at path: String) throws -> Configuration {
  var sources = SourceMap()
  _ = sources.add(SourceText(name: path, bytes: try FileReader().read(path, limit: 1 << 24)))
  var diagnostics = DiagnosticList()
  let zones = ZoneInfoDirectory.system(.current())
  if let configuration = Configuration(reading: sources, zones: zones, diagnostics: &diagnostics) {
    return configuration
  }
  throw ConfigurationErrors(
    description: DiagnosticRenderer(color: false, columns: nil).render(diagnostics, in: sources))
}
