import SchedulerDiagnostics

extension TableProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    let (code, message, help) = words(text.name(path), header: fullName(in: text))
    return Diagnostic(
      .error, code, message, at: text.label(part), secondary: [text.label(first, "first defined here")], help: [help])
  }

  /// The name as a header would have it.
  private func fullName(in text: Excerpts) -> String {
    let name = text.quotation(path)
    return section.map { "\(text.quotation($0)).\(name)" } ?? name
  }

  private func words(_ name: String, header: String) -> (DiagnosticCode, message: String, help: String) {
    switch reason {
    case .duplicateKey: (.duplicateKey, "the key \(name) is already defined", "delete or rename one of them")
    case .duplicateTable:
      (
        .duplicateTable, "the table \(name) is already defined",
        "move its keys under the first header, or write [[\(header)]] both times for a list of tables"
      )
    case .headerAfterDotted:
      (
        .duplicateTable, "the table \(name) is already defined by a dotted key",
        "write its keys in one place, all dotted or all under the header"
      )
    case .notATable(let kind): (.notATable, "\(name) is \(kind.noun), not a table", "rename one of them")
    case .closedTable:
      (
        .closedTable, "nothing can be added to the inline table \(name)",
        "write its keys inside the braces, or make it a table with a header: [\(header)]"
      )
    case .closedArray:
      (
        .closedArray, "nothing can be added to the array \(name)",
        "write the element inside the brackets, or use [[\(header)]] for all of them"
      )
    case .tableAfterArray:
      (.tableArrayConflict, "\(name) is an array of tables", "write [[\(header)]] to add a table to it")
    case .arrayAfterTable:
      (
        .tableArrayConflict, "\(name) is a table, not an array of tables",
        "write [[\(header)]] at its first header as well"
      )
    case .dottedIntoHeader:
      (.dottedKeyConflict, "the table \(name) has a header of its own", "move the key under [\(header)]")
    }
  }
}

extension Value.Kind {
  /// The kind with its article, for sentences.
  fileprivate var noun: String {
    switch self {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a float"
    case .boolean: "a boolean"
    case .offsetDateTime, .localDateTime: "a date-time"
    case .localDate: "a date"
    case .localTime: "a time"
    case .array: "an array"
    case .table: "a table"
    }
  }
}
