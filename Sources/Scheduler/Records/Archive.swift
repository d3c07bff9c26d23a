import SchedulerCivilTime
import SchedulerJSON

/// The members of a stored object. One function of a type lists its fields, each once with its key; a writer and a reader
/// run that same function.
///
/// ```swift
/// extension Pause: StoredObject {
///   init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
///     kind = try archive.field("kind", of: value?.kind)
///     end = try archive.optional("end", of: value?.end)
///     count = try archive.field("count", of: value?.count, default: 1)
///   }
/// }
/// ```
/// A writer writes the fields of `value`, and each call returns what it wrote. A reader has no `value`, and each call
/// returns what it read. So a field that is written and not read back does not compile.
protocol Archive {
  /// What reading throws: nothing for a writer.
  associatedtype Failure: Error

  /// A member that is always there.
  mutating func field<Value: Stored>(_ key: StaticString, of value: Value?) throws(Failure) -> Value

  /// A member that is left out for nil. A reader takes `null` for nil, too.
  mutating func optional<Value: Stored>(_ key: StaticString, of value: Value?) throws(Failure) -> Value?

  /// A member that is `null` for nil. A strict reader wants it to be there.
  mutating func stated<Value: Stored>(_ key: StaticString, orNull value: Value?) throws(Failure) -> Value?

  /// A member that is always written. A strict reader wants it to be there, others take `usual` where it is not.
  mutating func stated<Value: Stored>(_ key: StaticString, of value: Value?, usual: Value) throws(Failure) -> Value

  /// A member that is an object with a member for each name, left out without names. The names are written in order.
  mutating func table<Value: Stored>(_ key: StaticString, of values: [String: Value]?) throws(Failure) -> [String:
    Value]

  /// A member that earlier versions wrote: only a reader has it.
  mutating func former<Value: Stored>(_ key: StaticString) throws(Failure) -> Value?

  /// The members that a newer version wrote and this one does not know. It comes after all other fields.
  mutating func unknown(_ members: JSONObject?) -> JSONObject

  /// Checks what a reader read.
  func require(_ isMet: Bool, of key: StaticString, expecting expectation: String) throws(Failure)
}

extension Archive {
  /// A member that is left out where it is the usual value.
  mutating func field<Value: Stored & Equatable>(
    _ key: StaticString, of value: Value?, default usual: Value
  ) throws(Failure) -> Value {
    try optional(key, of: value == usual ? nil : value) ?? usual
  }

  /// A list that is left out where it is empty.
  mutating func list<Element: Stored>(_ key: StaticString, of elements: [Element]?) throws(Failure) -> [Element] {
    try optional(key, of: elements?.isEmpty == true ? nil : elements) ?? []
  }

  /// An instant as epoch seconds.
  mutating func instant(_ key: StaticString, of value: Instant?) throws(Failure) -> Instant {
    Instant(epochSeconds: try field(key, of: value?.epochSeconds))
  }

  /// An instant as epoch seconds, left out for nil.
  mutating func optionalInstant(_ key: StaticString, of value: Instant?) throws(Failure) -> Instant? {
    try optional(key, of: value?.epochSeconds).map(Instant.init(epochSeconds:))
  }
}

extension JSONWriter: Archive {
  /// The bytes of a stored object.
  static func bytes(of value: some StoredObject) -> [UInt8] {
    // Room for the record of most profiles.
    var json = JSONWriter(reservingCapacity: 2_048)
    value.store(in: &json)
    return json.bytes
  }

  mutating func field<Value: Stored>(_ key: StaticString, of value: Value?) -> Value {
    guard let value else { preconditionFailure("a writer runs 'init(archive:of:)' with a value") }
    self.key(key)
    value.store(in: &self)
    return value
  }

  mutating func optional<Value: Stored>(_ key: StaticString, of value: Value?) -> Value? {
    guard let value else { return nil }
    return field(key, of: value)
  }

  mutating func stated<Value: Stored>(_ key: StaticString, orNull value: Value?) -> Value? {
    if value == nil { member(key) { $0.null() } }
    return optional(key, of: value)
  }

  mutating func stated<Value: Stored>(_ key: StaticString, of value: Value?, usual: Value) -> Value {
    field(key, of: value)
  }

  mutating func table<Value: Stored>(_ key: StaticString, of values: [String: Value]?) -> [String: Value] {
    guard let values, !values.isEmpty else { return [:] }
    object(key) { json in
      for (name, value) in values.sorted(by: { $0.key < $1.key }) {
        json.key(named: name)
        value.store(in: &json)
      }
    }
    return values
  }

  mutating func former<Value: Stored>(_ key: StaticString) -> Value? { nil }

  mutating func unknown(_ members: JSONObject?) -> JSONObject {
    let members = members ?? JSONObject()
    for member in members.members { self.member(named: member.key, value: member.value) }
    return members
  }

  func require(_ isMet: Bool, of key: StaticString, expecting expectation: String) {}
}
