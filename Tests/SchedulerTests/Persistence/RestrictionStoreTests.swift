import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import Scheduler

/// What a store keeps is there, and is replaced whole or not at all.
@Suite struct RestrictionStoreTests {
  private func set(_ seconds: Int64, generation: Int64 = 1) -> ShieldSet {
    var set = ShieldSet(writtenAt: Instant(epochSeconds: seconds), bootID: "boot")
    set.generation = generation
    return set
  }

  private func check(_ store: inout some RestrictionStore, in files: inout SimulatedFileSystem) throws {
    #expect(try store.load(in: &files) == nil)
    for set in [set(1), set(2, generation: 7)] {
      store.prepare(set, in: &files)
      #expect(try store.load(in: &files) != set)
      try store.commit(set, in: &files)
      store.settle(in: &files)
      #expect(try store.load(in: &files) == set)
    }
    store.prepare(self.set(3), in: &files)
    store.settle(in: &files)
    #expect(try store.load(in: &files) == set(2, generation: 7))
  }

  @Test func `a store in memory keeps the last set that was committed`() throws {
    var files = SimulatedFileSystem()
    var store = MemoryRestrictionStore()
    try check(&store, in: &files)
    #expect(store.shield?.generation == 7)
    #expect(try files.names().isEmpty)
  }

  @Test func `a store on disk keeps the last set that was committed, also for the next process`() throws {
    var files = SimulatedFileSystem()
    var store = FileRestrictionStore()
    try check(&store, in: &files)
    #expect(try files.names() == ["shield.json"])
    files.crash()
    files.losePower(seed: 1)
    var next = FileRestrictionStore()
    #expect(try next.load(in: &files)?.generation == 7)
  }

  @Test func `a commit of the set that the shield file already has writes nothing`() throws {
    var files = SimulatedFileSystem()
    var store = FileRestrictionStore()
    try store.commit(set(1), in: &files)
    var next = FileRestrictionStore()
    let found = try #require(try next.load(in: &files))
    let count = files.operationCount
    try next.commit(found, in: &files)
    #expect(files.operationCount == count)
  }

  @Test func `a damaged shield file is reported with its generation, and the next commit replaces it`() throws {
    var files = SimulatedFileSystem()
    files["shield.json"] = Array(#"{"version":1,"generation":41}"#.utf8)
    var store = FileRestrictionStore()
    let error = #expect(throws: RestrictionStoreError.self) { try store.load(in: &files) }
    guard case .damaged(_, _, let generation)? = error else { return #expect(Bool(false)) }
    #expect(generation == 41)
    #expect(error?.description.hasPrefix("'shield.json' is damaged: expected ") == true)
    try store.commit(set(1), in: &files)
    #expect(try store.load(in: &files) == set(1))
  }

  @Test func `loading a shield file without read permission is an error and does not mean a missing file`() {
    var files = SimulatedFileSystem()
    files.plan.deniesPermission = true
    var store = FileRestrictionStore()
    let error = #expect(throws: RestrictionStoreError.self) { try store.load(in: &files) }
    #expect(error?.description == "cannot read 'shield.json': permission denied")
  }

  @Test func `a full disk keeps the previous shield set`() throws {
    var files = SimulatedFileSystem()
    var store = FileRestrictionStore()
    try store.commit(set(1), in: &files)
    files.plan.capacity = 0
    let error = #expect(throws: RestrictionStoreError.self) { try store.commit(set(2), in: &files) }
    #expect(error?.description == "cannot write 'shield.json': no space left")
    #expect(try store.load(in: &files) == set(1))
  }
}
