import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerInstance
import SchedulerPlatform
import Testing

@testable import schedctl

/// What id(1) says of users whom the files do not have; scripts stand in for it.
@Suite struct IdentityProgramTests {
  private func program(_ script: String) -> IdentityProgram {
    IdentityProgram(words: ["/bin/sh", "-c", script, "id"])
  }

  @Test func `a user from a name service is in the groups that the service lists, also with spaces in names`() {
    let program = program(#"[ "$*" = "-Gnz -- kim" ] && printf 'kim\0domain users\0'"#)
    #expect(program.user(named: "kim") == UserIdentity(name: "kim", groups: ["kim", "domain users"]))
    #expect(program.user(named: "lee") == UserIdentity(name: "lee", isComplete: false))
  }

  @Test func `the id program is asked for the current user's name first, and then for the groups of that name`() {
    let program = program(#"case "$*" in -un) echo kim;; "-Gnz -- kim") printf 'pupils\0';; esac"#)
    #expect(program.currentUser() == UserIdentity(name: "kim", groups: ["pupils"]))
  }

  @Test(
    arguments: [
      (#"printf 'pupils\0research\0'"#, ["pupils", "staff", "research"]), ("exit 1", ["pupils", "staff"]),
    ] as [(String, Set<String>)])
  func `a user from the account files also has the groups of the name services`(script: String, groups: Set<String>)
    throws
  {
    let folder = try WorkFolder()
    let accounts = AccountDatabase(
      passwordFile: try folder.write("kim:x:1000:1000::/:/bin/sh\n", to: "passwd"),
      groupFile: try folder.write("pupils:x:1000:\nstaff:x:50:lee,kim\n", to: "group"), getent: nil)
    let environment = ProcessEnvironment(variables: [:], effectiveUserID: 1000)
    let session = Console(
      host: Host(environment: environment, accounts: accounts), now: Instant(epochSeconds: 0),
      places: ProgramPlaces(identity: program(script)), output: .nowhere, messages: .nowhere)
    let configuration = Configuration(zone: ConfiguredZone(.system, rules: .utc), profiles: [])
    for words in [["why", "reddit.com"], ["why", "reddit.com", "--as", "kim"]] {
      let invocation = try ArgumentParser.parse(words, commands: CommandTable.commands)
      let question = try WhyQuestion(
        WhyQuestion.readings(of: "reddit.com"), of: invocation, for: configuration, in: session)
      #expect(question.request.user == UserIdentity(name: "kim", groups: groups))
    }
  }

  @Test(arguments: ["exit 1", "printf 'kim\\0'; exit 1", "kill -9 $$"])
  func `a partial answer of the identity program counts as no answer`(script: String) {
    let program = program(script)
    #expect(program.user(named: "kim") == UserIdentity(name: "kim", isComplete: false))
    #expect(program.currentUser() == UserIdentity(name: nil, isComplete: false))
  }

  @Test func `without the id program the current user is unknown`() {
    let program = IdentityProgram(words: ["/nowhere/id"])
    #expect(program.currentUser() == UserIdentity(name: nil, isComplete: false))
  }
}
