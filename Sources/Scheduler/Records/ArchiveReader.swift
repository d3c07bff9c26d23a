import SchedulerJSON

/// Why a record cannot be read back.
public struct StateProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key of the record, such as `profile:6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10`.
  public internal(set) var key = ""
  /// The place in the record, such as `session.holds[0].start`.
  public let place: String
  /// What was expected there.
  public let expected: String
  /// Whether what the configuration says now stands in for it.
  public internal(set) var isMended = false

  /// A sentence without a full stop.
  public var description: String {
    "record '\(key)' is damaged: expected \(expected) at '\(place)'"
      + (isMended ? "; it continues with those of the configuration" : "")
  }
}

/// A value in a record that is being read, and where it stands.
struct StoredSource {
  let value: JSONValue
  /// The keys that lead to it.
  let place: String
  /// Whether every key has to be there that a writer writes always: other programs are promised that.
  let isStrict: Bool
  /// Whether null stands there for nil.
  var isNullable = false

  /// A problem with it.
  func problem(_ expected: String) -> StateProblem {
    StateProblem(place: place, expected: isNullable ? "\(expected) or null" : expected)
  }
}

/// Reads the members of an object. It takes them out one by one; what is left is what this version does not know.
struct ArchiveReader: Archive {
  private var rest: JSONObject
  private let place: String
  private let isStrict: Bool

  /// A reader of a whole record.
  ///
  /// - Parameter isStrict: whether every key has to be there that a writer writes always.
  init(_ object: JSONObject, isStrict: Bool = false) {
    rest = object
    place = ""
    self.isStrict = isStrict
  }

  /// A reader of an object in a record.
  init(_ source: StoredSource) throws(StateProblem) {
    guard let object = source.value.objectValue else { throw source.problem("an object") }
    rest = object
    place = source.place
    isStrict = source.isStrict
  }

  mutating func field<Value: Stored>(_ key: StaticString, of value: Value?) throws(StateProblem) -> Value {
    guard let read: Value = try former(key) else { throw problem(key, expecting: Value.expectation) }
    return read
  }

  mutating func optional<Value: Stored>(_ key: StaticString, of value: Value?) throws(StateProblem) -> Value? {
    try former(key)
  }

  mutating func stated<Value: Stored>(_ key: StaticString, orNull value: Value?) throws(StateProblem) -> Value? {
    if isStrict, rest[key.description] == nil { throw problem(key, expecting: "\(Value.expectation) or null") }
    guard var source = take(key) else { return nil }
    source.isNullable = true
    return try Value.restore(from: source)
  }

  mutating func stated<Value: Stored>(
    _ key: StaticString, of value: Value?, usual: Value
  ) throws(StateProblem) -> Value {
    isStrict ? try field(key, of: nil) : try former(key) ?? usual
  }

  mutating func table<Value: Stored>(
    _ key: StaticString, of values: [String: Value]?
  ) throws(StateProblem) -> [String: Value] {
    guard let source = take(key) else { return [:] }
    guard let object = source.value.objectValue else { throw source.problem("an object") }
    var read: [String: Value] = [:]
    for member in object.members {
      let place = "\(source.place).\(member.key)"
      read[member.key] = try Value.restore(from: StoredSource(value: member.value, place: place, isStrict: isStrict))
    }
    return read
  }

  mutating func former<Value: Stored>(_ key: StaticString) throws(StateProblem) -> Value? {
    guard let source = take(key) else { return nil }
    return try Value.restore(from: source)
  }

  mutating func unknown(_ members: JSONObject?) -> JSONObject {
    defer { rest = JSONObject() }
    return rest
  }

  func require(_ isMet: Bool, of key: StaticString, expecting expectation: String) throws(StateProblem) {
    if !isMet { throw problem(key, expecting: expectation) }
  }

  /// Takes a member out; nil where it is missing or null.
  private mutating func take(_ key: StaticString) -> StoredSource? {
    guard let value = rest[key.description] else { return nil }
    rest[key.description] = nil
    return value == .null ? nil : StoredSource(value: value, place: path(key), isStrict: isStrict)
  }

  private func problem(_ key: StaticString, expecting expected: String) -> StateProblem {
    StateProblem(place: path(key), expected: expected)
  }

  private func path(_ key: StaticString) -> String { place.isEmpty ? key.description : "\(place).\(key)" }
}

extension JSONObject {
  /// An object with these members in order, without those that are nil, and after them those of another.
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
