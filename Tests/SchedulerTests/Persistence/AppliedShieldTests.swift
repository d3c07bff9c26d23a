import SchedulerCivilTime
import SchedulerStore
import Synchronization
import Testing

@testable import Scheduler

/// A durable engine applies the shield through the store that it is given, and through nothing else.
@Suite struct AppliedShieldTests {
  /// A store outside the state directory, such as that of a firewall.
  private struct Backend: RestrictionStore {
    struct State {
      var kept: ShieldSet?
      var calls: [String] = []
      var isAway = false
    }

    final class Memory: Sendable {
      let state = Mutex(State())
    }

    let memory = Memory()

    func load(in files: inout some FileSystem & ~Copyable) -> ShieldSet? { memory.state.withLock(\.kept) }

    func prepare(_ shield: ShieldSet, in files: inout some FileSystem & ~Copyable) {
      memory.state.withLock { $0.calls.append("prepare \(shield.words)") }
    }

    func commit(
      _ shield: ShieldSet, in files: inout some FileSystem & ~Copyable
    ) throws(RestrictionStoreError) {
      let isAway = memory.state.withLock { state in
        state.calls.append("commit \(shield.words)")
        if !state.isAway { state.kept = shield }
        return state.isAway
      }
      if isAway { throw .unavailable("the firewall does not answer") }
    }

    var kept: ShieldSet? { memory.state.withLock(\.kept) }

    func setAway(_ isAway: Bool) { memory.state.withLock { $0.isAway = isAway } }

    /// Returns the calls since the last time.
    func takeCalls() -> [String] {
      memory.state.withLock { state in
        defer { state.calls = [] }
        return state.calls
      }
    }
  }

  private func machine(_ store: some RestrictionStore) throws -> DurableMachine {
    var machine = try DurableMachine(at: "2026-11-23 08:00")
    try machine.open(applyingTo: store)
    return machine
  }

  @Test func `an embedder's own store receives each applied shield set in order`() throws {
    let backend = Backend()
    var machine = try machine(backend)
    try machine.handle()
    #expect(backend.takeCalls() == ["commit -"])
    machine.pass(seconds: 3_600)
    #expect(try machine.handle().shield?.words == "a")
    #expect(backend.takeCalls() == ["prepare a", "commit a"])
    try machine.handle(.command(.start("b".profileKey)))
    #expect(backend.takeCalls() == ["prepare a b", "commit a b"])
    machine.pass(seconds: 60)
    try machine.handle()
    #expect(backend.takeCalls() == [])
    machine.pass(seconds: 10_740)
    try machine.handle()
    #expect(backend.takeCalls() == ["prepare b", "commit b"])
    #expect(machine.files["shield.json"] == nil)
  }

  @Test func `the shield backend never commits a command that is not durable`() throws {
    let backend = Backend()
    var machine = try machine(backend)
    try machine.handle()
    _ = backend.takeCalls()
    machine.files.plan.capacity = 0
    #expect(throws: StateStoreError.self) { try machine.handle(.command(.start("b".profileKey))) }
    #expect(backend.takeCalls().allSatisfy { $0.hasPrefix("prepare") })
    #expect(backend.kept?.words == "-")
  }

  @Test func `a set that could not be committed is committed again by the next evaluation`() throws {
    let backend = Backend()
    var machine = try machine(backend)
    try machine.handle()
    backend.setAway(true)
    machine.pass(seconds: 3_600)
    let behind = try machine.handle()
    #expect(behind.isDurable && behind.isShieldBehind && behind.shield == nil)
    #expect(behind.failures.map(\.description) == ["the shield cannot be applied: the firewall does not answer"])
    #expect(machine.engine?.nextDeadline.boot == machine.moment.boot + 10_000_000_000)
    _ = backend.takeCalls()
    backend.setAway(false)
    let next = try machine.handle()
    #expect(backend.takeCalls() == ["commit a"])
    #expect(next.shield?.words == "a" && next.failures == [] && !next.isShieldBehind)
  }

  @Test func `after a crash the next process commits the last shield set again, unchanged`() throws {
    let backend = Backend()
    var machine = try machine(backend)
    machine.pass(seconds: 3_600)
    try machine.handle()
    let kept = backend.kept
    _ = backend.takeCalls()
    machine.kill()
    machine.pass(seconds: 60)
    try machine.open(applyingTo: backend)
    #expect(try machine.handle().shield == nil)
    #expect(backend.takeCalls() == ["commit a"])
    #expect(backend.kept == kept)
  }

  @Test func `a store with an outdated set receives the current set with a higher generation`() throws {
    var old = ShieldSet(writtenAt: Instant(epochSeconds: 0), bootID: "boot-0")
    old.generation = 70
    var machine = try machine(MemoryRestrictionStore(old))
    machine.pass(seconds: 3_600)
    try machine.handle()
    let store = try #require(machine.engine?.restrictionStore as? MemoryRestrictionStore)
    #expect(store.shield?.words == "a")
    #expect(store.shield?.generation == 71)
  }
}

extension ShieldSet {
  /// The keys of its profiles, or `-` for none.
  fileprivate var words: String {
    layers.isEmpty ? "-" : layers.map(\.layer.profile.key.text).joined(separator: " ")
  }
}
