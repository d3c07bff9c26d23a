import Scheduler
import SchedulerDiagnostics
import SchedulerJSON

/// Writes lines of history, as they are or in a table.
struct LogPrinter {
  private let isJSON: Bool
  private let configuration: Configuration
  private var table = TextTable(["day", "time", "event", "activity", "profile", "remarks"])

  init(isJSON: Bool, _ configuration: Configuration) {
    self.isJSON = isJSON
    self.configuration = configuration
  }

  /// Writes what stands above a table.
  func begin(_ heading: String, to output: inout TextOutput) {
    if !isJSON { output.write(PrintableText.printable(heading) + "\n\n") }
  }

  /// Writes a line, at the latest with `flush`.
  mutating func add(_ line: [UInt8], _ entry: JSONObject, to output: inout TextOutput) {
    guard !isJSON else { return output.write(bytes: line + [UInt8(ascii: "\n")]) }
    let entry = LogRow(entry, configuration)
    table.add([entry.day, entry.time, entry.event, entry.activity, entry.profile, entry.remarks])
    if table.hasFullPage { output.write(table.takePage(columns: output.columns)) }
  }

  /// Writes lines as a daemon tells them.
  mutating func add(_ entries: [JSONObject], to output: inout TextOutput) {
    for entry in entries {
      var json = JSONWriter()
      json.value(entry)
      add(json.bytes, entry, to: &output)
    }
    flush(to: &output)
  }

  /// Writes what was added, and waits for more.
  mutating func flush(to output: inout TextOutput) {
    if !isJSON, !table.isEmpty { output.write(table.takePage(columns: output.columns)) }
    output.flush()
  }

  /// Ends the table.
  mutating func end(to output: inout TextOutput) {
    guard !isJSON else { return }
    output.write(table.isEmpty ? "nothing has happened\n" : table.takePage(columns: output.columns))
  }
}
