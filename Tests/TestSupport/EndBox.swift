import Synchronization

/// What another thread finds out, such as how a program ended.
public final class EndBox<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, any Error>?>(nil)

  /// Creates an empty box.
  public init() {}

  /// Runs a function, and keeps what it returns or throws.
  public func run(_ body: () throws -> Value) {
    let found = Result { try body() }
    result.withLock { $0 = found }
  }

  /// What the function returned; nil while it runs, and if it failed.
  public var value: Value? {
    result.withLock { result in if case .success(let value)? = result { value } else { nil } }
  }
}
