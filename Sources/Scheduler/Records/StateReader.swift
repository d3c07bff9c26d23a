import SchedulerCivilTime
import SchedulerJSON

/// Why something that was written down cannot be read back.
public struct StateProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key of the record, such as `profile:6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10`.
  public internal(set) var key = ""
  /// The place in the record, such as `session.holds`.
  public let place: String
  /// What was expected there.
  public let expected: String
  /// Whether what the configuration says now stands in for it.
  public internal(set) var isMended = false

  /// A sentence without a full stop.
  public var description: String {
    "record '\(key)' is damaged: expected \(expected) at '\(place)'"
      + (isMended ? "; it goes on with those of the configuration" : "")
  }
}

/// Takes the members of a JSON object one by one; what is left is what this version does not know.
struct StateReader {
  private(set) var rest: JSONObject
  private let place: String

  init(_ object: JSONObject, at place: String = "") {
    rest = object
    self.place = place
  }

  /// Takes a member that has to be there.
  mutating func take<Value>(
    _ key: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(StateProblem) -> Value {
    guard let value = try takeIfPresent(key, expected, read) else { throw problem(key, expected) }
    return value
  }

  /// Takes a member that may be missing or null.
  mutating func takeIfPresent<Value>(
    _ key: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(StateProblem) -> Value? {
    guard let value = rest[key] else { return nil }
    rest[key] = nil
    if value == .null { return nil }
    guard let result = read(value) else { throw problem(key, expected) }
    return result
  }

  /// Takes a member that is an object, and reads it as one.
  mutating func object<Value>(
    _ key: String, _ read: (inout StateReader) throws(StateProblem) -> Value
  ) throws(StateProblem) -> Value? {
    guard let object = try takeIfPresent(key, "an object", \.objectValue) else { return nil }
    var reader = StateReader(object, at: path(key))
    return try read(&reader)
  }

  /// Takes a list of objects, none when it is missing.
  mutating func objects<Value>(
    _ key: String, _ read: (inout StateReader) throws(StateProblem) -> Value
  ) throws(StateProblem) -> [Value] {
    var result: [Value] = []
    for element in try takeIfPresent(key, "a list", \.arrayValue) ?? [] {
      guard let object = element.objectValue else { throw problem(key, "a list of objects") }
      var reader = StateReader(object, at: path(key))
      result.append(try read(&reader))
    }
    return result
  }

  /// A problem with a member.
  func problem(_ key: String, _ expected: String) -> StateProblem {
    StateProblem(place: path(key), expected: expected)
  }

  private func path(_ key: String) -> String { place.isEmpty ? key : "\(place).\(key)" }
}

extension StateReader {
  mutating func integer(_ key: String) throws(StateProblem) -> Int64 {
    try take(key, "a whole number", \.integerValue)
  }

  mutating func integerIfPresent(_ key: String) throws(StateProblem) -> Int64? {
    try takeIfPresent(key, "a whole number", \.integerValue)
  }

  mutating func instant(_ key: String) throws(StateProblem) -> Instant { Instant(epochSeconds: try integer(key)) }

  mutating func string(_ key: String) throws(StateProblem) -> String { try take(key, "a text", \.stringValue) }

  mutating func flag(_ key: String, default value: Bool = false) throws(StateProblem) -> Bool {
    try takeIfPresent(key, "true or false", \.boolValue) ?? value
  }

  mutating func choice<Choice: RawRepresentable<String>>(_ key: String) throws(StateProblem) -> Choice {
    try take(key, "a known word") { $0.stringValue.flatMap(Choice.init) }
  }

  mutating func uuid(_ key: String) throws(StateProblem) -> UUIDValue {
    try take(key, "a UUID") { $0.stringValue.flatMap { UUIDValue($0) } }
  }

  /// Reads a list of texts; empty if it is missing. Throws unless `read` accepts each of them.
  mutating func list<Element>(
    _ key: String, _ read: (String) -> Element?
  ) throws(StateProblem) -> [Element] {
    try takeIfPresent(key, "a list of texts") { value in
      guard let values = value.arrayValue else { return nil }
      let elements = values.compactMap { $0.stringValue.flatMap(read) }
      return elements.count == values.count ? elements : nil
    } ?? []
  }
}

extension JSONObject {
  /// Creates an object with these members in order, without those that are nil, followed by the members of `unknown`.
  init(_ members: KeyValuePairs<String, JSONValue?>, unknown: JSONObject = JSONObject()) {
    self.init()
    for (key, value) in members { if let value { self[key] = value } }
    for member in unknown.members { self[member.key] = member.value }
  }

  /// The object in bytes.
  var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(self)
    return writer.bytes
  }
}
