import Foundation
import SchedulerTOML

/// Returns a table in the form of the language-independent test suite: each leaf is an object with `type` and `value`.
func typed(_ table: Table) -> NSDictionary {
  NSDictionary(dictionary: Dictionary(uniqueKeysWithValues: table.map { ($0.key.text, typed($0.value)) }))
}

private func typed(_ value: Value) -> NSObject {
  if let table = value.table { return typed(table) }
  if let array = value.array { return NSArray(array: array.map(typed)) }
  let words = describe(value).split(separator: " ", maxSplits: 1).map(String.init)
  let type: String
  switch value.kind {
  case .string: type = "string"
  case .integer: type = "integer"
  case .float: type = "float"
  case .boolean: type = "bool"
  case .offsetDateTime: type = "datetime"
  case .localDateTime: type = "datetime-local"
  case .localDate: type = "date-local"
  case .localTime: type = "time-local"
  case .array, .table: type = "none"
  }
  let text = value.string ?? words.last ?? ""
  return ["type": type, "value": text] as NSDictionary
}
