import SchedulerDiagnostics
import SchedulerTOML
import Testing

@testable import Scheduler

/// The key table as data: each key that it lists is read, and each default that it states is what holds without the key.
@Suite struct ReferenceTests {
  /// A key and the header of its table: `[profile.p.break]`, `length`.
  struct Place: CustomTestStringConvertible {
    let header: String
    let table: TableReference
    let key: KeyReference
    var testDescription: String { "\(header) \(key.name)" }
  }

  static let places = Self.places(of: ConfigurationReference.file, "")

  /// All keys of a table and of the tables in it.
  private static func places(of table: TableReference, _ path: String, isList: Bool = false) -> [Place] {
    let header = path.isEmpty ? "" : isList ? "[[\(path)]]" : "[\(path)]"
    return table.keys.flatMap { key in
      let inner = path.isEmpty ? key.name : "\(path).\(key.name)"
      return [Place(header: header, table: table, key: key)] + places(in: key.shape, inner)
    }
  }

  private static func places(in shape: ValueShape, _ path: String, isList: Bool = false) -> [Place] {
    switch shape {
    case .table(let table): places(of: table, path, isList: isList)
    case .namedTables(let table, _): places(of: table, "\(path).\(path == "profile" ? "p" : "n")")
    case .list(let element, _), .sequence(_, let element): places(in: element, path, isList: true)
    case .oneOrMany(let element): places(in: element, path, isList: isList)
    case .anyOf(let shapes): shapes.flatMap { places(in: $0, path, isList: isList) }
    default: []
    }
  }

  @Test func `the reference table has every key of the configuration`() {
    #expect(Self.places.count == 131, "\(Self.places.count) keys: is the new one in docs and tests?")
    #expect(Set(Self.places.map(\.testDescription)).count == Self.places.count)
  }

  @Test(arguments: places)
  func `the configuration accepts each key of the reference in every form that its examples show`(place: Place) throws {
    for example in place.examples {
      let text = place.document(with: "\(place.key.name) = \(example)")
      _ = try configuration(text)
    }
  }

  @Test(arguments: places)
  func `a stated default applies when its key is missing`(place: Place) throws {
    guard let value = place.key.defaultValue, Self.isTOML(value) else {
      #expect(Self.defaultsInWords.contains(place.key.defaultValue ?? ""), "state it as TOML, or test it on its own")
      return
    }
    let with = try configuration(place.document(with: "\(place.key.name) = \(value)"))
    let without = try configuration(place.document(with: ""))
    let frames = [with, without].map { "\($0.replacing(profiles: [], zone: $0.zone))" }
    #expect(frames[0] == frames[1])
    #expect(with.profiles.map(\.written) == without.profiles.map(\.written))
  }

  @Test(arguments: places)
  func `a missing required key is an error whose help shows an example`(place: Place) throws {
    guard let example = place.key.requiredExample else { return }
    var list = DiagnosticList()
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "config.toml", place.document(with: "", leavingOut: place.key.name)))
    #expect(Configuration(reading: sources, zones: machineZones, diagnostics: &list) == nil)
    let errors = list.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.code.name) == ["required-key"])
    #expect(errors.first?.help == ["add one: \(place.key.name) = \(example)"])
  }

  /// Defaults that no value of the key says; other tests hold them.
  private static let defaultsInWords: Set<String> = [
    "", "derived from the profile's key", "the profile's key", "the file's", "everybody but root",
    "all that the lock allows", "that of [daemon]", "none", "never", "the length, times 'count' if that is given",
    "1 without 'budget', any number with it", "the profile's name", "schedules, strategies and registered kinds",
    "\"window-1\", \"window-2\", …",
  ]

  private static func isTOML(_ value: String) -> Bool {
    var list = DiagnosticList()
    let text = SourceText(name: "value", "x = \(value)")
    _ = Document(parsing: text, as: SourceID(index: 0), diagnostics: &list)
    return !list.hasErrors
  }
}

extension ReferenceTests.Place {
  /// Values for keys whose shape does not say which strings name something.
  private static let named = [
    "timezone": "\"Europe/Berlin\"", "sets": "[\"social\"]", "on": "[\"c\", 2026-11-05]", "skip": "[\"c\"]",
    "users": "[\"root\"]", "groups": "[\"root\"]", "group": "\"root\"",
    "sha256": "\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"",
    "run": "[\"/usr/bin/logger\", \"{event}\"]", "id": "\"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10\"",
    "domains-file": "[]", "keep-use": "\"52w\"",
  ]
  /// Keys that a key cannot stand without.
  private static let companions = [
    "every": "from = 2026-09-05", "early-stop": "type = \"timer\"\nlength = \"45m\"", "budget": "length = \"1s\"",
  ]

  /// Values of the key, one of each form.
  var examples: [String] {
    if header != "[[hook]]" || key.name != "on", let named = Self.named[key.name] { return [named] }
    return table.name == "a key" && key.name == "type" ? ["\"hash\""] : Self.examples(key.shape)
  }

  private static func examples(_ shape: ValueShape) -> [String] {
    switch shape {
    case .boolean: ["true", "false"]
    case .integer(let range): ["\(max(range.lowerBound, -9))", "\(min(range.upperBound, 99))"]
    case .string(_, let example): ["\"\(example ?? "text")\""]
    case .choice(let names): names.map { "\"\($0)\"" }
    case .localDate: ["2026-12-25"]
    case .localTime: ["09:00:00"]
    case .list(let element, _), .sequence(let element, _): examples(element).map { "[\($0)]" }
    case .oneOrMany(let element): examples(element) + examples(element).map { "[\($0)]" }
    case .anyOf(let shapes): shapes.flatMap(examples)
    case .table(let table): ["{ \(required(of: table)) }"]
    case .namedTables(let table, _): ["{ n = { \(required(of: table)) } }"]
    }
  }

  private static func required(of table: TableReference) -> String {
    switch table.name {
    case "a key": "type = \"text\""
    case "a 'limit' table": "apps = [\"steam\"], use = \"30m\""
    case "a goal": "at-most = \"30m\", focus = true"
    default: table.keys.compactMap { key in key.requiredExample.map { "\(key.name) = \($0)" } }.joined(separator: ", ")
    }
  }

  /// A file in which the key's table is the last one and has what it needs, and then these lines.
  func document(with lines: String, leavingOut missing: String? = nil) -> String {
    if header.isEmpty { return lines + "\n" }
    var document = ["on", "skip"].contains(key.name) ? "[calendar.c]\ndates = [2026-12-25]\n" : ""
    document += "[profile.p]\n"
    if header.hasPrefix("[profile.p.limit.") { document += "[profile.p.limit]\napps = [\"steam\"]\nuse = \"30m\"\n" }
    if header != "[profile.p]" { document += header + "\n" }
    for other in table.keys where other.name != key.name && other.name != missing {
      if let example = other.requiredExample { document += "\(other.name) = \(example)\n" }
    }
    if table.name == "a 'limit' table" {
      let isWhole = key.name == "all" && lines.hasSuffix("true")
      document += isWhole ? "" : key.name == "apps" ? "categories = [\"Game\"]\n" : "apps = [\"steam\"]\n"
    }
    if table.name == "a goal" {
      if !key.name.hasPrefix("at-") { document += "at-most = \"30m\"\n" }
      let isWhole = ["all", "focus"].contains(key.name) && lines.hasSuffix("true")
      document += isWhole ? "" : key.name == "apps" ? "categories = [\"Game\"]\n" : "apps = [\"steam\"]\n"
    }
    if table.name == "a 'strategy' table", key.name == "type" { document += "length = \"45m\"\n" }
    if table.name == "a key", key.name == "length" { document += "type = \"text\"\n" }
    if table.name == "a key", key.name != "sha256", key.name != "length" { document += Self.digest }
    if let companions = Self.companions[key.name] {
      for line in companions.split(separator: "\n") where !document.contains(line.prefix { $0 != " " } + " =") {
        document += line + "\n"
      }
    }
    if lines.isEmpty, missing == nil, let example = key.requiredExample { document += "\(key.name) = \(example)\n" }
    return document + lines + "\n"
  }

  private static let digest = "sha256 = \(named["sha256"] ?? "")\n"
}
