import SchedulerDiagnostics

/// A key or a table that cannot be defined because its name is already defined as something else.
///
/// `part` is the part of the key that conflicts, `path` the key up to and including it, `first` the place of the first
/// definition, and `section` the key of the header above if the name belongs to it.
struct TableProblem: Error, Problem {
  /// The rule that is broken.
  enum Reason {
    /// A key has two values.
    case duplicateKey
    /// A header defines a table twice.
    case duplicateTable
    /// A header or a dotted key leads through a value that is not a table.
    case notATable(Value.Kind)
    /// An inline table is extended from outside.
    case closedTable
    /// A `[[header]]` adds to an array in brackets.
    case closedArray
    /// `[x]` follows `[[x]]`.
    case tableAfterArray
    /// `[[x]]` follows `[x]`.
    case arrayAfterTable
    /// A dotted key adds to a table that has a header.
    case dottedIntoHeader
    /// A header defines a table that a dotted key has defined.
    case headerAfterDotted
  }

  let reason: Reason
  let part: Range<Int>
  var path: Range<Int>
  let first: Range<Int>
  var section: Range<Int>?
}

extension TableProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    let (code, message, help) = words(text.name(path), header: fullName(in: text))
    return text.error(
      code, message: message, at: part, also: [text.label(first, message: "first defined here")], help: [help])
  }

  /// Returns the name in the form that a header has.
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
  /// The kind with its article, for use in sentences.
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
