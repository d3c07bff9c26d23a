import Testing
import os

@Suite struct UnfairLockTests {
  @Test func `threads change the value one after another`() {
    let lock = OSAllocatedUnfairLock(initialState: 0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1_000 { lock.withLock { $0 += 1 } }
    }
    #expect(lock.withLock { $0 } == 8_000)
  }

  @Test func `a value that may not cross threads can be locked unchecked`() {
    final class Box { var count = 0 }
    let lock = OSAllocatedUnfairLock(uncheckedState: Box())
    let box = lock.withLockUnchecked { $0 }
    var seen = 0
    lock.withLockUnchecked {
      $0.count += 1
      seen = $0.count
    }
    #expect(box.count == 1 && seen == 1)
    #expect(lock.withLockIfAvailableUnchecked { $0.count } == 1)
  }

  @Test func `the value goes with the last copy of the lock`() {
    final class Box: Sendable {}
    var lock: OSAllocatedUnfairLock<Box>? = OSAllocatedUnfairLock(initialState: Box())
    weak let box = lock?.withLock { $0 }
    let copy = lock
    lock = nil
    #expect(copy?.withLock { ObjectIdentifier($0) } == box.map { ObjectIdentifier($0) })
    #expect(box != nil)
  }

  @Test func `a lock that is held is not available`() {
    let lock = OSAllocatedUnfairLock(initialState: 1)
    lock.withLock { value in
      lock.precondition(.owner)
      #expect(lock.withLockIfAvailable { $0 } == nil)
      value = 2
    }
    lock.precondition(.notOwner)
    #expect(lock.withLockIfAvailable { $0 } == 2)
  }

  @Test func `a lock without a value locks by hand`() {
    let lock = OSAllocatedUnfairLock()
    lock.lock()
    #expect(!lock.lockIfAvailable())
    lock.unlock()
    #expect(lock.lockIfAvailable())
    lock.unlock()
    #expect(lock.withLock { 3 } == 3)
    #expect(lock.withLockUnchecked { 4 } == 4)
    #expect(lock.withLockIfAvailable { 5 } == 5)
    #expect(lock.withLockIfAvailableUnchecked { 6 } == 6)
  }

  @Test func `an error of the body passes, and the lock is free`() {
    let lock = OSAllocatedUnfairLock(initialState: 1)
    #expect(throws: CancellationError.self) { try lock.withLock { _ in throw CancellationError() } }
    #expect(lock.withLockIfAvailable { $0 } == 1)
  }
}
