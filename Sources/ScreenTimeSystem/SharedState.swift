import Foundation
import Synchronization

/// State that several threads read and change, one after another.
///
/// It is a `Mutex` whose use the thread sanitizer can follow: the sanitizer sees an `NSLock`, and takes the state of a
/// bare `Mutex` for unprotected.
package final class SharedState<Value>: Sendable {
  private let lock = NSLock()
  private let state: Mutex<Value>

  package init(_ value: sending Value) { state = Mutex(value) }

  /// Runs `body` with the state. It must not use this state again.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try state.withLock(body)
  }
}
