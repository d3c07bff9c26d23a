/// A value that JSON can state without further information: a string, a number, a truth value, a tree, a list of them.
public protocol JSONWritable {
  /// Writes this as one JSON value.
  func write(to json: inout JSONWriter)
}

extension String: JSONWritable {
  /// Writes this as a string.
  @inlinable public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Bool: JSONWritable {
  /// Writes `true` or `false`.
  @inlinable public func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Int64: JSONWritable {
  /// Writes this in decimal digits.
  @inlinable public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Int: JSONWritable {
  /// Writes this in decimal digits.
  @inlinable public func write(to json: inout JSONWriter) { json.integer(Int64(self)) }
}

extension UInt32: JSONWritable {
  /// Writes this in decimal digits.
  @inlinable public func write(to json: inout JSONWriter) { json.integer(Int64(self)) }
}

extension Array: JSONWritable where Element: JSONWritable {
  /// Writes an array.
  @inlinable public func write(to json: inout JSONWriter) {
    json.array { json in for element in self { element.write(to: &json) } }
  }
}

extension JSONObject: JSONWritable {
  /// Writes an object. Numbers that are not finite become `null`, see `JSONWriter.double`.
  public func write(to json: inout JSONWriter) {
    json.object { json in for member in members { json.member(named: member.key, value: member.value) } }
  }
}

extension JSONValue: JSONWritable {
  /// Writes the whole tree. Numbers that are not finite become `null`, see `JSONWriter.double`.
  public func write(to json: inout JSONWriter) {
    switch self {
    case .null: json.null()
    case .bool(let value): json.bool(value)
    case .integer(let value): json.integer(value)
    case .double(let value): json.double(value)
    case .string(let value): json.string(value)
    case .array(let elements): elements.write(to: &json)
    case .object(let object): object.write(to: &json)
    }
  }
}
