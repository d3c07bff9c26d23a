/// The new state of one key, such as a session. It is complete, never a difference to the state before.
public struct StateChange: Hashable, Sendable {
  /// The key: at most 65,535 bytes of UTF-8.
  public let key: String
  /// The state in the writer's own format. Empty if the key is removed.
  public let payload: [UInt8]

  /// Creates a change. An empty payload removes the key.
  public init(key: String, payload: [UInt8]) {
    self.key = key
    self.payload = payload
  }

  /// Returns the change that removes a key.
  public static func removal(of key: String) -> StateChange { StateChange(key: key, payload: []) }

  static let keyLimit = Int(UInt16.max)
}
