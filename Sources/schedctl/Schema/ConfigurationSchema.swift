import Scheduler
import SchedulerJSON
import SchedulerTOML

/// The configuration language as a JSON Schema, made from the key table.
///
/// The schema uses draft 7, which TOML editors understand. JSON has no dates and times, so they are strings; tools
/// convert the TOML values before they validate. Rules over several keys are left to `schedctl check`.
enum ConfigurationSchema {
  /// Returns the schema of a file.
  static func schema(of file: TableReference) -> JSONObject {
    var schema: JSONObject = [
      "$schema": .string("http://json-schema.org/draft-07/schema#"),
      "title": .string("Configuration of schedctl"),
      "description": .string("Version 1 of the language; 'schedctl check' also judges what a schema cannot say."),
    ]
    for member in table(file).members { schema[member.key] = member.value }
    return schema
  }

  private static func table(_ table: TableReference) -> JSONObject {
    var properties = JSONObject()
    for key in table.keys { properties[key.name] = .object(property(key)) }
    var schema: JSONObject = ["type": .string("object"), "properties": .object(properties)]
    let required = table.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { schema["required"] = .array(required) }
    schema["patternProperties"] = .object(["^x-": .bool(true)])
    schema["additionalProperties"] = .bool(false)
    return schema
  }

  /// Returns the schema of a key: its meaning, its type and its default. Choices need no further description.
  private static func property(_ key: KeyReference) -> JSONObject {
    let value = key.defaultValue.flatMap(SchemaDefault.json)
    let isChoice = if case .choice = key.shape { true } else { false }
    var description = isChoice ? "\(key.summary)." : "\(key.summary): \(key.expectation)."
    if let words = key.defaultValue, value == nil { description += " Without it: \(words)." }
    var schema: JSONObject = ["description": .string(description)]
    for member in shape(key.shape).members { schema[member.key] = member.value }
    schema["default"] = value
    return schema
  }

  private static func shape(_ shape: ValueShape) -> JSONObject {
    switch shape {
    case .boolean: ["type": .string("boolean")]
    case .integer(let range): integer(range)
    case .string(let pattern, let example): string(pattern: pattern, example: example)
    case .choice(let names): ["type": .string("string"), "enum": .array(names.map { .string($0) })]
    case .localDate: date
    case .localTime:
      string(pattern: "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.0+)?)?", example: "09:00:00")
    case .list(let element, let minimumCount): list(of: element, minimumCount)
    case .sequence(let first, let rest):
      [
        "type": .string("array"), "items": .array([.object(self.shape(first))]),
        "additionalItems": .object(self.shape(rest)), "minItems": .integer(1),
      ]
    case .oneOrMany(let element): ["anyOf": .array([element, .list(element)].map { .object(self.shape($0)) })]
    case .anyOf(let shapes): ["anyOf": .array(shapes.map { .object(self.shape($0)) })]
    case .table(let inner): table(inner)
    case .namedTables(let inner, let pattern):
      [
        "type": .string("object"), "patternProperties": .object(["^(\(pattern))$": .object(table(inner))]),
        "additionalProperties": .bool(false),
      ]
    }
  }

  private static var date: JSONObject {
    var schema = string(pattern: "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])", example: "2026-12-25")
    schema["format"] = .string("date")
    return schema
  }

  private static func list(of element: ValueShape, _ minimumCount: Int) -> JSONObject {
    var schema: JSONObject = ["type": .string("array"), "items": .object(shape(element))]
    if minimumCount > 0 { schema["minItems"] = .integer(Int64(minimumCount)) }
    return schema
  }

  private static func integer(_ range: ClosedRange<Int64>) -> JSONObject {
    var schema: JSONObject = ["type": .string("integer")]
    if range.lowerBound > .min { schema["minimum"] = .integer(range.lowerBound) }
    if range.upperBound < .max { schema["maximum"] = .integer(range.upperBound) }
    return schema
  }

  private static func string(pattern: String?, example: String?) -> JSONObject {
    var schema: JSONObject = ["type": .string("string")]
    if let pattern { schema["pattern"] = .string("^(\(pattern))$") }
    if let example { schema["examples"] = .array([.string(example)]) }
    return schema
  }
}

/// A default of the key table as JSON.
private enum SchemaDefault {
  /// Returns the JSON value of a TOML value, or nil if the text is prose.
  static func json(_ text: String) -> JSONValue? {
    var list = DiagnosticList()
    let document = Document(
      parsing: SourceText(name: "default", "value = \(text)"), as: SourceID(index: 0), diagnostics: &list)
    guard !list.hasErrors, let value = document.root["value"]?.value else { return nil }
    return json(value)
  }

  private static func json(_ value: Value) -> JSONValue? {
    if let elements = value.array { return .array(elements.compactMap(json)) }
    return value.boolean.map { .bool($0) } ?? value.integer.map { .integer($0) } ?? value.string.map { .string($0) }
  }
}
