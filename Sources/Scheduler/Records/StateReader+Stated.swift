import SchedulerCivilTime
import SchedulerJSON

/// Reading of formats that document every key as present, even if its value is null or an empty list.
extension StateReader {
  /// Takes a member that has to be there and may be null.
  mutating func statedOrNull<Value>(
    _ key: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(StateProblem) -> Value? {
    if rest[key] == nil { throw problem(key, expected) }
    return try takeIfPresent(key, expected, read)
  }

  /// Takes a truth value.
  mutating func statedFlag(_ key: String) throws(StateProblem) -> Bool {
    try take(key, "true or false", \.boolValue)
  }

  /// Takes a time as RFC 3339 writes it; outside the years 1 to 9999 `@` and the epoch seconds.
  mutating func time(_ key: String) throws(StateProblem) -> Instant {
    try take(key, "a time", \.instantValue)
  }

  /// Takes a time or null.
  mutating func timeOrNull(_ key: String) throws(StateProblem) -> Instant? {
    try statedOrNull(key, "a time or null", \.instantValue)
  }

  /// Takes a member that has to be an object, and reads it as one.
  mutating func statedObject<Value>(
    _ key: String, _ read: (inout StateReader) throws(StateProblem) -> Value
  ) throws(StateProblem) -> Value {
    guard let value = try object(key, read) else { throw problem(key, "an object") }
    return value
  }

  /// Takes a list of objects; the place of what is wrong in one of them has its number, from 0.
  mutating func statedObjects<Value>(
    _ key: String, _ read: (inout StateReader) throws(StateProblem) -> Value
  ) throws(StateProblem) -> [Value] {
    var values: [Value] = []
    for (number, element) in try take(key, "a list", \.arrayValue).enumerated() {
      let problem = problem("\(key)[\(number)]", "an object")
      guard let object = element.objectValue else { throw problem }
      var reader = StateReader(object, at: problem.place)
      values.append(try read(&reader))
    }
    return values
  }

  /// Reads a list of texts. Throws unless `read` accepts each of them.
  mutating func texts<Element>(
    _ key: String, _ expected: String, _ read: (String) -> Element?
  ) throws(StateProblem) -> [Element] {
    let values = try take(key, "a list", \.arrayValue)
    var elements: [Element] = []
    elements.reserveCapacity(values.count)
    for (number, value) in values.enumerated() {
      guard let element = value.stringValue.flatMap(read) else { throw problem("\(key)[\(number)]", expected) }
      elements.append(element)
    }
    return elements
  }
}

extension JSONValue {
  /// The instant when this is a text that writes one.
  fileprivate var instantValue: Instant? {
    guard let text = stringValue else { return nil }
    guard text.utf8.first == UInt8(ascii: "@") else { return Instant(rfc3339: text) }
    let instant = Int64(text.dropFirst()).map(Instant.init(epochSeconds:))
    return instant?.description == text ? instant : nil
  }
}
