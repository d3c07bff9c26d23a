/// The whole new state of one thing, such as a session; never a difference to what it was before.
public struct StateChange: Hashable, Sendable {
  /// What it is the state of: at most 65,535 bytes of UTF-8.
  public let key: String
  /// The state, in a form that only the writer knows. No bytes: the thing is gone.
  public let payload: [UInt8]

  /// A new state, or with an empty payload the end of one.
  public init(key: String, payload: [UInt8]) {
    self.key = key
    self.payload = payload
  }

  /// That a thing is gone.
  public static func removal(of key: String) -> StateChange { StateChange(key: key, payload: []) }

  static let keyLimit = Int(UInt16.max)
}
