import ScreenTimeSystem

/// A lock that tasks and threads take in the order in which they ask. Those that wait use no time.
final class TurnLock: Sendable {
  private struct State {
    var isTaken = false
    /// What lets each waiting task or thread go on, the first to go at the end.
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = SharedState(State())

  /// Takes the lock, after all who asked before have returned it. A cancelled task waits too.
  func take() async {
    await withCheckedContinuation { continuation in ask { continuation.resume() } }
  }

  /// Takes the lock like `take`, and blocks the thread meanwhile.
  func takeBlocking() {
    let turn = DispatchSemaphore(value: 0)
    ask { turn.signal() }
    turn.wait()
  }

  /// Gives the lock to the one who has waited for the longest time.
  func giveBack() {
    let next = state.withLock { state in
      let next = state.waiting.popLast()
      state.isTaken = next != nil
      return next
    }
    next?()
  }

  /// Calls `proceed` as soon as the caller holds the lock.
  func ask(_ proceed: @escaping @Sendable () -> Void) {
    let isFree = state.withLock { state in
      if state.isTaken {
        state.waiting.insert(proceed, at: 0)
        return false
      }
      state.isTaken = true
      return true
    }
    if isFree { proceed() }
  }
}
