import SchedulerCivilTime
import SchedulerJSON

/// A value that can stand in a record.
protocol Stored {
  /// What a reader expects, as its message names it.
  static var expectation: String { get }

  /// Writes it.
  func store(in json: inout JSONWriter)

  /// Reads it back.
  static func restore(from source: StoredSource) throws(StateProblem) -> Self
}

/// A value with fields, which stands in a record as an object.
protocol StoredObject: Stored {
  /// Lists the fields: writes those of `value`, or reads all where it is nil. See `Archive`.
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure)
}

extension StoredObject {
  static var expectation: String { "an object" }

  func store(in json: inout JSONWriter) { json.object { json in _ = Self(archive: &json, of: self) } }

  static func restore(from source: StoredSource) throws(StateProblem) -> Self {
    var reader = try ArchiveReader(source)
    return try Self(archive: &reader, of: nil)
  }
}

extension Array: Stored where Element: Stored {
  static var expectation: String { "a list" }

  func store(in json: inout JSONWriter) {
    json.array { json in for element in self { element.store(in: &json) } }
  }

  static func restore(from source: StoredSource) throws(StateProblem) -> [Element] {
    guard let values = source.value.arrayValue else { throw source.problem(expectation) }
    return try values.enumerated().map { (number, value) throws(StateProblem) in
      let place = "\(source.place)[\(number)]"
      return try Element.restore(from: StoredSource(value: value, place: place, isStrict: source.isStrict))
    }
  }
}

/// A value that is one scalar of JSON.
protocol StoredScalar: Stored {
  /// Returns the value that a scalar states; nil for another scalar.
  static func stored(as value: JSONValue) -> Self?
}

extension StoredScalar {
  static func restore(from source: StoredSource) throws(StateProblem) -> Self {
    guard let value = stored(as: source.value) else { throw source.problem(expectation) }
    return value
  }
}

extension StoredScalar where Self: RawRepresentable<String> {
  static var expectation: String { "a known word" }
  static func stored(as value: JSONValue) -> Self? { value.stringValue.flatMap { Self(rawValue: $0) } }
  func store(in json: inout JSONWriter) { json.string(rawValue) }
}

extension Int64: StoredScalar {
  static var expectation: String { "a whole number" }
  static func stored(as value: JSONValue) -> Int64? { value.integerValue }
  func store(in json: inout JSONWriter) { json.integer(self) }
}

extension Bool: StoredScalar {
  static var expectation: String { "true or false" }
  static func stored(as value: JSONValue) -> Bool? { value.boolValue }
  func store(in json: inout JSONWriter) { json.bool(self) }
}

extension String: StoredScalar {
  static var expectation: String { "a text" }
  static func stored(as value: JSONValue) -> String? { value.stringValue }
  func store(in json: inout JSONWriter) { json.string(self) }
}

extension UUIDValue: StoredScalar {
  static var expectation: String { "a UUID" }
  static func stored(as value: JSONValue) -> UUIDValue? { value.stringValue.flatMap { UUIDValue($0) } }
  func store(in json: inout JSONWriter) { json.string { append(to: &$0) } }
}

extension Identity: StoredScalar {
  static var expectation: String { UUIDValue.expectation }
  static func stored(as value: JSONValue) -> Identity? { UUIDValue.stored(as: value).map(Identity.init) }
  func store(in json: inout JSONWriter) { uuid.store(in: &json) }
}

extension ProfileKey: StoredScalar {
  static var expectation: String { "a profile's key" }
  static func stored(as value: JSONValue) -> ProfileKey? { value.stringValue.flatMap { ProfileKey($0) } }
  func store(in json: inout JSONWriter) { json.string(text) }
}

/// An instant as RFC 3339 writes it; outside the years 1 to 9999 as `@` and the epoch seconds.
struct StoredTime: StoredScalar, Hashable {
  let instant: Instant

  static var expectation: String { "a time" }
  init(_ instant: Instant) { self.instant = instant }
  static func stored(as value: JSONValue) -> StoredTime? {
    guard let text = value.stringValue else { return nil }
    guard text.hasPrefix("@") else { return Instant(rfc3339: text).map { StoredTime($0) } }
    let instant = Int64(text.dropFirst()).map(Instant.init(epochSeconds:))
    return instant.flatMap { $0.description == text ? StoredTime($0) : nil }
  }
  func store(in json: inout JSONWriter) { json.string(instant.description) }
}

extension OccurrenceKey: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let day = try archive.field("day", of: (value?.epochDay).map(Int64.init))
    let second = try archive.field("second", of: (value?.second).map(Int64.init))
    try archive.require(Int32(exactly: day) != nil, of: "day", expecting: "a date")
    try archive.require(Int32(exactly: second) != nil, of: "second", expecting: "a second of a day")
    self.init(epochDay: Int32(truncatingIfNeeded: day), second: Int32(truncatingIfNeeded: second))
  }
}
