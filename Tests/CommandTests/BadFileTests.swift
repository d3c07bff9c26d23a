import ProgramTesting
import Testing

/// Files that cannot be read, are no text, or are none at all.
@Suite struct BadFileTests {
  /// Each command that reads a file, with the words before its path.
  static let readers = [
    ["next", "--config"], ["events", "--json", "--config"], ["profiles", "--config"], ["check"], ["toml"],
  ]

  private func outcome(_ words: [String], _ path: String, folder: String? = nil) throws -> Outcome {
    var run = ProgramRun(arguments: words + [path])
    run.folder = folder
    return try run.outcome()
  }

  @Test(arguments: readers)
  func `a missing file, a directory and an empty name cannot be read`(words: [String]) throws {
    let cases = [
      ("/nonexistent/config.toml", "no such file"), ("examples", "it is a directory"), ("", "no such file"),
      ("Package.swift/config.toml", "not a directory"), (String(repeating: "a", count: 5000), "file name too long"),
    ]
    for (path, reason) in cases {
      let expected = Outcome(.exit(74), messages: "schedctl: cannot read '\(path)': \(reason)\n")
      #expect(try outcome(words, path) == expected)
    }
  }

  @Test(.enabled(if: ProgramRun.canChangeUser || !ProgramRun.isRoot), arguments: readers)
  func `a file that the user may not read is refused`(words: [String]) throws {
    let folder = try WorkFolder()
    let path = try folder.write("".utf8, to: "secret.toml", permissions: 0)
    var run = ProgramRun(arguments: words + [path])
    run.userID = ProgramRun.isRoot ? 65_534 : nil
    #expect(try run.outcome() == Outcome(.exit(74), messages: "schedctl: cannot read '\(path)': permission denied\n"))
  }

  @Test func `a file of 17 MiB is too large: invalid for toml, a wrong configuration for the others`() throws {
    let folder = try WorkFolder()
    let path = try folder.write([UInt8](repeating: 10, count: 17 << 20), to: "large.toml")
    for words in [["next", "--config"], ["toml"]] {
      let code: Int32 = words[0] == "toml" ? 1 : 78
      let message = "schedctl: cannot read '\(path)': it is larger than the limit of 16777216 bytes\n"
      #expect(try outcome(words, path) == Outcome(.exit(code), messages: message))
    }
  }

  @Test func `standard input over the size limit is refused without being read to its end`() throws {
    var run = ProgramRun("toml", "-")
    run.input = .bytes(Array(repeating: UInt8(ascii: "\n"), count: 17 << 20))
    let message = "schedctl: cannot read standard input: it is larger than the limit of 16777216 bytes\n"
    #expect(try run.outcome() == Outcome(.exit(1), messages: message))
  }

  @Test func `an empty configuration is valid and lists nothing`() throws {
    let heading = "/dev/null · system (UTC)"
    let from = " · from Mon 2026-11-23 00:00"
    func expect(_ words: String..., says text: String) throws {
      #expect(try ProgramRun(arguments: words).outcome() == Outcome(.exit(0), output: text))
    }
    let remark = "schedctl: a daemon does not accept an empty configuration\nhelp: a comment in it shows intent\n"
    #expect(
      try ProgramRun(arguments: ["check", "/dev/null"]).outcome()
        == Outcome(.exit(0), output: "/dev/null: ok, 0 profiles, 0 windows\n", messages: remark))
    try expect("next", "--config", "/dev/null", "--from", "2026-11-23", says: "\(heading)\(from)\n\nno intervals\n")
    try expect("events", "--config", "/dev/null", "--from", "2026-11-23", says: "\(heading)\(from)\n\nno events\n")
    for command in ["next", "events"] { try expect(command, "--config", "/dev/null", "--json", says: "") }
    try expect("check", "/dev/null", "--json", says: "")
  }

  @Test(arguments: readers)
  func `a binary file is reported with its position and prints no control characters`(words: [String]) throws {
    let folder = try WorkFolder()
    var state: UInt32 = 7
    let noise = (0..<4096).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    try folder.write(Array("\u{7F}ELF\u{2}\u{1B}[31m".utf8) + noise, to: "binary.toml")
    let outcome = try outcome(words, "binary.toml", folder: folder.path)
    #expect(outcome.end == .exit(words[0] == "toml" ? 1 : 78))
    #expect(outcome.output.isEmpty)
    #expect(outcome.messages.hasPrefix("error["))
    #expect(outcome.messages.contains("  --> binary.toml:1:1\n"))
    #expect(!outcome.messages.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F })
  }

  @Test func `check accepts a byte order mark and carriage returns`() throws {
    let folder = try WorkFolder()
    let text = "\u{FEFF}[profile.p]\r\nwindow = [\"09:00-10:00\"]\r\n[profile.p.block]\r\napps = \"all\"\r\n"
    try folder.write(text, to: "windows.toml")
    let expected = Outcome(.exit(0), output: "windows.toml: ok, 1 profile, 1 window\n")
    #expect(try outcome(["check"], "windows.toml", folder: folder.path) == expected)
  }

  @Test func `check reads a file whose name begins with a hyphen after two hyphens`() throws {
    let folder = try WorkFolder()
    try folder.write("# nothing yet\n", to: "-n.toml")
    let expected = Outcome(.exit(0), output: "-n.toml: ok, 0 profiles, 0 windows\n")
    #expect(try outcome(["check", "--"], "-n.toml", folder: folder.path) == expected)
  }

  @Test func `control characters in a file name are printed as visible symbols`() throws {
    let outcome = try outcome(["check"], "\u{1B}[31mred\n.toml")
    #expect(outcome.end == .exit(74))
    #expect(outcome.messages == "schedctl: cannot read '␛[31mred␊.toml': no such file\n")
  }

  @Test func `commands print no control characters from the names in a file`() throws {
    let folder = try WorkFolder()
    let text = """
      [profile.p]
      name = "\\u001b[31mred"
      window = [
        { name = "\\u001b[2Jone", start = "09:00", end = "10:00" },
        { name = "two", start = "09:30", end = "11:00" },
      ]
      """
    try folder.write(text, to: "names\u{1B}[31m.toml")
    for command in ["profiles", "next", "events", "check"] {
      let words = command == "check" ? [command] : [command, "--config"]
      let outcome = try outcome(words, "names\u{1B}[31m.toml", folder: folder.path)
      #expect(outcome.end == .exit(0) && outcome.output.hasPrefix("names␛[31m.toml"))
      #expect(!(outcome.output + outcome.messages).contains("\u{1B}"))
    }
  }
}
