extension JSONWriter {
  /// Writes a value.
  @inlinable public mutating func value(_ value: some JSONWritable) { value.write(to: &self) }

  /// Writes a value, or `null` for nil.
  @inlinable public mutating func value(orNull value: (some JSONWritable)?) {
    if let value { value.write(to: &self) } else { null() }
  }

  /// Writes an object, whose members `write` adds.
  @inlinable public mutating func object<Failure: Error>(
    _ write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginObject()
    try write(&self)
    endObject()
  }

  /// Writes an array, whose elements `write` adds.
  @inlinable public mutating func array<Failure: Error>(
    _ write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    beginArray()
    try write(&self)
    endArray()
  }
}

extension JSONWriter {
  /// Writes a member.
  @inlinable public mutating func member(_ key: StaticString, value: some JSONWritable) {
    self.key(key)
    value.write(to: &self)
  }

  /// Writes a member, with `null` for nil.
  @inlinable public mutating func member(_ key: StaticString, orNull value: (some JSONWritable)?) {
    self.key(key)
    self.value(orNull: value)
  }

  /// Writes a member unless its value is nil.
  @inlinable public mutating func member(_ key: StaticString, ifPresent value: (some JSONWritable)?) {
    if let value { member(key, value: value) }
  }

  /// Writes a member whose name is not known at compile time.
  @inlinable public mutating func member(named key: String, value: some JSONWritable) {
    self.key(named: key)
    value.write(to: &self)
  }

  /// Writes a member whose value `write` writes, exactly one.
  @inlinable public mutating func member<Failure: Error>(
    _ key: StaticString, write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.key(key)
    try write(&self)
  }

  /// Writes a member that is an object, whose members `write` adds.
  @inlinable public mutating func object<Failure: Error>(
    _ key: StaticString, write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.key(key)
    try object(write)
  }

  /// Writes a member that is an array, whose elements `write` adds.
  @inlinable public mutating func array<Failure: Error>(
    _ key: StaticString, write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    self.key(key)
    try array(write)
  }

  /// Writes a member that is an array, to which `write` adds each element of a sequence.
  @inlinable public mutating func array<Elements: Sequence>(
    _ key: StaticString, of elements: Elements, write: (Elements.Element, inout JSONWriter) -> Void
  ) {
    array(key) { json in for element in elements { write(element, &json) } }
  }
}
