import SchedulerDiagnostics
import SchedulerJSON
import SchedulerTOML

extension Subcommand {
  static let toml = Subcommand(
    name: "toml", arguments: "FILE", argumentCount: 1...1, argumentKinds: [.file],
    summary: "Print a TOML file as typed JSON",
    discussion: """
      Reads any TOML 1.1 file; - is standard input. Each value becomes {"type":…,"value":…} with the type string, integer,
      float, bool, datetime, datetime-local, date-local or time-local; arrays and tables become JSON arrays and objects. All
      errors of an invalid file are reported on standard error, and the exit code is 1.
      """,
    examples: [
      ("schedctl toml config.toml", "prints one JSON object"),
      ("printf 'a = 1' | schedctl toml -", "reads standard input"),
    ],
    run: runTOML)
}

private func runTOML(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  var sources = SourceMap()
  let text = try session.readText(invocation.arguments[0], tooLarge: .no)
  let source = sources.add(text)
  var diagnostics = DiagnosticList()
  let document = Document(parsing: text, as: source, diagnostics: &diagnostics)
  guard !diagnostics.hasErrors else {
    session.report(diagnostics.inSourceOrder, in: sources)
    return .no
  }
  session.output.valueLine { $0.typedTable(document.root) }
  return .success
}

extension JSONWriter {
  /// Writes a table as an object of typed values.
  fileprivate mutating func typedTable(_ table: Table) {
    object { json in
      for entry in table {
        json.key(named: entry.key.text)
        json.typedValue(entry.value)
      }
    }
  }

  private mutating func typedValue(_ value: Value) {
    if let table = value.table { return typedTable(table) }
    if let elements = value.array {
      return array { json in for element in elements { json.typedValue(element) } }
    }
    object { json in
      json.member("type", value: value.kind.typeName)
      json.member("value", value: value.canonicalText)
    }
  }
}

extension Value.Kind {
  /// The name of the type in toml-test.
  fileprivate var typeName: String {
    switch self {
    case .string: "string"
    case .integer: "integer"
    case .float: "float"
    case .boolean: "bool"
    case .offsetDateTime: "datetime"
    case .localDateTime: "datetime-local"
    case .localDate: "date-local"
    case .localTime: "time-local"
    case .array: "array"
    case .table: "table"
    }
  }
}
