import ProgramTesting
import Scheduler
import Testing

@testable import SchedulerEnforcement

/// What the name services say of a blocked name, by a program in the place of getent(1).
@Suite struct NameResolverTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  private func resolver(_ script: String) throws -> NameResolver {
    try folder.writeScript(script, to: "getent")
    return NameResolver(getent: folder.path + "/getent")
  }

  @Test(arguments: [
    ("echo '0.0.0.0 STREAM a.example'; echo ':: STREAM'", NameResolver.Answer.nowhere),
    ("echo '0.0.0.0 STREAM a.example'; echo '192.0.2.1 STREAM'", .address("192.0.2.1")),
    ("exit 2", .unknown), ("exec sleep 100", .unanswered),
  ])
  func `an answer is nowhere, an address, none, or late`(script: String, answer: NameResolver.Answer) throws {
    #expect(try resolver(script).answer(about: "a.example") == answer)
  }

  @Test func `each answer but nowhere is a fault with a sentence of its own, and a remedy where one is known`() throws {
    func fault(_ script: String) throws -> String? {
      try resolver(script).fault(of: "a.example", path: "/etc/hosts").map(\.reason)
    }
    #expect(try fault("echo '0.0.0.0 STREAM a.example'") == nil)
    #expect(try fault("echo '192.0.2.1 STREAM a.example'") == "'a.example' still resolves to 192.0.2.1")
    #expect(
      try fault("exit 2") == "the name services have no address for 'a.example', although '/etc/hosts' has one")
    #expect(
      try fault("exec sleep 100") == "the name services did not answer about 'a.example' within 3 s")
    let none = NameResolver(getent: "/nonexistent/getent")
    #expect(try none.answer(about: "a.example") == .noResolver && !none.exists)
    #expect(
      try none.fault(of: "a.example", path: "/etc/hosts")?.reason
        == "'a.example' was not looked up: there is no '/nonexistent/getent'")
  }

  @Test func `without getent no name counts as looked up, and the check says why`() throws {
    let shield = try ShieldText.shield(ShieldText.LayerText(block: ["a.example"]))
    func result(_ resolver: NameResolver) throws -> NameCheck.Result {
      try NameCheck(of: shield, machine: MachineNames(), path: HostsFile.systemPath, resolver: resolver).run { false }
    }
    let none = try result(NameResolver(getent: "/nonexistent/getent"))
    #expect(none.askedCount == 0 && none.open.isEmpty && none.hindrance == "there is no '/nonexistent/getent'")
    let nowhere = try result(resolver("echo '0.0.0.0 STREAM'"))
    #expect(nowhere.askedCount == 2 && nowhere.open.isEmpty && nowhere.hindrance == nil)
    let open = try result(resolver("echo '192.0.2.1 STREAM'"))
    #expect(open.askedCount == 2 && open.open.first == "'a.example' still resolves to 192.0.2.1")
  }
}
