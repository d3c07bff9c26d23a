/// A value behind one reference: what is large and handed around a lot, yet hardly ever changed.
final class Shared<Value: Hashable & Sendable>: Hashable, Sendable, CustomStringConvertible {
  let value: Value

  init(_ value: Value) { self.value = value }

  /// A value behind a reference: behind `usual` where it is equal to that, so that many have the same one.
  static func sharing(_ value: Value, usual: Shared) -> Shared { value == usual.value ? usual : Shared(value) }

  /// Whether both hold equal values; at once where they are the same one.
  static func == (a: Shared, b: Shared) -> Bool { a === b || a.value == b.value }

  /// That of the value: what is printed does not tell where it is kept.
  var description: String { "\(value)" }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
