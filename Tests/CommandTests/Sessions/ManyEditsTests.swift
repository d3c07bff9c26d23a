import ProgramTesting
import Testing

/// Edits that wait, as many as there may be.
@Suite struct ManyEditsTests {
  /// A configuration that blocks a number of domains, for at least a day.
  private static func week(_ count: Int, lock: String = "none") -> String {
    let domains = (0..<count).map { "\"d\($0).org\"" }.joined(separator: ", ")
    return
      "timezone = \"Europe/Berlin\"\n[profile.p]\ncooldown = \"1d\"\nlock = \"\(lock)\"\nblock.domains = [\(domains)]\n"
  }

  @Test func `at the limit of waiting edits, an edit that loosens is refused and one that does not is accepted`() throws
  {
    let machine = try OfflineMachine(Self.week(40))
    #expect(try machine.run("run", "--once").end == .exit(0))
    for edit in 1...32 {
      try machine.folder.write(Self.week(40 - edit), to: "week.toml")
      #expect(try machine.run("run", "--once", "-q").messages == "")
    }
    try machine.folder.write(Self.week(7), to: "week.toml")
    let refused = try machine.run("run", "--once")
    #expect(refused.messages.contains("32 edits of the configuration already wait, and this one loosens more"))
    #expect(refused.messages.contains("help: 'schedctl pending' says until when"), "\(refused)")
    #expect(try machine.run("doctor").output.contains("help: 'schedctl pending' says until when"))
    for text in [Self.week(8, lock: "strict"), Self.week(9, lock: "strict"), Self.week(40, lock: "strict")] {
      try machine.folder.write(text, to: "week.toml")
      #expect(try machine.run("run", "--once", "-q").messages == "")
    }
    #expect(try machine.run("pending").output.contains("nothing waits"))
  }
}
