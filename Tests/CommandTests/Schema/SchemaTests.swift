import ProgramTesting
import Scheduler
import SchedulerJSON
import Testing

/// `schedctl schema`, against the key table that it is made from. `.ci/check-schema` asks other programs about it.
@Suite struct SchemaTests {
  private func schema() throws -> JSONValue {
    let outcome = try ProgramRun("schema").outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty)
    return try JSONValue(parsing: Array(outcome.output.utf8))
  }

  @Test func `the schema names its JSON Schema draft`() throws {
    #expect(try schema()["$schema"]?.stringValue == "http://json-schema.org/draft-07/schema#")
  }

  @Test func `the schema describes exactly the tables and keys of the language`() throws {
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
      let isChoice = if case .choice = key.shape { true } else { false }
      let beginning = isChoice ? "\(key.summary)." : "\(key.summary): \(key.expectation)."
      #expect(member.value["description"]?.stringValue?.hasPrefix(beginning) == true)
      try expect(member.value, describes: key.shape)
    }
  }

  private func expect(_ schema: JSONValue, describes shape: ValueShape) throws {
    switch shape {
    case .boolean: #expect(schema["type"] == .string("boolean"))
    case .integer: #expect(schema["type"] == .string("integer"))
    case .string, .localDate, .localTime: #expect(schema["type"] == .string("string"))
    case .choice(let names): #expect(schema["enum"] == .array(names.map { .string($0) }))
    case .list(let element, let minimumCount):
      #expect(schema["minItems"] == (minimumCount > 0 ? .integer(Int64(minimumCount)) : nil))
      try expect(#require(schema["items"]), describes: element)
    case .oneOrMany(let element): try expect(schema, describes: ValueShape.anyOf([element, .list(element)]))
    case .anyOf(let shapes):
      let choices = try #require(schema["anyOf"]?.arrayValue)
      #expect(choices.count == shapes.count)
      for (choice, shape) in zip(choices, shapes) { try expect(choice, describes: shape) }
    case .sequence(let first, let rest):
      #expect(schema["minItems"] == .integer(1))
      let firsts = try #require(schema["items"]?.arrayValue)
      try #require(firsts.count == 1)
      try expect(firsts[0], describes: first)
      try expect(#require(schema["additionalItems"]), describes: rest)
    case .table(let table): try expect(schema, describes: table)
    case .namedTables(let table, let pattern):
      try expect(#require(schema["patternProperties"]?["^(\(pattern))$"]), describes: table)
    }
  }

  @Test(arguments: [
    (["version"], JSONValue.integer(1)), (["timezone"], .string("system")), (["daemon", "notify"], .bool(true)),
    (["emergency", "uses"], .integer(3)), (["daemon", "cooldown"], .string("0s")),
    (["enforce", "adapters"], .string("auto")), (["enforce", "grace"], .string("3s")),
    (["enforce", "freeze"], .bool(false)),
  ])
  func `the schema gives defaults that are plain values as JSON`(path: [String], value: JSONValue) throws {
    var place = try schema()
    for key in path { place = try #require(place["properties"]?[key]) }
    #expect(place["default"] == value)
  }

  /// A key of a table that is written in place, and values of it that the schema takes and refuses by a pattern.
  @Test(arguments: [
    (
      ["daemon", "history"], ["1s", "0m10s", "10m0s", "0h 0m 5s", "1h30m", "100d"],
      ["0s", "0h0m", "00w", "5", "", "s", "1h1h", "1m1h", "1h ", " 1h", "1h,1m", "1234567890123s0s"]
    ),
    (["daemon", "cooldown"], ["0s", "0h0m", "1w 2d\t3h4m5s"], ["0s0m", "1h1h", "", "1", "-1s"]),
    (
      ["set", "domains"], ["x.com", "X.COM.", "_a.b", "bücher.example", "1.2"],
      ["*.x.com", "a..b", "-a.b", "a-.b", ".", "", "a b", "x.com/", "a:1", ".a"]
    ),
    (
      ["window", "start"], ["09:00", "mon 23:59:59", "00:00", "mon09:00", "MONDAY 09:00", "9:00"],
      ["24:00", "25:00", "mon 24:00", "09:60", "mo 09:00", "mon-fri 09:00", " 09:00"]
    ),
    (["hook", "run"], ["/usr/bin/logger", "/a b"], ["true", "", "./true", "bin/true", "{event}"]),
    (
      ["set", "apps"], ["steam", "org.gnome.Maps", "/usr/bin/steam", "/a/...", "/.b/..c", "..."],
      ["", "bin/steam", "/", "/usr//bin", "steam/", "/usr/../bin", "/.", "a\tb"]
    ),
    (
      ["window", "days"], ["daily", "WEEKDAYS", "fri-mon", "mon,wednesday,fri-sun", "mon, wed"],
      ["", "never", "mon ,tue", "mon-", "daily,mon"]
    ),
    (["window", "warn"], ["10m"], ["0s", "10"]),
    (["window", "end"], ["24:00", "24:00:00", "mon 09:00", "9:00"], ["24:01", "24:00:01"]),
    (
      ["window"],
      [
        "mon-fri 09:00-12:30", "mon 09:00 - fri 17:00", "22:00-06:00", "00:00-24:00", "mon,wed-fri 09:00:30-10:00",
        "mon, wed 09:00-10:00", " weekends\t09:00 -10:00 ", "Mon,monday 09:00-tue 10:00",
        "9:00-10:00",
      ],
      [
        "24:00-10:00", "09:00", "mon", "09:00-10:00 pm", "", "09:00–10:00", "mon ,wed 09:00-10:00",
        "mon-fri 09:00 - sat 10:00", "09:00 - sat 10:00", "never 09:00-10:00", "mon09:00-10:00",
        "weekends,mon 09:00-10:00",
      ]
    ),
  ])
  func `the patterns of the schema match what the program reads and nothing that it refuses`(
    path: [String], taken: [String], refused: [String]
  ) throws {
    var place = try schema()
    if path[0] == "window" {
      place = try #require(place["properties"]?["profile"]?["patternProperties"]?.objectValue?.members.first?.value)
      let forms = try #require(place["properties"]?["window"]?["items"]?["anyOf"]?.arrayValue)
      place = forms[path.count - 1]
    }
    for key in path.drop(while: { $0 == "window" }) {
      place = try #require(place["properties"]?[key])
      // Of a table of tables one of them is meant, of a list its first element.
      place = place["patternProperties"]?.objectValue?.members.first { $0.key != "^x-" }?.value ?? place
      if let items = place["items"] { place = items.arrayValue?.first ?? items }
    }
    let forms = place["anyOf"]?.arrayValue ?? [place]
    let patterns = try forms.compactMap { try $0["pattern"]?.stringValue.map { try Regex($0) } }
    for text in taken { #expect(patterns.contains { text.wholeMatch(of: $0) != nil }, "\(text)") }
    for text in refused { #expect(!patterns.contains { text.wholeMatch(of: $0) != nil }, "\(text)") }
  }

  @Test func `the schema lists exactly the registered categories`() throws {
    let profile = try #require(
      schema()["properties"]?["profile"]?["patternProperties"]?.objectValue?.members.first?.value)
    let categories = profile["properties"]?["block"]?["properties"]?["categories"]
    #expect(categories?["items"]?["enum"] == .array(ApplicationCategory.registeredNames.map { .string($0) }))
  }
}
