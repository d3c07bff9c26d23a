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

  func store(in json: inout JSONWriter) {
    json.object { json in _ = Self(archive: &json, of: self) }
  }

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
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (number, value) in values.enumerated() {
      let place = "\(source.place)[\(number)]"
      elements.append(
        try Element.restore(from: StoredSource(value: value, place: place, isStrict: source.isStrict)))
    }
    return elements
  }
}

/// A value that is one scalar of JSON.
protocol StoredScalar: Stored {
  /// The value that a scalar states; nil for another scalar.
  init?(stored value: JSONValue)
}

extension StoredScalar {
  static func restore(from source: StoredSource) throws(StateProblem) -> Self {
    guard let value = Self(stored: source.value) else { throw source.problem(expectation) }
    return value
  }
}

extension StoredScalar where Self: RawRepresentable<String> {
  static var expectation: String { "a known word" }
  init?(stored value: JSONValue) {
    guard let word = value.stringValue else { return nil }
    self.init(rawValue: word)
  }
  func store(in json: inout JSONWriter) { json.string(rawValue) }
}

extension Int64: StoredScalar {
  static var expectation: String { "a whole number" }
  init?(stored value: JSONValue) {
    guard let number = value.integerValue else { return nil }
    self = number
  }
  func store(in json: inout JSONWriter) { json.integer(self) }
}

extension Bool: StoredScalar {
  static var expectation: String { "true or false" }
  init?(stored value: JSONValue) {
    guard let flag = value.boolValue else { return nil }
    self = flag
  }
  func store(in json: inout JSONWriter) { json.bool(self) }
}

extension String: StoredScalar {
  static var expectation: String { "a text" }
  init?(stored value: JSONValue) {
    guard let text = value.stringValue else { return nil }
    self = text
  }
  func store(in json: inout JSONWriter) { json.string(self) }
}

extension UUIDValue: StoredScalar {
  static var expectation: String { "a UUID" }
  init?(stored value: JSONValue) {
    guard let text = value.stringValue else { return nil }
    self.init(text)
  }
  func store(in json: inout JSONWriter) { json.string { append(to: &$0) } }
}

extension ProfileKey: StoredScalar {
  static var expectation: String { "a profile's key" }
  init?(stored value: JSONValue) {
    guard let text = value.stringValue else { return nil }
    self.init(text)
  }
  func store(in json: inout JSONWriter) { json.string(text) }
}

/// An instant as RFC 3339 writes it; outside the years 1 to 9999 as `@` and the epoch seconds.
struct StoredTime: StoredScalar, Hashable {
  let instant: Instant

  static var expectation: String { "a time" }
  init(_ instant: Instant) { self.instant = instant }
  init?(stored value: JSONValue) {
    guard let text = value.stringValue else { return nil }
    let isNumber = text.utf8.first == UInt8(ascii: "@")
    let number = isNumber ? Int64(text.dropFirst()).map(Instant.init(epochSeconds:)) : nil
    guard let instant = isNumber ? number : Instant(rfc3339: text), !isNumber || instant.description == text else {
      return nil
    }
    self.instant = instant
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
