import ProgramTesting
import Testing

/// What `why` answers, as agreed; `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter WhyCommandTests` writes it anew.
@Suite struct WhyCommandTests {
  /// A question whose answer is kept.
  struct Question: CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let code: Int32
    var testDescription: String { name }

    init(_ name: String, _ target: String, _ options: String..., is code: Int32) {
      self.name = name
      arguments = ["why", target, "--config", WhyCommandTests.configuration] + options
      self.code = code
    }
  }

  static let configuration = "Tests/CommandTests/Goldens/why.toml"
  private static let monday = "2026-11-23 10:00"

  static let questions = [
    Question("domain", "https://old.reddit.com/r/swift", "--at", monday, "--as", "nobody", is: 0),
    Question("domain-anybody", "old.reddit.com", "--at", "2026-11-23 18:30", is: 0),
    Question("domain-later", "reddit.com", "--at", "2026-11-27 12:30", "--as", "nobody", is: 1),
    Question("domain-allowed", "music.youtube.com", "--at", monday, "--as", "nobody", is: 1),
    Question("domain-built-in", "chess.com", "--at", "2026-11-23 18:30", "--as", "root", is: 1),
    Question("domain-past", "past.example.org", "--at", monday, "--as", "nobody", is: 1),
    Question("domain-always", "always.example.org", "--at", monday, "--as", "nobody", is: 0),
    Question("domain-disabled", "off.example.org", "--at", monday, "--as", "nobody", is: 1),
    Question("domain-own", "localhost", "--at", "2026-11-23 18:30", is: 1),
    Question("domain-loopback", "http://127.0.0.1:8080/", "--at", "2026-11-23 18:30", is: 1),
    Question("url", "https://www.pages.example.org/%73horts/abc?d=e", "--at", monday, "--as", "nobody", is: 0),
    Question("url-site", "pages.example.org", "--at", monday, "--as", "nobody", is: 1),
    Question("url-other", "https://pages.example.org/watch", "--at", monday, "--as", "nobody", is: 1),
    Question("url-same-host", "pages.example.org/shorts", "--at", monday, "--as", "nobody", is: 0),
    Question("url-excepted", "music.pages.example.org/shorts", "--at", monday, "--as", "nobody", is: 1),
    Question("url-json", "pages.example.org/shorts", "--at", monday, "--as", "nobody", "--json", is: 0),
    Question("nothing", "example.org", "--at", monday, "--as", "nobody", is: 1),
    Question("path", "/opt/games/chess", "--at", monday, "--as", "nobody", is: 0),
    Question("desktop-id", "org.example.Chess", "--at", monday, "--as", "nobody", is: 0),
    Question("application-all", "org.example.Chess", "--at", "2026-11-23 18:30", "--as", "bin", is: 0),
    Question("application-missing", "steam", "--at", monday, "--as", "nobody", is: 0),
    Question("application-terminal", "top-tool", "--at", "2026-11-23 18:30", is: 1),
    Question("limited", "clicker", "--at", monday, "--as", "nobody", is: 1),
    Question("never-shielded", "bash", "--at", "2026-11-23 18:30", is: 1),
    Question("json", "old.reddit.com", "--at", monday, "--as", "nobody", "--json", is: 0),
    Question("json-application", "org.example.Chess", "--at", "2026-11-23 18:30", "--json", is: 0),
    Question("json-nothing", "example.org", "--at", monday, "--as", "nobody", "--json", is: 1),
  ]

  /// A machine with a few applications.
  private func machine() throws -> WorkFolder {
    let folder = try WorkFolder()
    let entries = [
      ("org.example.Chess", "Exec=chess %U\nCategories=Game;BoardGame;"), ("top-tool", "Exec=top-tool\nTerminal=true"),
      ("broken", "Type=Link"),
    ]
    for (id, lines) in entries {
      try folder.write("[Desktop Entry]\nType=Application\n\(lines)\n", to: "share/applications/\(id).desktop")
    }
    for name in ["chess", "top-tool"] { try folder.write(Array("".utf8), to: "bin/\(name)", permissions: 0o755) }
    return folder
  }

  private func outcome(_ arguments: [String], columns: UInt16? = nil) throws -> Outcome {
    let machine = try machine()
    var run = ProgramRun(arguments: arguments)
    run.environment["XDG_DATA_DIRS"] = machine.path + "/share"
    run.environment["PATH"] = machine.path + "/bin"
    if let columns { run.output = .terminal(columns: columns) }
    return try run.outcome()
  }

  @Test(arguments: questions)
  func `why prints the agreed answer to a question`(question: Question) throws {
    let outcome = try outcome(question.arguments)
    let golden = Golden("Tests/CommandTests/Goldens/why-\(question.name).txt")
    #expect(try outcome.output == golden.agreed(with: outcome.output))
    #expect(outcome.end == .exit(question.code))
    #expect(outcome.messages.isEmpty != ["application-missing", "limited", "path"].contains(question.name))
  }

  @Test(arguments: [40, 60] as [UInt16])
  func `the answer of why fits the terminal`(columns: UInt16) throws {
    let outcome = try outcome(Self.questions[0].arguments, columns: columns)
    let golden = Golden("Tests/CommandTests/Goldens/why-\(columns)-columns.txt")
    #expect(try outcome.output == golden.agreed(with: outcome.output))
  }

  @Test func `why reports a missing application and matches listed paths by name`() throws {
    let arguments = ["why", "steam", "--config", Self.configuration, "--at", Self.monday, "--json"]
    let messages = """
      schedctl: 'steam' is read as an application, and no application of that name is installed here
        = help: a domain has a dot, as in 'steam.com'; an application that is listed counts without being installed

      """
    #expect(try outcome(arguments).messages == messages)
    #expect(try outcome(arguments + ["-q"]).messages == "")
  }

  @Test(arguments: [
    (["??"], "'??' is neither a domain nor an application"), (["*.reddit.com"], "a domain has no wildcard"),
    (["bin/steam"], "'bin/steam' is neither a domain nor an application"), ([""], "the target is empty"),
    (["a.org", "--as", "nobodi"], "there is no user 'nobodi' on this machine"),
    (
      ["a.org", "--at", "noon"],
      "'--at': 'noon' is not a time: expected now, 2026-11-23 09:00, 09:00, tomorrow 9:00, +90m or RFC 3339"
    ),
    ([], "'why' needs APP|DOMAIN"),
  ])
  func `why refuses invalid arguments with a reason`(words: [String], message: String) throws {
    let outcome = try outcome(["why"] + words + ["--config", Self.configuration])
    #expect(outcome.end == .exit(64) && outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("schedctl: \(message)\n"), "\(outcome.messages)")
  }

  @Test(arguments: [
    ("users = [\"no-one\"]", "blocks it for users that this machine does not have", 1),
    ("groups = [\"no-group\"]", "blocks it for users that this machine does not have", 1),
    ("users = [\"no-one\", \"bin\"]", "blocks it", 0), ("groups = [\"no-group\", \"bin\"]", "blocks it", 0),
    ("users = [\"no-one\"]\ngroups = [\"bin\"]", "blocks it", 0),
  ])
  func `a profile whose users are all unknown blocks nothing for anybody`(
    accounts: String, predicate: String, code: Int32
  ) throws {
    let folder = try WorkFolder()
    let text = "[profile.a]\n\(accounts)\nwindow = [\"00:00-24:00\"]\nblock.domains = [\"a.example\"]\n"
    let path = try folder.write(text, to: "week.toml")
    let outcome = try outcome(["why", "a.example", "--at", Self.monday, "--config", path])
    #expect(outcome.output.contains("\nprofile 'a' \(predicate)\n"), "\(outcome.output)")
    #expect(outcome.end == .exit(code))
  }

  @Test func `an error suggests the nearest user, or the forms of a target`() throws {
    let user = try outcome(["why", "a.org", "--as", "nobodi", "--config", Self.configuration])
    #expect(user.messages.hasSuffix("help: did you mean 'nobody'?\n"))
    let target = try outcome(["why", "a/b"])
    #expect(target.messages.contains("help: a target is a domain such as reddit.com, or an application such as steam"))
  }

  @Test(
    arguments: [
      ("x.tracker.example", "tracker.example", "lists/a.txt:3:9"), ("ads.example", "ads.example", "lists/a.txt:2:1"),
      ("münchen.de", "xn--mnchen-3ya.de", "lists/b.txt:1:1"), ("a.org", "a.org", "week.toml:2:12"),
      ("bom.example", "bom.example", "lists/c.txt:1:1"), ("second.example", "second.example", "lists/c.txt:2:1"),
    ])
  func `why shows the file, line and column of a list file's entry`(target: String, name: String, place: String) throws
  {
    let folder = try WorkFolder()
    try folder.write("# tracker.example\nads.example\n0.0.0.0 Tracker.example www.a.org\n", to: "lists/a.txt")
    try folder.write("münchen.de # tracker.example\n", to: "lists/b.txt")
    try folder.write("\u{FEFF}bom.example\nsecond.example\n", to: "lists/c.txt")
    let set = "[set.s]\ndomains = [\"a.org\"]\ndomains-file = [\"lists/a.txt\", \"lists/b.txt\", \"lists/c.txt\"]\n"
    try folder.write(set + "[profile.p]\nwindow = [\"00:00-24:00\"]\nblock.sets = [\"s\"]\n", to: "week.toml")
    var run = ProgramRun("why", target, "--config", "week.toml")
    run.folder = folder.path
    #expect(try run.outcome().output.contains("  by      '\(name)' of set 's' (\(place))\n"))
  }

  @Test(.enabled(if: ProgramRun.isRoot))
  func `without a configuration why refuses to answer`() throws {
    let outcome = try outcome(["why", "reddit.com", "-q"])
    let message = "schedctl: 'why' answers for a configuration, and there is none\n"
    #expect(outcome == Outcome(.exit(78), messages: message))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser))
  func `why does not claim that nothing is blocked for a user whose name and groups are unknown`() throws {
    var run = ProgramRun("why", "example.org", "--config", Self.configuration, "--at", "2026-11-23 18:30")
    run.userID = 54_321
    let unknown = "the name and the groups of the user could not be looked up"
    #expect(try run.outcome().output.contains("\nexample.org is not known to be blocked: \(unknown)\n"))
    run.arguments.append("--json")
    let json = try run.outcome().output
    #expect(json.contains("\"user\":null,\"groupsKnown\":false,\"blocked\":false"))
    #expect(json.contains("\"coversUser\":null"))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser))
  func `without a named user, why answers for its caller, or for anybody if the caller is root`() throws {
    var run = ProgramRun("why", "example.org", "--config", Self.configuration, "--at", "2026-11-23 18:30")
    let note = "\ncomputed, not enforced: no adapter is active\n\n"
    #expect(try run.outcome().output.contains("for anybody\(note)example.org is blocked"))
    run.userID = 65_534
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(1))
    #expect(outcome.output.contains("for nobody\(note)example.org is not blocked"))
  }
}
