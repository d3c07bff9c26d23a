import SchedulerCivilTime
import SchedulerStore
import TestSupport
import Testing

@testable import Scheduler

/// The configuration that a directory remembers.
@Suite struct ConfigurationFileTests {
  /// Monday, 10:00 in Berlin: a window lasts.
  private static let moment = Moment(wall: Instant(epochSeconds: 1_795_424_400), boot: 0, bootID: "boot-1")

  private func accepted(_ title: String) -> AcceptedConfiguration {
    AcceptedConfiguration(
      title: title, acceptedAt: Self.moment.wall, files: [.init(name: "config.toml", text: "# \(title)\n")], lists: [],
      systemZone: nil, namedZones: [])
  }

  private func accept(
    _ title: String, of configuration: Configuration, in files: inout SimulatedFileSystem
  ) throws(StateStoreError) -> Evaluation {
    var engine = DurableEngine(configuration, from: try .open(in: &files), in: &files)
    let evaluation = try engine.handle(
      .configuration(configuration), accepting: accepted(title), at: Self.moment, in: &files)
    engine.close(in: &files)
    return evaluation
  }

  @Test func `the last one that was accepted is found again`() throws {
    let configuration = try configuration(DurableMachine.toml)
    var files = SimulatedFileSystem()
    #expect(try StateReading(of: &files).configuration == .none)
    for title in ["one", "two", "three"] {
      #expect(try accept(title, of: configuration, in: &files).failures == [])
      #expect(try StateReading(of: &files).configuration == .accepted(accepted(title)))
      #expect(files["configuration.next"] == nil)
    }
  }

  @Test(arguments: [false, true])
  func `wherever the machine stops, the state and the configuration belong together`(losesPower: Bool) throws {
    let configuration = try configuration(DurableMachine.toml)
    let other = Configuration(zone: configuration.zone, profiles: [])
    var seen: Set<String> = []
    for operation in 1...60 {
      var files = SimulatedFileSystem()
      _ = try accept("one", of: configuration, in: &files)
      let before = try StateReading(of: &files).engine(configuration).records
      files.plan.faults[files.operationCount + operation] = .stopAfter
      do throws(StateStoreError) {
        _ = try accept("two", of: other, in: &files)
      } catch {
        #expect(files.isStopped, "\(error)")
      }
      let isOver = !files.isStopped
      files.crash()
      files.plan.faults = [:]
      if losesPower { files.losePower(seed: UInt64(operation)) }
      let state = try LockedState.open(in: &files)
      let title = try #require(state.configuration.accepted?.title)
      let records = DurableEngine(configuration, from: state, in: &files).engine.records
      #expect((title == "one") == (records == before), "stopped after operation \(operation)")
      #expect(title == "two" || files["configuration.next"] == nil)
      seen.insert(title)
      if isOver { break }
    }
    #expect(seen == ["one", "two"])
  }

  @Test func `one that could not be written is written when there is room`() throws {
    let configuration = try configuration(DurableMachine.toml)
    var files = SimulatedFileSystem()
    _ = try accept("one", of: configuration, in: &files)
    var engine = DurableEngine(configuration, from: try .open(in: &files), in: &files)
    files.plan.capacity = 0
    let full = try engine.handle(.configuration(configuration), accepting: accepted("two"), at: Self.moment, in: &files)
    #expect(!full.failures.isEmpty)
    #expect(try StateReading(of: &files).configuration == .accepted(accepted("one")))
    files.plan.capacity = nil
    #expect(try engine.handle(.time, at: Self.moment, in: &files).failures == [])
    #expect(try StateReading(of: &files).configuration == .accepted(accepted("two")))
  }

  @Test func `a byte that changed is told`() throws {
    var files = SimulatedFileSystem()
    _ = try accept("one", of: try configuration(DurableMachine.toml), in: &files)
    let bytes = try #require(files["configuration"])
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      files["configuration"] = changed
      guard case .unusable = try StateReading(of: &files).configuration else {
        Issue.record("byte \(index) may change")
        return
      }
    }
    files["configuration"] = nil
    #expect(try StateReading(of: &files).configuration == .unusable(.missing))
  }
}

extension StateReading {
  fileprivate func engine(_ configuration: Configuration) -> Engine {
    var problems: [StateProblem] = []
    defer { #expect(problems == []) }
    return engine(configuration, problems: &problems)
  }
}
