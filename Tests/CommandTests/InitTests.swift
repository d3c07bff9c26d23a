import Foundation
import ProgramTesting
import Testing

@testable import schedctl

/// A first configuration.
@Suite struct InitTests {
  private let folder: WorkFolder
  private var path: String { folder.path + "/new/config.toml" }

  init() throws { folder = try WorkFolder() }

  private func run(_ words: String..., typing lines: [String]? = nil) -> ProgramRun {
    var run = ProgramRun(arguments: ["init", "--config", path] + words)
    // Without applications, whatever this machine has.
    run.environment["XDG_DATA_DIRS"] = folder.path + "/share"
    run.environment["XDG_DATA_HOME"] = folder.path + "/own"
    guard let lines else { return run }
    run.input = .typed(lines)
    run.messages = .terminal(columns: 120)
    return run
  }

  private var text: String? {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: Example.all.map(\.name))
  func `init writes an example unchanged and shows its next intervals`(name: String) throws {
    let outcome = try run("--example", name).outcome()
    #expect(
      outcome.end == .exit(0)
        && outcome.messages == "schedctl: wrote '\(path)'; 'schedctl apps' lists the applications to block\n")
    #expect(outcome.output.hasPrefix("\(path) · "))
    #expect(outcome.output.contains("\n\nprofile ") || outcome.output.hasSuffix("\n\nno intervals\n"))
    #expect(text == Example.all.first { $0.name == name }?.text)
    #expect(try ProgramRun("check", path).outcome().end == .exit(0))
  }

  @Test func `an example can be chosen by its number`() throws {
    #expect(try run("--example", "1", "-q").outcome().messages.isEmpty)
    #expect(text == Example.sample.text)
  }

  private static let list = Example.list.map { $0 + "\n" }.joined()

  @Test func `init lists the examples and writes nothing`() throws {
    #expect(try run("--example", "list").outcome() == Outcome(.exit(0), output: Self.list))
    #expect(Self.list.hasPrefix(" 1  sample ") && Self.list.contains("\n10  "))
    #expect(text == nil)
  }

  private static let everyExample = Example.list.map { "help: \($0)\n" }.joined()

  @Test(arguments: [
    ("nigth-shift", "help: did you mean 'night-shift'?\n"), ("studnt", "help: did you mean 'student'?\n"),
    ("0", everyExample), ("99", everyExample), ("", everyExample),
  ])
  func `an unknown example name suggests the nearest example or lists all`(name: String, help: String) throws {
    let messages = "schedctl: there is no example '\(name)'\n" + help
    #expect(try run("--example", name).outcome() == Outcome(.exit(64), messages: messages))
    #expect(text == nil)
  }

  @Test(arguments: [["--example", "sample"], []])
  func `init never overwrites a configuration`(words: [String]) throws {
    try folder.write("precious", to: "new/config.toml")
    var run = run("-q")
    run.arguments += words
    let messages = "schedctl: there is a configuration already: '\(path)'\nhelp: 'schedctl edit' changes it\n"
    #expect(try run.outcome() == Outcome(.exit(77), messages: messages))
    #expect(text == "precious")
  }

  @Test(arguments: [
    ("link", "it is a link that leads nowhere"), (".", "it is a directory"), ("pipe", "it is not a regular file"),
  ])
  func `init reports why it cannot write the file`(name: String, reason: String) throws {
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "nowhere")
    #expect(mkfifo(folder.path + "/pipe", 0o644) == 0)
    var run = ProgramRun("init", "--config", name, "--example", "sample")
    run.folder = folder.path
    #expect(try run.outcome() == Outcome(.exit(74), messages: "schedctl: cannot write '\(name)': \(reason)\n"))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser || !ProgramRun.isRoot), arguments: [[:], ["HOME": "kim"]])
  func `without a home directory init does not write to the system's place`(variables: [String: String]) throws {
    var run = ProgramRun("init", "--example", "sample")
    run.userID = ProgramRun.isRoot ? 65_534 : nil
    run.environment["HOME"] = nil
    for (name, value) in variables { run.environment[name] = value }
    let message =
      "your own configuration needs a home directory: "
      + "neither XDG_CONFIG_HOME nor HOME is set to an absolute path"
    #expect(try run.outcome() == Outcome(.exit(64), messages: "schedctl: \(message)\n"))
  }

  @Test func `without a terminal init fails instead of asking questions`() throws {
    let messages = """
      schedctl: 'init' asks questions on a terminal, and there is none
      help: '--example N' writes a built-in example, '--example list' shows them

      """
    #expect(try run().outcome() == Outcome(.exit(64), messages: messages))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/new"))
  }

  @Test func `Enter selects the default answers of init`() throws {
    let outcome = try run(typing: ["", "", ""]).outcome()
    #expect(
      outcome.end == .exit(0)
        && outcome.messages.hasSuffix("schedctl: wrote '\(path)'; 'schedctl apps' lists the applications to block\n"))
    #expect(outcome.output.contains("focus-time  "))
    let golden = Golden("Tests/CommandTests/Goldens/first.toml")
    #expect(try text == golden.agreed(with: text ?? ""))
    let ok = Outcome(.exit(0), output: "\(path): ok, 1 profile, 1 window\n")
    #expect(try ProgramRun("check", path).outcome() == ok)
  }

  /// The three answers, and lines that are then in the file.
  @Test(
    arguments: [
      (["games", "daily", "18:00-20:00"], ["sets = [\"games\"]", "\"daily 18:00-20:00\""]),
      (
        ["Games, NEWS", "Mon - Fri, Sun", "22:00-06:00"],
        ["sets = [\"games\", \"news\"]", "\"mon-fri,sun 22:00-06:00\""]
      ),
      (["reddit.com", "sat, sun", "08:00 - 24:00"], ["domains = [\"reddit.com\"]", "\"sat,sun 08:00 - 24:00\""]),
      (["social bücher.example", "", ""], ["sets = [\"social\"]", "domains = [\"bücher.example\"]"]),
    ] as [([String], [String])])
  func `init writes the answers into the file`(answers: [String], lines: [String]) throws {
    #expect(try run(typing: answers).outcome().end == .exit(0))
    for line in lines { #expect(text?.contains(line) == true, "\(text ?? "")") }
    #expect(try ProgramRun("check", path).outcome().end == .exit(0))
  }

  @Test func `init offers the installed applications, and asks again until each name is one`() throws {
    try folder.writeScript("exit 0", to: "bin/program")
    let entry = "[Desktop Entry]\nType=Application\nExec=\(folder.path)/bin/program\n"
    for (id, name) in [("org.example.Chess", "Chess"), ("a", "Chess Clock"), ("b", "Solitaire, Free"), ("c", "Zoo")] {
      try folder.write(entry + "Name=\(name)\n", to: "share/applications/\(id).desktop")
    }
    try folder.write(entry + "Name=Terminal\nCategories=TerminalEmulator;\n", to: "share/applications/term.desktop")
    try folder.write(entry + "Name=Hidden\nNoDisplay=true\n", to: "share/applications/hidden.desktop")
    let answers = ["", "?", "che", "chess clock, hidden", " ZOO , chess,org.example.chess", "", ""]
    let outcome = try run(typing: answers).outcome()
    #expect(outcome.end == .exit(0), "\(outcome)")
    for line in [
      "? for a list of 5 [none]", "Chess, Chess Clock, Solitaire, Free, Terminal, Zoo",
      "'che' may be Chess, Chess Clock", "no application in the menus is called 'hidden'; ? lists them",
    ] { #expect(outcome.messages.contains(line), "\(outcome.messages)") }
    #expect(text?.contains("\napps = [\"c\", \"org.example.Chess\"] ") == true, "\(text ?? "")")
    #expect(try ProgramRun("check", path).outcome().end == .exit(0))
    try FileManager.default.removeItem(atPath: path)
    #expect(try run(typing: ["", "", "", ""]).outcome().end == .exit(0))
    #expect(text?.contains("\n#apps = [") == true)
  }

  /// An answer that cannot be, behind how many good ones, and how it is explained.
  @Test(arguments: [
    (
      "steam", 0, "there is no set 'steam'\nhelp: the sets are social, games, entertainment, news; a domain has a dot\n"
    ),
    ("socal", 0, "there is no set 'socal'\nhelp: did you mean 'social'?\n"),
    ("https://reddit.com/r", 0, "help: write the host name alone: \"reddit.com\"\n"),
    ("fry", 1, "expected a day of the week, found 'fry'\nhelp: did you mean 'fri'?\n"),
    ("weekdays,sun", 1, "'weekdays' stands alone, without other days\nhelp: write 'mon-fri' in its place\n"),
    ("9-17", 2, "expected the 24-hour form HH:MM, found '9-17'\nhelp: both ends are needed, as in 09:00-17:00\n"),
    ("9", 2, "'9' is not a time\nhelp: both ends are needed, as in 09:00-17:00\n"),
    ("09:00", 2, "a window has no end\nhelp: both ends are needed, as in 09:00-17:00\n"),
    ("25:00-26:00", 2, "there is no time '25:00': it must be from 00:00 to 24:00\n"),
    ("9 am-5 pm", 2, "help: both ends are needed, as in 09:00-17:00\n"),
    ("09:00-17:00\", \"x", 2, "unexpected '\", \"x'"),
    ("09:00-10:00\u{1B}[31m", 2, "␛[31m"),
  ])
  func `init explains an invalid answer and asks again`(answer: String, behind: Int, words: String) throws {
    let good = Array(repeating: "", count: behind)
    let rest = Array(repeating: "", count: 3 - behind)
    let outcome = try run(typing: good + [answer] + rest).outcome()
    #expect(outcome.end == .exit(0) && outcome.messages.contains(words), "\(outcome.messages)")
    let golden = Golden("Tests/CommandTests/Goldens/first.toml")
    #expect(try text == golden.agreed(with: text ?? ""))
  }

  @Test(arguments: 0...2)
  func `init stops at the end of input and writes nothing`(count: Int) throws {
    let outcome = try run(typing: Array(repeating: "", count: count)).outcome()
    #expect(outcome.end == .exit(1) && outcome.output.isEmpty)
    #expect(outcome.messages.hasSuffix("schedctl: nothing is written\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/new"))
  }

  @Test func `each commented-out key of the first configuration is valid when it is set`() throws {
    let lines = FirstConfiguration().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let hidden = lines.indices.filter { lines[$0].contains(/^ *#[^ ]/) }
    #expect(hidden.count > 8)
    for shown in hidden.map({ [$0] }) + [hidden] {
      var changed = lines
      for line in shown { changed[line] = changed[line].replacing("#", with: "", maxReplacements: 1) }
      let path = try folder.write(changed.joined(separator: "\n"), to: "shown.toml")
      let outcome = try ProgramRun("check", path).outcome()
      #expect(outcome.end == .exit(0) && outcome.messages.isEmpty, "\(shown.map { lines[$0] })\n\(outcome.messages)")
    }
  }

  @Test func `lines of the first configuration fit into 120 columns`() {
    for line in FirstConfiguration().text.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
  }

  @Test func `init writes a file that Python reads as TOML 1.0`() throws {
    #expect(try run(typing: ["", "", ""]).outcome().end == .exit(0))
    let python = Process()
    python.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    python.arguments = ["python3", "-c", "import sys, tomllib; tomllib.load(open(sys.argv[1], 'rb'))", path]
    try python.run()
    python.waitUntilExit()
    #expect(python.terminationStatus == 0)
  }

  @Test func `init makes the missing folders of its file`() throws {
    #expect(try run("--example", "sample").outcome().end == .exit(0))
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/new")[.posixPermissions] as? Int
    #expect(mode == (ProgramRun.isRoot ? 0o755 : 0o700))
  }

  @Test(.enabled(if: ProgramRun.canChangeUser || !ProgramRun.isRoot))
  func `a user's own configuration is written where it is looked for`() throws {
    var run = ProgramRun("init", "--example", "sample", "-q")
    run.userID = ProgramRun.isRoot ? 65_534 : nil
    run.environment["XDG_CONFIG_HOME"] = folder.path + "/home/.config"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/home", withIntermediateDirectories: false,
      attributes: ProgramRun.isRoot ? [.ownerAccountID: 65_534] : nil)
    #expect(try run.outcome().end == .exit(0))
    let written = folder.path + "/home/.config/schedctl"
    let mode = try FileManager.default.attributesOfItem(atPath: written)[.posixPermissions] as? Int
    #expect(mode == 0o700)
    run.arguments = ["check"]
    let ok = Outcome(.exit(0), output: "\(written)/config.toml: ok, 2 profiles, 3 windows\n")
    #expect(try run.outcome() == ok)
    run.arguments = ["edit"]
    run.environment["EDITOR"] = "sed -i s/12:30/13:00/"
    run.environment["PATH"] = "/usr/bin:/bin"
    #expect(try run.outcome().end == .exit(0))
    #expect(FileManager.default.fileExists(atPath: written + "/config.toml~"))
  }

  @Test func `init reports a configuration path that it cannot write`() throws {
    var run = ProgramRun("init", "--example", "1", "--config", "/dev/null/config.toml")
    #expect(
      try run.outcome() == Outcome(.exit(74), messages: "schedctl: cannot write '/dev/null': not a directory\n"))
    run.arguments = ["init", "--config", "-"]
    let messages = "schedctl: standard input cannot be written\nhelp: '--config FILE' names a file\n"
    #expect(try run.outcome() == Outcome(.exit(64), messages: messages))
  }

  @Test func `init --json prints the next intervals as JSON`() throws {
    let outcome = try run("--example", "sample", "--json").outcome()
    #expect(outcome.end == .exit(0) && outcome.output.hasPrefix("{\"activity\":"))
  }
}
