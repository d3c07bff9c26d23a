import Scheduler
import SchedulerInstance

/// A part of a listing of history.
enum HistoryItem {
  /// A line and its entry.
  case line([UInt8], HistoryRecord)
  /// Lines that are missing.
  case gap(HistoryGap)
}

/// Writes lines of history, unchanged or as a table.
struct LogPrinter {
  private let isJSON: Bool
  private let configuration: Configuration
  private var table = TextTable(["day", "time", "event", "activity", "profile", "remarks"])

  init(isJSON: Bool, _ configuration: Configuration) {
    self.isJSON = isJSON
    self.configuration = configuration
  }

  /// Writes the heading above a table.
  func begin(_ heading: String, to output: inout TextOutput) {
    if !isJSON { output.write(PrintableText.printable(heading) + "\n\n") }
  }

  /// Adds a line, which is written by `flush` at the latest.
  mutating func add(_ line: [UInt8], of entry: HistoryRecord, to output: inout TextOutput) {
    guard !isJSON else { return output.write(bytes: line + [UInt8(ascii: "\n")]) }
    table.add(entry.cells(in: configuration))
    output.writeFullPage(of: &table)
  }

  /// Adds a line, or a row for a gap. In JSON, the sequences of the lines show a gap.
  mutating func add(_ item: HistoryItem, to output: inout TextOutput) {
    if case .line(let bytes, let entry) = item { return add(bytes, of: entry, to: &output) }
    guard case .gap(let gap) = item, !isJSON else { return }
    table.add(["", "", "gap", "", "", gap.description])
    output.writeFullPage(of: &table)
  }

  /// Adds entries received from a daemon.
  mutating func add(_ entries: [HistoryRecord], to output: inout TextOutput) {
    for entry in entries {
      var json = JSONWriter()
      json.value(entry.object)
      add(json.bytes, of: entry, to: &output)
    }
    flush(to: &output)
  }

  /// Writes all added lines. More lines may follow.
  mutating func flush(to output: inout TextOutput) {
    if !isJSON, !table.isEmpty { output.writePage(of: &table) }
    output.flush()
  }

  /// Ends the table.
  mutating func end(to output: inout TextOutput) {
    guard !isJSON else { return }
    output.writeLastPage(of: &table, ifEmpty: "nothing has happened\n")
  }
}
