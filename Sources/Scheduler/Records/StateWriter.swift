import SchedulerCivilTime
import SchedulerJSON

/// What is written down as a JSON object, and read back by its `init(_ reader: inout StateReader)`.
protocol StateWritable {
  /// Writes its members, in order.
  func write(to state: inout StateWriter)
}

/// Writes the members of JSON objects one by one, straight into bytes: records are written at each evaluation, and a tree
/// of them would be most of its work. What is nil is left out.
struct StateWriter {
  private var json = JSONWriter(reservingCapacity: Self.usualBytes)

  /// Room for the record of most profiles.
  private static let usualBytes = 2_048

  /// The bytes of an object.
  static func bytes(_ write: (inout StateWriter) -> Void) -> [UInt8] {
    var state = StateWriter()
    state.value(write)
    return state.json.bytes
  }

  mutating func integer(_ key: StaticString, _ value: Int64?) {
    guard let value else { return }
    json.member(key, value)
  }

  /// Writes the epoch seconds of an instant.
  mutating func instant(_ key: StaticString, _ value: Instant?) { integer(key, value?.epochSeconds) }

  mutating func flag(_ key: StaticString, _ value: Bool) {
    json.member(key, value)
  }

  /// Writes a truth value that is not the usual one.
  mutating func flag(_ key: StaticString, _ value: Bool, unless usual: Bool) {
    if value != usual { flag(key, value) }
  }

  mutating func text(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    json.member(key, value)
  }

  mutating func uuid(_ key: StaticString, _ value: UUIDValue?) {
    guard let value else { return }
    json.key(key)
    json.string { value.append(to: &$0) }
  }

  mutating func object(_ key: StaticString, _ value: (some StateWritable)?) {
    guard let value else { return }
    json.key(key)
    self.value(value.write)
  }

  /// Writes an object under a name that is not known beforehand.
  mutating func object(named name: String, _ value: some StateWritable) {
    json.key(named: name)
    self.value(value.write)
  }

  /// Writes an object whose members `write` adds.
  mutating func object(_ key: StaticString, writing write: (inout StateWriter) -> Void) {
    json.key(key)
    value(write)
  }

  /// Writes members that a newer version wrote and this one does not know.
  mutating func unknown(_ object: JSONObject) {
    for member in object.members {
      json.member(named: member.key, member.value)
    }
  }

  private mutating func value(_ write: (inout StateWriter) -> Void) {
    json.beginObject()
    write(&self)
    json.endObject()
  }
}

extension StateWriter {
  /// Writes a list, also an empty one.
  mutating func list<Element>(
    _ key: StaticString, _ elements: some Sequence<Element>, _ write: (Element, inout JSONWriter) -> Void
  ) {
    json.key(key)
    json.beginArray()
    for element in elements { write(element, &json) }
    json.endArray()
  }

  /// Writes texts, unless there are none.
  mutating func texts(_ key: StaticString, _ values: [String]) {
    if !values.isEmpty { list(key, values) { $1.string($0) } }
  }

  /// Writes identifiers, unless there are none.
  mutating func uuids(_ key: StaticString, _ values: [UUIDValue]) {
    if !values.isEmpty { list(key, values) { value, json in json.string { value.append(to: &$0) } } }
  }

  /// Writes objects, unless there are none.
  mutating func objects(_ key: StaticString, _ values: [some StateWritable]) {
    guard !values.isEmpty else { return }
    json.key(key)
    json.beginArray()
    for value in values { self.value(value.write) }
    json.endArray()
  }
}
