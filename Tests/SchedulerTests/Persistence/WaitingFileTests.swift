import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import Scheduler

/// What waits of edited configurations, as a directory remembers it.
@Suite struct WaitingFileTests {
  private static let strict = "[profile.p]\nblock.domains = [\"p.example\"]\ncooldown = \"1h\"\n"
  private static let loose = "[profile.p]\ncooldown = \"1h\"\n"

  /// A process on a directory whose configuration is read from the texts that it remembers.
  fileprivate struct Process {
    var files = SimulatedFileSystem()
    var moment = Moment(wall: Instant(epochSeconds: 1_795_424_400), boot: 0, bootID: "boot-1")
    private(set) var engine: DurableEngine?
    private(set) var stored = StoredConfiguration.none

    mutating func open() throws {
      let state = try LockedState.open(in: &files)
      stored = state.configuration
      let versions = stored.accepted?.versions(zones: machineZones)
      engine = DurableEngine(
        try versions ?? ConfigurationVersions(configuration(WaitingFileTests.strict)), from: state, in: &files)
    }

    mutating func accept(_ toml: String) throws {
      let new = try configuration(toml)
      let record = AcceptedConfiguration(
        new, title: "config.toml", files: [.init(name: "config.toml", text: toml)], lists: [],
        acceptedAt: moment.wall)
      _ = try engine?.handle(.configuration(new), accepting: record, at: moment, in: &files)
    }

    mutating func look() throws { _ = try engine?.handle(.time, at: moment, in: &files) }

    mutating func pass(seconds: Int64) {
      moment.wall = moment.wall.adding(seconds: seconds)
      moment.boot += seconds * 1_000_000_000
    }

    /// Kills the process, and starts it again on what is left.
    mutating func restart() throws {
      files.crash()
      files.plan.faults = [:]
      engine = nil
      try open()
    }

    /// Whether the profile blocks something.
    var isBlocking: Bool {
      let profile = engine?.engine.configuration.profiles.first
      return profile.map { $0.block != BlockedTargets() } ?? false
    }

    /// How many configurations the directory remembers.
    var remembered: Int { stored.accepted.map { $0.earlier.count + 1 } ?? 0 }
  }

  private func started() throws -> Process {
    var process = Process()
    try process.open()
    try process.accept(Self.strict)
    return process
  }

  @Test func `a waiting edit is read back with the configuration in force, and replaces it after the cooldown`() throws
  {
    var process = try started()
    try process.accept(Self.loose)
    try process.restart()
    #expect(process.isBlocking && process.remembered == 2)
    process.pass(seconds: 3_599)
    try process.look()
    #expect(process.isBlocking)
    process.pass(seconds: 1)
    try process.look()
    #expect(!process.isBlocking)
    try process.restart()
    #expect(!process.isBlocking && process.remembered == 1)
  }

  @Test func `wherever the machine stops at a reload, nothing loosens before its time`() throws {
    var seen: Set<Int> = []
    for operation in 1...60 {
      var process = try started()
      process.files.plan.faults[process.files.operationCount + operation] = .stopAfter
      do throws(StateStoreError) {
        try process.tryAccept(Self.loose)
      } catch {
        #expect(process.files.isStopped, "\(error)")
      }
      let isOver = !process.files.isStopped
      try process.restart()
      #expect(process.isBlocking, "operation \(operation)")
      seen.insert(process.remembered)
      process.pass(seconds: 3_600)
      try process.look()
      #expect(process.isBlocking == (process.remembered == 1), "operation \(operation)")
      if isOver { break }
    }
    #expect(seen == [1, 2])
  }

  @Test func `wherever the machine stops while an edit comes into force, the next evaluation has it in force`() throws {
    for operation in 1...60 {
      var process = try started()
      try process.accept(Self.loose)
      process.pass(seconds: 3_600)
      process.files.plan.faults[process.files.operationCount + operation] = .stopAfter
      do throws(StateStoreError) { try process.tryLook() } catch { #expect(process.files.isStopped, "\(error)") }
      let isOver = !process.files.isStopped
      try process.restart()
      #expect(process.remembered == (process.isBlocking ? 2 : 1), "operation \(operation)")
      try process.look()
      #expect(!process.isBlocking, "operation \(operation)")
      try process.restart()
      #expect(process.remembered == 1 && !process.isBlocking, "operation \(operation)")
      if isOver { break }
    }
  }

  @Test func `an edit waits again from the start when the record of its wait is lost`() throws {
    var process = try started()
    try process.accept(Self.loose)
    let accepted = try #require(try StateReading(of: &process.files).configuration.accepted)
    var problems: [StateProblem] = []
    let engine = try #require(process.engine?.engine)
    let records = engine.records.map { record in
      record.key == "engine" ? StateChange(key: "engine", payload: Array("{\"version\":1}x".utf8)) : record
    }
    let versions = try #require(accepted.versions(zones: machineZones))
    let read = Engine(versions, records: records, problems: &problems)
    #expect(problems.count == 1)
    #expect(read.configuration.profiles.first?.block != BlockedTargets())
    #expect(read.configurationVersions.count == 2)
  }

  @Test func `a change without any record starts to wait at the first evaluation`() throws {
    var problems: [StateProblem] = []
    let accepted = try [Self.strict, Self.loose].map { ConfigurationVersions.Version(try configuration($0)) }
    let versions = ConfigurationVersions(accepted[1], after: [accepted[0]])
    var engine = Engine(versions, records: [], problems: &problems)
    let moment = Process().moment
    _ = engine.handle(.time, at: moment)
    #expect(engine.pendingChanges.map(\.since) == [moment.wall])
    #expect(engine.pendingChanges.map(\.cooldownEnd) == [moment.wall.adding(seconds: 3_600)])
    var next = moment
    for (seconds, count) in [(3_599 as Int64, 1), (3_600, 0)] {
      next.wall = moment.wall.adding(seconds: seconds)
      next.boot = moment.boot + seconds * 1_000_000_000
      _ = engine.handle(.time, at: next)
      #expect(engine.pendingChanges.count == count)
    }
  }
}

extension WaitingFileTests.Process {
  fileprivate mutating func tryAccept(_ toml: String) throws(StateStoreError) {
    do { try accept(toml) } catch let error as StateStoreError { throw error } catch { throw .journalUnusable }
  }

  fileprivate mutating func tryLook() throws(StateStoreError) {
    do { try look() } catch let error as StateStoreError { throw error } catch { throw .journalUnusable }
  }
}
