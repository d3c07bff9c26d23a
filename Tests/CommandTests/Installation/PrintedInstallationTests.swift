import ProgramTesting
import Testing

@testable import schedctl

/// `install --print`, which writes nothing.
@Suite struct PrintedInstallationTests {
  @Test(arguments: ["system", "user", "root"])
  func `install --print prints the agreed units`(place: String) throws {
    var run = ProgramRun("install", "--print")
    run.environment["HOME"] = "/home/k m"
    switch place {
    case "user": run.arguments.append("--user")
    case "root": run.arguments += ["--root", "/tmp/package/"]
    default: break
    }
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.isEmpty)
    let units = outcome.output.prefix(upTo: try #require(outcome.output.firstRange(of: "\n.TH")).lowerBound)
    let golden = Golden("Tests/CommandTests/Goldens/install-\(place).txt")
    #expect(try String(units) + "\n" == golden.agreed(with: String(units) + "\n"))
  }

  @Test func `install --print contains the manual pages and completions that the program prints`() throws {
    let text = try ProgramRun("install", "--print").outcome().output
    for page in ManualPage.all {
      let path = "# /usr/local/share/man/man\(page.section)/\(page.name).\(page.section)\n"
      #expect(text.contains("\n" + path + page.roff))
    }
    let paths = [
      CompletionShell.bash: "bash-completion/completions/schedctl", .zsh: "zsh/site-functions/_schedctl",
      .fish: "fish/vendor_completions.d/schedctl.fish",
    ]
    for (shell, path) in paths {
      #expect(text.contains("\n# /usr/local/share/\(path)\n" + shell.script(for: CommandTable.commands)))
    }
  }

  @Test func `install --print --json prints one object for each file`() throws {
    let lines = try ProgramRun("install", "--print", "--json").outcome().output.split(separator: "\n")
    #expect(lines.first == "{\"path\":\"/usr/local/bin/schedctl\",\"text\":null}")
    #expect(lines[1].hasPrefix("{\"path\":\"/usr/local/lib/systemd/system/schedctl.service\",\"text\":\"# Changes"))
    #expect(lines.count == InstalledFile.all(at: InstallationPlace(prefix: "/usr", root: "")).count)
  }

  @Test(arguments: [
    ("/usr/bin/schedctl", "/usr/bin/schedctl"), ("/home/k m/schedctl", "\"/home/k m/schedctl\""),
    ("/a%b/s", "/a%%b/s"), ("/a\"b/s", "\"/a\\\"b/s\""), ("/ä/s", "\"/ä/s\""),
  ])
  func `a program path is quoted as one word in a systemd unit`(path: String, word: String) {
    #expect(UnitWord.quoted(path) == word)
  }

  @Test(arguments: [
    ("/usr/bin/schedctl", "/usr/bin/schedctl"), ("/home/k m/schedctl", "\"/home/k m/schedctl\""),
    ("/a%b", "/a%%b"), ("/a$b", "\"/a\\\\$b\""), ("/a\\b", "\"/a\\\\\\\\b\""),
  ])
  func `a program path is quoted as one word in the link handler's Exec line`(path: String, word: String) {
    let lines = LinkHandler.text(program: path).split(separator: "\n")
    #expect(lines.contains("Exec=\(word) open %u"))
    #expect(lines.contains("MimeType=x-scheme-handler/schedctl;"))
  }

  @Test func `install adds the link handler exactly when the program has the command that it runs`() {
    let files = InstalledFile.all(at: InstallationPlace(prefix: "/usr", root: ""))
    #expect(files.contains { $0.path.hasSuffix(".desktop") } == CommandTable.commands.contains { $0.name == "open" })
  }
}
