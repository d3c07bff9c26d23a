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

  @Test func `the instance publishes running sessions in a run-time directory that it creates`() throws {
    let test = try TestInstance(TestInstance.morning)
    test.pass(hours: 1)
    var state = try test.instance.open()
    try state.evaluate()
    #expect(test.instance.publishedState() == nil)
    #expect(test.instance.publish(state).isEmpty)
    let published = try #require(test.instance.publishedState())
    #expect(published.isAuthorized && published.content["sessions"]?.arrayValue?.count == 1)
    #expect(test.instance.publishedShield()?.layers.count == 1)
    state.close()
  }

  @Test func `a state directory that is removed keeps the consent that the published state proves`() throws {
    let test = try TestInstance(TestInstance.morning)
    test.pass(hours: 1)
    var first = try test.instance.open()
    try first.evaluate()
    #expect(test.instance.publish(first).isEmpty && test.instance.publishedShield()?.layers.count == 1)
    first.close()
    try FileManager.default.removeItem(atPath: test.instance.directory)
    var waiting = test.instance
    waiting.firstAuthorization = .notDetermined
    var state = try waiting.open()
    try state.evaluate()
    #expect(waiting.publishedShield()?.layers.count == 1)
    state.close()
  }

  @Test func `an older copy of the state is noticed until the next boot, recorded once, and continued from`() throws {
    let test = try TestInstance(TestInstance.morning)
    func evaluate() throws -> [String] {
      var state = try test.instance.open()
      try state.evaluate()
      #expect(test.instance.publish(state).isEmpty)
      let notices = state.notices.map(\.description)
      state.close()
      return notices.filter { $0.contains("an older copy may have taken its place") }
    }
    #expect(try evaluate() == [])
    let (state, copy) = (test.instance.directory, test.folder.path + "/copy")
    try FileManager.default.copyItem(atPath: state, toPath: copy)
    test.pass(hours: 1)
    #expect(try evaluate() == [])
    let last = try #require(try numbers(state).last)
    func putBack() throws {
      try FileManager.default.removeItem(atPath: state)
      try FileManager.default.copyItem(atPath: copy, toPath: state)
    }
    try putBack()
    let view = try test.instance.view()
    #expect(view.notices.count { $0.description.contains("an older copy") } == 1)
    let found = try test.instance.inspect().inspection.findings.filter { $0.code == .journal }
    #expect(found.map(\.gravity) == [.problem] && found[0].text.contains("an older copy"))
    #expect(try evaluate().count == 1)
    #expect(try evaluate() == [] && test.instance.view().sessions.count == 1)
    var history = try StoredHistory(state)
    var losses: [HistoryRecord] = []
    while let line = try history?.next() { if line.entry.event == .stateDidLose { losses.append(line.entry) } }
    #expect(losses.count == 1 && losses[0].message?.contains("an older copy") == true)
    #expect(losses.first?.number == last + 1, "no number is used a second time")
    let finding = try test.instance.inspect().inspection.findings.first { $0.code == .stateLoss }
    #expect(finding?.text.contains("an older copy") == true)
    try putBack()
    test.reboot()
    #expect(try evaluate() == [], "a reboot forgets how far the state had come")
  }

  @Test func `only a file in the run-time directory of its user says how much they used`() throws {
    let test = try TestInstance("timezone = \"UTC\"\n[profile.p.limit]\napps = [\"steam\"]\nuse = \"30m\"\n")
    try test.instance.makeRuntimeDirectory()
    let view = try test.instance.view()
    var engine = view.engine
    let steam = UsedTarget(application: ApplicationIdentity(desktopIDs: ["steam"]))
    _ = engine.handle(.use(UseReport(of: UserIdentity(name: "kim"), targets: [steam], source: "test")), at: view.now)
    func published(to variables: [String: String], userID: UInt32 = 1_000) -> [String]? {
      var instance = test.instance
      instance.host.environment = ProcessEnvironment(variables: variables, effectiveUserID: userID)
      #expect(instance.publish(engine, at: view.now).isEmpty)
      return instance.publishedState()?.live.limits.map { "\($0.user) \($0.allowedSeconds ?? 0)" }
    }
    #expect(published(to: [:]) == [])
    for (permissions, seen) in [(0o755, []), (0o770, []), (0o700, ["kim 1800"])] {
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: test.folder.path)
      #expect(published(to: ["XDG_RUNTIME_DIR": test.folder.path]) == seen, "\(permissions)")
    }
    #expect(published(to: ["XDG_RUNTIME_DIR": test.folder.path + "/other"]) == [])
    #expect(published(to: ["XDG_RUNTIME_DIR": test.folder.path], userID: 0) == [], "root publishes for all")
  }

  @Test func `a state directory that is removed and made anew is noticed until the next boot`() throws {
    let test = try TestInstance(TestInstance.morning)
    try test.instance.makeRuntimeDirectory()
    test.pass(hours: 1)
    var state = try test.instance.open()
    try state.evaluate()
    #expect(test.instance.publish(state).isEmpty)
    state.close()
    try FileManager.default.removeItem(atPath: test.instance.directory)
    let missing = "'journal' is missing or empty"
    #expect(try test.instance.view().notices.contains { $0.description.contains(missing) })
    #expect(try test.instance.inspect().inspection.findings.contains { $0.text.contains(missing) })
    var next = try test.instance.open()
    #expect(next.notices.map(\.description).contains { $0.contains(missing) })
    try next.evaluate()
    let events = next.evaluations.flatMap(\.events).filter { $0.name == .stateDidLose }
    #expect(events.map(\.profile?.key.text) == ["morning"], "the published sessions name the profile")
    next.close()
  }

  /// The numbers of the lines of history, in ascending order.
  private func numbers(_ directory: String) throws -> [Int64] {
    var history = try StoredHistory(directory)
    var numbers: [Int64] = []
    while let line = try history?.next() { if let number = line.entry.number { numbers.insert(number, at: 0) } }
    return numbers
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
