import Foundation
import ProgramTesting
import SchedulerInstance
import Testing

/// What a program of one's own does with an instance.
@Suite struct InstanceTests {
  @Test func `opening and evaluating an instance starts the sessions that are due by its host's clocks`() throws {
    let test = try TestInstance(TestInstance.morning)
    var state = try test.instance.open()
    try state.evaluate()
    #expect(state.engine.engine.sessions.isEmpty && state.notices.isEmpty)
    test.pass(hours: 1)
    try state.advance()
    #expect(state.engine.engine.sessions.map(\.profile.key.text) == ["morning"])
    #expect(state.evaluations.flatMap(\.events).map(\.name.rawValue).first == "intervalDidStart")
    #expect(state.failures.errors.isEmpty && state.failures.meaning == nil)
    state.close()
  }

  @Test func `an open instance follows edits and keeps the accepted configuration while files have errors`() throws {
    let test = try TestInstance(TestInstance.morning)
    var state = try test.instance.open()
    try state.evaluate()
    try test.write("nonsense")
    try state.advance()
    #expect(state.update.fault?.message == "the configuration has errors")
    #expect(state.update.fault?.details.contains("config.toml:1:") == true)
    #expect(state.engine.engine.configuration.profiles.map(\.key.text) == ["morning"])
    try test.write(TestInstance.morning.replacing("morning", with: "noon"))
    try state.advance()
    #expect(state.update.fault == nil)
    #expect(state.engine.engine.configuration.profiles.map(\.key.text) == ["noon"])
    #expect(state.update.watched.contains(WatchedPath(test.folder.path + "/config.toml")))
    state.close()
  }

  @Test func `a view shows what is due and writes nothing`() throws {
    let test = try TestInstance(TestInstance.morning)
    #expect(try test.instance.view().evaluatedAt == nil)
    #expect(!FileManager.default.fileExists(atPath: test.instance.directory))
    var state = try test.instance.open()
    try state.evaluate()
    state.close()
    test.pass(hours: 1)
    let before = try files(of: test.instance)
    let view = try test.instance.view()
    #expect(view.sessions.map(\.profile.key.text) == ["morning"] && !view.due.isEmpty)
    #expect(try files(of: test.instance) == before)
  }

  @Test func `the instance publishes running sessions, and only if there is a run-time directory`() throws {
    let test = try TestInstance(TestInstance.morning)
    test.pass(hours: 1)
    var state = try test.instance.open()
    try state.evaluate()
    #expect(test.instance.publish(state).isEmpty && test.instance.publishedState() == nil)
    try test.instance.makeRuntimeDirectory()
    #expect(test.instance.publish(state).isEmpty)
    let published = try #require(test.instance.publishedState())
    #expect(published.isAuthorized && published.content["sessions"]?.arrayValue?.count == 1)
    #expect(test.instance.publishedShield()?.layers.count == 1)
    state.close()
  }

  @Test func `a command is carried out under the lock, and another process that opens the state is refused`() throws {
    let test = try TestInstance(TestInstance.morning)
    var state = try test.instance.open()
    try state.evaluate()
    let outcome = try state.carryOut(.start(try #require(ProfileKey("morning"))), by: Requester())
    guard case .done = outcome else { return #expect(Bool(false), "\(String(describing: outcome))") }
    #expect(test.instance.keeper == getpid())
    #expect(
      reason {
        let other = try test.instance.open(); other.close()
      } == .inUse)
    state.close()
    #expect(test.instance.keeper == nil)
    #expect(try test.instance.isKept() && test.instance.isReadable())
  }

  @Test func `a change after the state directory was moved away writes every file of the state into a new one`() throws
  {
    let test = try TestInstance(TestInstance.morning)
    var state = try test.instance.open()
    try state.evaluate()
    let names = try files(of: test.instance).keys.sorted()
    #expect(names.contains { $0.hasPrefix("configuration-") } && names.contains("shield.json"))
    try FileManager.default.moveItem(atPath: test.instance.directory, toPath: test.folder.path + "/away")
    let outcome = try state.carryOut(.start(try #require(ProfileKey("morning"))), by: Requester())
    guard case .done = outcome else { return #expect(Bool(false), "\(String(describing: outcome))") }
    #expect(try Set(files(of: test.instance).keys).isSuperset(of: names))
    state.close()
    let view = try test.instance.view()
    #expect(view.sessions.map(\.profile.key.text) == ["morning"])
  }

  private func files(of instance: Instance) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: instance.directory)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: URL(fileURLWithPath: "\(instance.directory)/\($0)")))
      })
  }
}

/// The reason of the error of an instance; nil without an error.
func reason(_ body: () throws -> Void) -> InstanceError.Reason? {
  do { try body() } catch let error as InstanceError { return error.reason } catch {}
  return nil
}

/// Why an instance cannot be opened.
@Suite struct InstanceErrorTests {
  static let refused: [(configuration: String?, reason: InstanceError.Reason, message: String)] = [
    (nil, .inputOutput, "cannot read 'config.toml': no such file"),
    ("", .configuration, "the configuration is empty"),
    ("nonsense", .configuration, ""),
  ]

  @Test(arguments: refused)
  func `without an accepted configuration, a missing, empty or broken configuration file is an error`(
    configuration: String?, reason: InstanceError.Reason, message: String
  ) throws {
    let test = try TestInstance(configuration)
    do throws(InstanceError) {
      let state = try test.instance.open()
      state.close()
      Issue.record("it was opened")
    } catch {
      #expect(error.reason == reason)
      #expect(error.message.replacing(test.folder.path + "/", with: "") == message)
      #expect(error.diagnostics.hasErrors == message.isEmpty)
      #expect(!error.description.isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: test.instance.directory))
  }

  @Test func `standard input cannot be the configuration of a state directory`() throws {
    let test = try TestInstance(nil)
    #expect(reason { _ = try test.instance(of: .files(["-"])).view() } == .standardInput)
  }

  @Test func `the error for an instance without files says where to write the configuration`() throws {
    let test = try TestInstance(nil)
    do throws(InstanceError) {
      _ = try test.instance(of: .instance(.user)).view()
      Issue.record("there is a configuration")
    } catch {
      #expect(error.reason == .noConfiguration)
      #expect(error.help.first?.contains(test.folder.path + "/.config/schedctl/config.toml") == true)
    }
    #expect(reason { try test.instance(of: .instance(.user)).refuseMissingConfiguration() } == .noConfiguration)
  }

  @Test func `a state that a newer program wrote is left alone`() throws {
    let test = try TestInstance(TestInstance.morning)
    try test.folder.write(#"{"version":99}"#, to: "state/configuration")
    #expect(reason { _ = try test.instance.view() } == .newerVersion)
    #expect(
      reason {
        let state = try test.instance.open(); state.close()
      } == .newerVersion)
  }
}
