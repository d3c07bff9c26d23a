import Foundation
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

  @Test(arguments: [
    ("@as []", true, "['focus@schedctl.io', 'focus-43@schedctl.io']"),
    ("['a@b']", true, "['a@b', 'focus@schedctl.io', 'focus-43@schedctl.io']"),
    ("['focus-43@schedctl.io', 'a@b']", true, "['focus-43@schedctl.io', 'a@b', 'focus@schedctl.io']"),
    ("['focus@schedctl.io', 'focus-43@schedctl.io']", true, nil), ("none", true, nil), ("", true, nil),
    ("['a@b', 'focus@schedctl.io', 'c@d', 'focus-43@schedctl.io']", false, "['a@b', 'c@d']"),
    ("['focus@schedctl.io']", false, "[]"), ("['my-focus@schedctl.io']", false, nil), ("@as []", false, nil),
  ])
  func `the list of extensions of GNOME Shell has ours, or not, and keeps the others`(
    text: String, isEnabled: Bool, list: String?
  ) {
    #expect(ShellExtension.list(text + "\n", isEnabled: isEnabled) == list)
  }

  @Test func `the extension of GNOME Shell is small, and each version of GNOME Shell loads one of the two`() throws {
    let files = ShellExtension.files(in: "/share").map { file in
      guard case .text(let text) = file.content else { return (path: file.path, text: "") }
      return (path: file.path, text: text)
    }
    let codes = files.filter { $0.path.hasSuffix(".js") }.map(\.text)
    #expect(codes.count == 2)
    for code in codes { #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count < 60) }
    #expect(codes[0].contains("\nexport default class") && !codes[0].contains("imports."))
    #expect(!codes[1].contains("export ") && !codes[1].contains("import ") && codes[1].contains("\nfunction init()"))
    let versions = try files.filter { $0.path.hasSuffix(".json") }.map { file in
      let json = try JSONSerialization.jsonObject(with: Data(file.text.utf8)) as? [String: Any]
      #expect(file.path.contains("/\(json?["uuid"] as? String ?? "-")/"))
      return try #require(json?["shell-version"] as? [String])
    }
    #expect(Set(versions[0]).isDisjoint(with: versions[1]) && versions[1] == ["43", "44"])
  }
}
