import SchedulerCivilTime
import SchedulerStore
import TestSupport
import Testing

@testable import Scheduler

/// The configurations that a directory remembers, each in a file named by its digest.
@Suite struct ConfigurationFilesTests {
  /// Monday, 10:00 in Berlin: a window lasts.
  private static let moment = Moment(wall: Instant(epochSeconds: 1_795_424_400), boot: 0, bootID: "boot-1")
  private static let blocking = "[profile.p]\nblock.domains = [\"p.example\", \"q.example\"]\ncooldown = \"1h\"\n"
  private static let loose = "[profile.p]\nblock.domains = [\"p.example\"]\ncooldown = \"1h\"\n"
  private static let looser = "[profile.p]\ncooldown = \"1h\"\n"

  private func accepted(_ title: String, _ text: String? = nil) -> AcceptedConfiguration {
    AcceptedConfiguration(
      title: title, acceptedAt: Self.moment.wall, files: [.init(name: "config.toml", text: text ?? "# \(title)\n")],
      lists: [], systemZone: nil, namedZones: [])
  }

  @discardableResult
  private func accept(
    _ title: String, _ text: String? = nil, of configuration: Configuration, in files: inout SimulatedFileSystem
  ) throws(StateStoreError) -> Evaluation {
    let state = try LockedState.open(in: &files)
    let versions = state.configuration.accepted?.versions(zones: machineZones) ?? ConfigurationVersions(configuration)
    var engine = DurableEngine(versions, from: state, in: &files)
    let evaluation = try engine.handle(
      .configuration(configuration), accepting: accepted(title, text), at: Self.moment, in: &files)
    engine.close(in: &files)
    return evaluation
  }

  private func configurationNames(_ files: inout SimulatedFileSystem) throws -> [String] {
    try files.names().filter { $0.hasPrefix("configuration") }
  }

  /// A directory in which the second and the third configuration wait.
  private func waiting() throws -> SimulatedFileSystem {
    var files = SimulatedFileSystem()
    for (title, text) in [("one", Self.blocking), ("two", Self.loose), ("three", Self.looser)] {
      try accept(title, text, of: configuration(text), in: &files)
    }
    let stored = try #require(try StateReading(of: &files).configuration.accepted)
    #expect(stored.earlier.map(\.title) == ["one", "two"] && stored.title == "three")
    return files
  }

  @Test func `the SHA-256 of an accepted configuration's bytes is part of its file name`() throws {
    var files = SimulatedFileSystem()
    try accept("one", of: configuration(DurableMachine.toml), in: &files)
    let names = try configurationNames(&files)
    let name = try #require(names.first)
    let bytes = try #require(files[name])
    #expect(names == ["configuration-\(SHA256(of: bytes).hexDigits)"])
    #expect(bytes == accepted("one").bytes && names == [accepted("one").fileName])
  }

  @Test func `the last accepted configuration is found again, and unreferenced files are removed`() throws {
    let configuration = try configuration(DurableMachine.toml)
    var files = SimulatedFileSystem()
    #expect(try StateReading(of: &files).configuration == .none)
    for title in ["one", "two", "three"] {
      #expect(try accept(title, of: configuration, in: &files).failures == [])
      #expect(try StateReading(of: &files).configuration == .accepted(accepted(title)))
    }
    try LockedState.open(in: &files).close(in: &files)
    #expect(try configurationNames(&files) == [accepted("three").fileName])
  }

  @Test func `an open state keeps the file of the accepted configuration and the file before it`() throws {
    let configuration = try configuration(DurableMachine.toml)
    var files = SimulatedFileSystem()
    var engine = DurableEngine(ConfigurationVersions(configuration), from: try .open(in: &files), in: &files)
    for title in ["one", "two", "three", "four"] {
      _ = try engine.handle(.configuration(configuration), accepting: accepted(title), at: Self.moment, in: &files)
      #expect(engine.storedConfiguration == .accepted(accepted(title)))
    }
    let kept = [accepted("three").fileName, accepted("four").fileName].sorted()
    #expect(try configurationNames(&files) == kept)
  }

  @Test(arguments: [false, true])
  func `wherever the machine stops, the state and the configuration belong together`(losesPower: Bool) throws {
    let configuration = try configuration(DurableMachine.toml)
    let other = Configuration(zone: configuration.zone, profiles: [])
    var seen: Set<String> = []
    var leftovers = 0
    for operation in 1...60 {
      var files = SimulatedFileSystem()
      try accept("one", of: configuration, in: &files)
      let before = try StateReading(of: &files).engine(configuration).records
      files.plan.faults[files.operationCount + operation] = .stopAfter
      do throws(StateStoreError) {
        try accept("two", of: other, in: &files)
      } catch {
        #expect(files.isStopped, "\(error)")
      }
      let isOver = !files.isStopped
      files.crash()
      files.plan.faults = [:]
      if losesPower { files.losePower(seed: UInt64(operation)) }
      let isWritten = files[accepted("two").fileName] != nil
      let state = try LockedState.open(in: &files)
      let title = try #require(state.configuration.accepted?.title)
      let records = DurableEngine(ConfigurationVersions(configuration), from: state, in: &files).engine.records
      #expect((title == "one") == (records == before), "stopped after operation \(operation)")
      #expect(try configurationNames(&files) == [accepted(title).fileName], "stopped after operation \(operation)")
      if isWritten, title == "one" { leftovers += 1 }
      seen.insert(title)
      if isOver { break }
    }
    #expect(seen == ["one", "two"])
    #expect(leftovers > 0, "the machine stopped between the file and the record")
  }

  @Test func `a torn state record names no configuration, although the configuration's file is written`() throws {
    let configuration = try configuration(DurableMachine.toml)
    var tornEnds = 0
    for operation in 1...40 {
      var files = SimulatedFileSystem()
      var engine = try DurableEngine.open(ConfigurationVersions(configuration), in: &files)
      #expect(try engine.handle(.time, at: Self.moment, in: &files).failures == [])
      engine.close(in: &files)
      let before = try StateReading(of: &files).engine(configuration).records
      files.plan.faults[files.operationCount + operation] = .stopWithin(byteCount: 10)
      do throws(StateStoreError) {
        try accept("one", of: Configuration(zone: configuration.zone, profiles: []), in: &files)
      } catch {
        #expect(files.isStopped, "\(error)")
      }
      if !files.isStopped { break }
      files.crash()
      files.plan.faults = [:]
      let reading = try StateReading(of: &files)
      let records = reading.engine(configuration).records
      #expect((reading.configuration == .none) == (records == before), "stopped within operation \(operation)")
      guard reading.losses.contains(where: \.isTornEnd), files[accepted("one").fileName] != nil else { continue }
      tornEnds += 1
      try LockedState.open(in: &files).close(in: &files)
      #expect(try configurationNames(&files) == [accepted("one").fileName], "the file is kept")
    }
    #expect(tornEnds > 0, "the machine stopped within the record")
  }

  @Test func `a configuration that a full disk refused is written when there is room`() throws {
    let configuration = try configuration(DurableMachine.toml)
    var files = SimulatedFileSystem()
    try accept("one", of: configuration, in: &files)
    let state = try LockedState.open(in: &files)
    let versions = try #require(state.configuration.accepted?.versions(zones: machineZones))
    var engine = DurableEngine(versions, from: state, in: &files)
    files.plan.capacity = 0
    let full = try engine.handle(.configuration(configuration), accepting: accepted("two"), at: Self.moment, in: &files)
    #expect(!full.failures.isEmpty)
    #expect(try StateReading(of: &files).configuration == .accepted(accepted("one")))
    files.plan.capacity = nil
    #expect(try engine.handle(.time, at: Self.moment, in: &files).failures == [])
    #expect(try StateReading(of: &files).configuration == .accepted(accepted("two")))
  }

  @Test func `a change of any byte in the accepted configuration, or its absence, is reported`() throws {
    var files = SimulatedFileSystem()
    try accept("one", of: try configuration(DurableMachine.toml), in: &files)
    let name = accepted("one").fileName
    let bytes = try #require(files[name])
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      files[name] = changed
      guard case .unusable(_, file: name, last: nil) = try StateReading(of: &files).configuration else {
        Issue.record("byte \(index) may change")
        return
      }
    }
    files[name] = nil
    #expect(try StateReading(of: &files).configuration == .unusable(.missing, file: name, last: nil))
  }

  @Test(arguments: [true, false])
  func `the last intact configuration is in force while a later one is damaged`(isMissing: Bool) throws {
    var files = try waiting()
    let name = accepted("three", Self.looser).fileName
    files[name] = isMissing ? nil : Array("{".utf8)
    let state = try LockedState.open(in: &files)
    guard case .unusable(_, file: name, let last) = state.configuration else {
      return #expect(Bool(false), "\(state.configuration)")
    }
    let record = try #require(last)
    #expect(record.title == "two" && record.earlier.map(\.title) == ["one"])
    var engine = DurableEngine(try #require(record.versions(zones: machineZones)), from: state, in: &files)
    #expect(engine.engine.configuration.profiles.first?.block != BlockedTargets(), "nothing loosens by it")
    #expect(try engine.handle(.time, at: Self.moment, in: &files).failures == [])
    engine.close(in: &files)
    let stored = try StateReading(of: &files).configuration
    #expect(stored == .accepted(record), "it is reported once")
  }

  @Test func `if the state is lost, the configuration files that remain are used`() throws {
    var files = try waiting()
    for name in try files.names() where name.hasPrefix("journal") || name.hasPrefix("snapshot") { files[name] = nil }
    let reading = try StateReading(of: &files)
    #expect(reading.losses == [.missingFile("journal")])
    let titles = Set((reading.configuration.accepted?.earlier ?? []).map(\.title))
    #expect(titles.isSubset(of: ["one", "two", "three"]))
    #expect(reading.configuration.accepted?.earlier.count == 2)
    try LockedState.open(in: &files).close(in: &files)
    #expect(try configurationNames(&files).count == 3)
  }
}

/// Directories of programs that kept all accepted configurations in one file.
@Suite struct UndividedConfigurationTests {
  private static let moment = Moment(wall: Instant(epochSeconds: 1_795_424_400), boot: 0, bootID: "boot-1")

  private static func record(_ title: String) -> String {
    let text =
      title == "one" ? #"[profile.p]\nblock.domains = [\"p.example\"]\ncooldown = \"1h\"\n"# : #"[profile.p]\n"#
    return """
      {"version":1,"title":"\(title)","acceptedAt":"2026-11-23T09:00:00Z",\
      "files":[{"name":"config.toml","text":"\(text)"}],"lists":[],"systemZone":null,"namedZones":[]
      """
  }

  /// A directory with one waiting configuration, as an earlier program wrote it.
  private func directory(as name: String = "configuration") throws -> SimulatedFileSystem {
    var files = SimulatedFileSystem()
    let bytes = Array((Self.record("two") + ",\"earlier\":[" + Self.record("one") + "}]}\n").utf8)
    var store = try StateStore.open(in: &files)
    let stamp = "\(bytes.count) \(String(CRC32C.checksum(of: bytes.span), radix: 16))"
    try store.append([StateChange(key: "configuration", payload: Array(stamp.utf8))], in: &files)
    store.close(in: &files)
    files[name] = bytes
    return files
  }

  @Test(arguments: ["configuration", "configuration.next"])
  func `a state directory in the old format is read, and the first evaluation converts it`(name: String) throws {
    var files = try directory(as: name)
    let stored = try StateReading(of: &files).configuration
    #expect(stored.accepted?.title == "two" && stored.accepted?.earlier.map(\.title) == ["one"])
    let state = try LockedState.open(in: &files)
    #expect(state.configuration == stored)
    var engine = DurableEngine(
      try #require(stored.accepted?.versions(zones: machineZones)), from: state, in: &files)
    #expect(try engine.handle(.time, at: Self.moment, in: &files).failures == [])
    engine.close(in: &files)
    #expect(files[name] == nil)
    #expect(try StateReading(of: &files).configuration == stored)
    #expect(try files.names().filter { $0.hasPrefix("configuration") }.count == 2)
  }

  @Test(arguments: [false, true])
  func `wherever the machine stops while an old directory is converted, nothing is lost`(losesPower: Bool) throws {
    for operation in 1...60 {
      var files = try directory()
      let stored = try StateReading(of: &files).configuration
      files.plan.faults[files.operationCount + operation] = .stopAfter
      do throws(StateStoreError) {
        let state = try LockedState.open(in: &files)
        let versions = stored.accepted?.versions(zones: machineZones)
        var engine = DurableEngine(versions ?? Self.empty, from: state, in: &files)
        _ = try engine.handle(.time, at: Self.moment, in: &files)
        engine.close(in: &files)
      } catch {
        #expect(files.isStopped, "\(error)")
      }
      let isOver = !files.isStopped
      files.crash()
      files.plan.faults = [:]
      if losesPower { files.losePower(seed: UInt64(operation)) }
      #expect(try LockedState.open(in: &files).configuration == stored, "stopped after operation \(operation)")
      if isOver { return }
    }
    Issue.record("it never came to an end")
  }

  private static let empty = ConfigurationVersions(
    Configuration(zone: .utc, profiles: []))
}

extension StateReading {
  fileprivate func engine(_ configuration: Configuration) -> Engine {
    var problems: [StateProblem] = []
    defer { #expect(problems == []) }
    return engine(ConfigurationVersions(configuration), problems: &problems)
  }
}
