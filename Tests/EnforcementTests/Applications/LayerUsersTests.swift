import Foundation
import Scheduler
import SchedulerEnforcement
import SchedulerPlatform
import Testing

/// The users whom layers cover.
@Suite struct LayerUsersTests {
  private let machine: TemporaryMachine

  init() throws {
    machine = try TemporaryMachine()
    try machine.addProgram("bin/tool")
  }

  @Test(arguments: [
    ("tool", "file bin/tool"), ("tool =kim", "file bin/tool for 1000"), ("tool =kim =root", "file bin/tool for 0,1000"),
    ("tool %students", "file bin/tool for 1000,1001"), ("tool =lost", ""), ("tool =lost %none", ""),
    ("tool =lost =lee", "file bin/tool for 1001"),
  ])
  func `names of users and groups become the ids of their users, and an unknown one covers no one`(
    rules: String, block: String
  ) {
    #expect(machine.blocks(rules) == (block.isEmpty ? [] : [block]))
  }

  @Test func `while the name services fail, the last answer holds, and without one a strict layer covers everybody`()
    throws
  {
    let answering = "#!/bin/sh\ncase $2 in ldap) echo ldap:x:7:7 ;; *) exit 2 ;; esac\n"
    try machine.addProgram("getent", script: answering)
    var resolver = machine.resolver(getent: machine.path("getent"))
    func covered(_ isStrict: Bool, _ name: String) -> [CoveredUsers] {
      resolver.blocks(of: [.blocking("tool =\(name)", isStrict: isStrict)]).map(\.users)
    }
    #expect(covered(false, "ldap") == [.only([7])])
    #expect(covered(true, "other").isEmpty)
    try machine.addProgram("getent", script: "#!/bin/sh\nexit 3\n")
    #expect(covered(false, "ldap") == [.only([7])])
    #expect(covered(true, "ldap") == [.only([7])])
    #expect(covered(false, "other").isEmpty)
    #expect(covered(true, "other") == [.everybodyButRoot])
  }

  @Test func `a layer that denies the removal of applications is not strict for that`() throws {
    try machine.addProgram("getent", script: "#!/bin/sh\nexit 3\n")
    var resolver = machine.resolver(getent: machine.path("getent"))
    let usual = AppliedLayer.blocking("tool =ldap")
    var layer = usual.layer
    layer.deniesAppRemoval = true
    let denying = AppliedLayer(layer: layer, session: usual.session, origins: [], until: nil)
    #expect(resolver.blocks(of: [denying]).isEmpty)
    #expect(
      resolver.limits == [
        "the name services do not answer about user 'ldap', so that the layer covers no user by that name"
      ])
  }

  @Test(arguments: [(["kim"], true), (["ghost"], false), (["ghost", "kim"], true), ([], true)] as [([String], Bool)])
  func `a hosts file blocks for everybody what a layer blocks, but not if it covers no one`(
    users: [String], isBlocked: Bool
  ) throws {
    let path = machine.path("hosts")
    try "127.0.0.1 localhost\n".write(toFile: path, atomically: true, encoding: .utf8)
    let accounts = AccountDatabase(
      passwordFile: machine.path("passwd"), groupFile: machine.path("group"), getent: nil)
    var adapter = HostsAdapter(machine: MachineNames(), path: path, accounts: accounts)
    let effect = try adapter.apply(ShieldText.shield(ShieldText.LayerText(users: users, block: ["a.example"])))
    #expect(effect.isConcerned == isBlocked)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("a.example") == isBlocked)
    #expect(effect.limits.contains("there is no user 'ghost'") == users.contains("ghost"))
  }
}
