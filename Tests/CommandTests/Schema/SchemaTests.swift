import JSON
import ProgramTesting
import Scheduler
import Testing

/// `schedctl schema`, against the key table that it is made from. `.ci/check-schema` asks other programs about it.
@Suite struct SchemaTests {
  private func schema() throws -> JSONValue {
    let outcome = try ProgramRun("schema").outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty)
    return try JSONValue(parsing: Array(outcome.output.utf8))
  }

  @Test func `it says which draft it is of`() throws {
    #expect(try schema()["$schema"]?.stringValue == "http://json-schema.org/draft-07/schema#")
  }

  @Test func `each table and key of the language is in it, and nothing else`() throws {
    try expect(schema(), describes: ConfigurationReference.file)
  }

  private func expect(_ schema: JSONValue, describes table: TableReference) throws {
    let properties = try #require(schema["properties"]?.objectValue, "\(table.name)")
    #expect(properties.members.map(\.key) == table.keys.map(\.name))
    #expect(schema["additionalProperties"] == .bool(false))
    #expect(schema["patternProperties"] == .object(["^x-": .bool(true)]))
    let required = schema["required"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(required == table.keys.filter(\.isRequired).map(\.name))
    for (key, member) in zip(table.keys, properties.members) {
      #expect(member.value["description"]?.stringValue?.hasPrefix(key.summary) == true)
      try expect(member.value, describes: key.shape)
    }
  }

  private func expect(_ schema: JSONValue, describes shape: ValueShape) throws {
    switch shape {
    case .boolean: #expect(schema["type"] == .string("boolean"))
    case .integer: #expect(schema["type"] == .string("integer"))
    case .string, .localDate, .localTime: #expect(schema["type"] == .string("string"))
    case .choice(let names): #expect(schema["enum"] == .array(names.map { .string($0) }))
    case .list(let element): try expect(#require(schema["items"]), describes: element)
    case .anyOf(let shapes):
      let choices = try #require(schema["anyOf"]?.arrayValue)
      #expect(choices.count == shapes.count)
      for (choice, shape) in zip(choices, shapes) { try expect(choice, describes: shape) }
    case .table(let table): try expect(schema, describes: table)
    case .namedTables(let table, let pattern):
      try expect(#require(schema["patternProperties"]?["^(\(pattern))$"]), describes: table)
    }
  }

  @Test(arguments: [
    (["version"], JSONValue.integer(1)), (["timezone"], .string("system")), (["daemon", "notify"], .bool(true)),
    (["emergency", "uses"], .integer(3)), (["daemon", "cooldown"], .string("0s")),
    (["enforce", "adapters"], .string("auto")),
  ])
  func `defaults that are values are in it as JSON`(path: [String], value: JSONValue) throws {
    var place = try schema()
    for key in path { place = try #require(place["properties"]?[key]) }
    #expect(place["default"] == value)
  }
}
