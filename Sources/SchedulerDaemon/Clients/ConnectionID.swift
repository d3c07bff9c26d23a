/// A connection, by a number that the loop gives it and never gives again.
public struct ConnectionID: Hashable, Sendable {
  /// The number.
  public let number: UInt64

  /// The connection of a number.
  public init(_ number: UInt64) { self.number = number }
}
