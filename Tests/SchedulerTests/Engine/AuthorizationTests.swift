import SchedulerStore
import Testing

@testable import Scheduler

/// Consent to the shield, and its withdrawal.
@Suite struct AuthorizationTests {
  private static let plain = "[profile.p]\nwindow = [\"09:00-12:00\"]\nblock = { domains = [\"a.org\"] }\n"
  private static let strict = plain + "lock = \"strict\"\n"

  private func machine(_ toml: String, at time: String = "2026-11-23 10:00") throws -> VirtualMachine {
    var machine = try VirtualMachine("timezone = \"Europe/Berlin\"\n" + toml, at: time)
    machine.handle(.time)
    return machine
  }

  private func changes(_ machine: VirtualMachine) -> [String] {
    machine.events.filter { $0.name == .authorizationDidChange }.map { "\($0.planned) \($0.message ?? "")" }
  }

  @Test(arguments: [AuthorizationStatus.notDetermined, .denied])
  func `without consent sessions run, and nothing is shielded until it is given`(status: AuthorizationStatus) throws {
    var machine = try VirtualMachine(Self.plain, at: "2026-11-23 10:00")
    machine.replaceEngine { Engine($0.configuration, authorization: status) }
    machine.handle(.time)
    #expect(machine.active == ["p"] && machine.shielded == [])
    #expect(machine.engine.authorization == status)
    machine.handle(.authorization(.approved))
    #expect(machine.active == ["p"] && machine.shielded == ["p"])
  }

  @Test func `a withdrawal of consent waits for the strict session and names no session without an end`() throws {
    let open = Self.plain + "[profile.q]\nwindow = [\"09:00-09:30\"]\nblock = { domains = [\"b.org\"] }\n"
    var machine = try machine(open, at: "2026-11-23 08:50")
    machine.start("q")
    try machine.reload(
      "timezone = \"Europe/Berlin\"\n"
        + open.replacing("[profile.q]", with: "lock = \"strict\"\n[profile.q]\nlock = \"strict\""))
    try machine.run(to: "10:00")
    #expect(machine.active == ["p", "q"] && machine.session("q")?.rules.lock == .strict)
    let before = machine.engine.consent
    machine.handle(.authorization(.notDetermined))
    #expect(
      machine.engine.words(onConsentSince: before) == "consent is withdrawn as soon as no strict session runs: 'p'")
  }

  @Test func `an embedded engine has its embedder's consent`() throws {
    #expect(try machine(Self.plain).shielded == ["p"])
  }

  @Test func `a change of the authorization is recorded once`() throws {
    var machine = try machine(Self.plain)
    machine.handle(.authorization(.approved))
    #expect(changes(machine) == [])
    machine.handle(.authorization(.notDetermined))
    machine.handle(.authorization(.denied))
    machine.handle(.authorization(.denied))
    try machine.run(to: "10:30")
    machine.handle(.authorization(.approved))
    #expect(
      changes(machine) == [
        "2026-11-23T09:00:00Z notDetermined", "2026-11-23T09:00:00Z denied", "2026-11-23T09:30:00Z approved",
      ])
  }

  @Test func `without a strict session a withdrawal of consent applies at once`() throws {
    var machine = try machine(Self.plain)
    machine.handle(.authorization(.notDetermined))
    #expect(machine.shielded == [] && machine.active == ["p"])
    #expect(machine.engine.awaitedAuthorization == nil)
  }

  @Test(arguments: [AuthorizationStatus.notDetermined, .denied])
  func `a withdrawal of consent waits until the strict session has ended`(status: AuthorizationStatus) throws {
    var machine = try machine(Self.strict)
    machine.handle(.authorization(status))
    #expect(machine.shielded == ["p"] && changes(machine) == [])
    #expect(machine.engine.authorization == .approved && machine.engine.awaitedAuthorization == status)
    try machine.run(to: "11:59")
    #expect(machine.shielded == ["p"])
    try machine.run(to: "12:00")
    #expect(changes(machine) == ["2026-11-23T11:00:00Z \(status.rawValue)"])
    #expect(machine.engine.authorization == status && machine.engine.awaitedAuthorization == nil)
    try machine.run(to: "2026-11-24 10:00")
    #expect(machine.active == ["p"] && machine.shielded == [])
  }

  @Test func `a withdrawal of consent waits for the last strict session, and for no other session`() throws {
    let more = "[profile.q]\nlock = \"strict\"\nwindow = [\"11:00-13:00\"]\n[profile.r]\nwindow = [\"09:00-18:00\"]\n"
    var machine = try machine(Self.strict + more + "block = { domains = [\"r.org\"] }\n")
    machine.handle(.authorization(.notDetermined))
    try machine.run(to: "12:30")
    #expect(machine.shielded == ["q", "r"] && machine.engine.authorization == .approved)
    try machine.run(to: "13:00")
    #expect(machine.active == ["r"] && machine.shielded == [])
  }

  @Test func `a withdrawal of consent takes effect between two strict sessions that touch`() throws {
    let touching = Self.strict.replacing("\"09:00-12:00\"", with: "\"09:00-12:00\", \"12:00-15:00\"")
    var machine = try machine(touching)
    machine.handle(.authorization(.notDetermined))
    try machine.run(to: "12:00")
    #expect(machine.active == ["p"] && machine.shielded == [])
  }

  @Test
  func
    `it counts from the end of the last strict session, however late that is seen, and one that came since does not hold it`()
    throws
  {
    let two = Self.strict.replacing("\"09:00-12:00\"", with: "\"09:00-12:00\", \"14:00-18:00\"")
    var machine = try machine(two)
    machine.handle(.authorization(.notDetermined))
    try machine.sleep(to: "15:00")
    #expect(machine.active == ["p"] && machine.shielded == [])
    #expect(changes(machine) == ["2026-11-23T11:00:00Z notDetermined"])
  }

  @Test(arguments: ["reload", "reboot", "restart"])
  func `neither a reload nor a restart lets a withdrawal of consent take effect early`(event: String) throws {
    var machine = try machine(Self.strict)
    machine.handle(.authorization(.notDetermined))
    switch event {
    case "reload": try machine.reload("timezone = \"Europe/Berlin\"\n" + Self.strict + "name = \"P\"\n")
    case "reboot": try machine.reboot(at: "10:30")
    default:
      var problems: [StateProblem] = []
      machine.replaceEngine {
        Engine(ConfigurationVersions($0.configuration), records: $0.records, problems: &problems)
      }
      #expect(problems == [])
    }
    machine.handle(.time)
    #expect(machine.shielded == ["p"] && machine.engine.awaitedAuthorization == .notDetermined)
    try machine.run(to: "12:00")
    #expect(machine.engine.authorization == .notDetermined)
  }

  @Test func `an emergency makes a waiting withdrawal of consent take effect at once`() throws {
    var machine = try machine(Self.strict)
    machine.handle(.authorization(.notDetermined))
    machine.command(.emergency(reason: "it is over"))
    #expect(machine.engine.authorization == .notDetermined && machine.active == [])
    #expect(changes(machine) == ["2026-11-23T09:00:00Z notDetermined"])
  }

  @Test func `an unlock key that ends the last strict session makes a waiting withdrawal take effect at once`() throws {
    let key = "[[profile.p.unlock]]\nsha256 = \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"\n"
    var machine = try machine(Self.strict + key)
    machine.handle(.authorization(.notDetermined))
    machine.handle(.command(.stop(.profile("p".profileKey)), by: Requester(keyContent: Array("test".utf8))))
    #expect(machine.engine.authorization == .notDetermined && machine.active == [])
  }

  @Test func `new consent cancels a waiting withdrawal`() throws {
    var machine = try machine(Self.strict)
    machine.handle(.authorization(.notDetermined))
    machine.handle(.authorization(.approved))
    try machine.run(to: "2026-11-24 10:00")
    #expect(machine.shielded == ["p"] && changes(machine) == [])
  }

  @Test func `a strict session does not delay the refusal of a user who never consented`() throws {
    var machine = try machine(Self.strict)
    machine.replaceEngine { Engine($0.configuration, authorization: .notDetermined) }
    machine.handle(.time)
    #expect(machine.active == ["p"])
    machine.handle(.authorization(.denied))
    #expect(machine.engine.authorization == .denied && machine.engine.awaitedAuthorization == nil)
  }

  // MARK: the state

  private func read(_ payload: String?, _ first: AuthorizationStatus = .notDetermined) throws -> Engine {
    var problems: [StateProblem] = []
    let records = payload.map { [StateChange(key: "engine", payload: Array($0.utf8))] } ?? []
    let engine = Engine(
      ConfigurationVersions(try configuration(Self.plain)), authorization: first, records: records, problems: &problems)
    #expect(problems == [])
    return engine
  }

  @Test(arguments: [
    ("", AuthorizationStatus.approved), (",\"isAuthorized\":true", .approved), (",\"isAuthorized\":false", .denied),
    (",\"authorization\":\"notDetermined\"", .notDetermined), (",\"authorization\":\"approved\"", .approved),
    (",\"authorization\":\"denied\",\"isAuthorized\":true", .denied),
  ])
  func `the stored state gives the authorization status, also in its older Boolean form`(
    members: String, status: AuthorizationStatus
  ) throws {
    #expect(try read("{\"version\":1,\"nextNumber\":1\(members)}").authorization == status)
  }

  @Test func `a missing record keeps the initial authorization, and a damaged record withdraws no consent`() throws {
    #expect(try read(nil).authorization == .notDetermined)
    #expect(try read(nil, .approved).authorization == .approved)
    var problems: [StateProblem] = []
    let damaged = [StateChange(key: "engine", payload: Array("{".utf8))]
    let engine = Engine(
      ConfigurationVersions(try configuration(Self.plain)), authorization: .notDetermined, records: damaged,
      problems: &problems)
    #expect(engine.authorization == .approved && problems.count == 1)
  }

  @Test(arguments: AuthorizationStatus.allCases)
  func `each authorization status is read back as it was written`(status: AuthorizationStatus) throws {
    var machine = try machine(Self.strict)
    machine.handle(.authorization(status))
    var problems: [StateProblem] = []
    let engine = Engine(
      ConfigurationVersions(machine.engine.configuration), records: machine.engine.records, problems: &problems)
    #expect(engine.state.authorization == machine.engine.state.authorization && problems == [])
    #expect(engine.shield == machine.engine.shield)
  }
}
