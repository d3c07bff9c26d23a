import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import Scheduler

/// What a store keeps is there, rises in generation, and is replaced only by what says something else.
@Suite struct RestrictionStoreTests {
  private func set(_ seconds: Int64, strict: Bool = false, generation: Int64 = 0) -> ShieldSet {
    var set = ShieldSet(writtenAt: Instant(epochSeconds: seconds), bootID: "boot", isStrict: strict)
    set.generation = generation
    return set
  }

  /// What every store has to do.
  private func check(_ store: inout some RestrictionStore & ~Copyable) throws {
    #expect(try store.load() == nil)
    #expect(try store.replace(with: set(1, generation: 7))?.generation == 7)
    #expect(try store.load() == set(1, generation: 7))
    #expect(try store.replace(with: set(2)) == nil)
    #expect(try store.load() == set(1, generation: 7))
    #expect(try store.replace(with: set(3, strict: true)) == set(3, strict: true, generation: 8))
    #expect(try store.load() == set(3, strict: true, generation: 8))
    #expect(try store.replace(with: set(4, generation: 20))?.generation == 20)
  }

  @Test func `in memory`() throws {
    var store = MemoryRestrictionStore()
    try check(&store)
    #expect(store.shield?.generation == 20)
  }

  @Test func `on disk, where the next process goes on`() throws {
    var store = FileRestrictionStore(in: SimulatedFileSystem())
    try check(&store)
    var next = FileRestrictionStore(in: store.files)
    #expect(try next.load()?.generation == 20)
    #expect(try next.replace(with: set(5)) == nil)
    #expect(try next.replace(with: set(6, strict: true))?.generation == 21)
  }

  @Test func `what is damaged is told, and replaced`() throws {
    var files = SimulatedFileSystem()
    files[ShieldFile.name] = Array(#"{"version":1}"#.utf8)
    var store = FileRestrictionStore(in: files)
    let error = #expect(throws: RestrictionStoreError.self) { try store.load() }
    #expect(error?.description == "'shield.json' is damaged: expected a whole number at 'generation'")
    #expect(try store.replace(with: set(1)) != nil)
    #expect(try store.load()?.writtenAt == Instant(epochSeconds: 1))
  }

  @Test func `a file that may not be read is not taken for none`() throws {
    var files = SimulatedFileSystem()
    files.plan.deniesPermission = true
    var store = FileRestrictionStore(in: files)
    let error = #expect(throws: RestrictionStoreError.self) { try store.load() }
    #expect(error?.description == "cannot read 'shield.json': permission denied")
  }

  @Test func `a disk that is full keeps the set before`() throws {
    var store = FileRestrictionStore(in: SimulatedFileSystem())
    try store.replace(with: set(1))
    var files = store.files
    files.plan.capacity = 0
    var full = FileRestrictionStore(in: files)
    let error = #expect(throws: RestrictionStoreError.self) { try full.replace(with: set(2, strict: true)) }
    #expect(error?.description == "cannot write 'shield.json': no space left")
    var later = full.files
    later.plan.capacity = nil
    var after = FileRestrictionStore(in: later)
    #expect(try after.load()?.writtenAt == Instant(epochSeconds: 1))
  }
}
