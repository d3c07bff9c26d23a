import Foundation
import ProgramTesting
import Testing

/// What users see of a state that belongs to root.
@Suite(.enabled(if: ProgramRun.canChangeUser, "only root can run a program as another user"))
struct OtherUserTests {
  private let folder: WorkFolder
  private static let somebody: UInt32 = 65_534

  init() throws {
    folder = try WorkFolder()
    try folder.write("", to: "run/keep")
    try write(settings: "")
  }

  private func write(settings: String, zone: String = "UTC") throws {
    let profiles = ["p", "q"].map { "[profile.\($0)]\nblock.domains = [\"\($0).org\"]\n" }
    try folder.write("timezone = \"\(zone)\"\n" + profiles.joined() + settings, to: "week.toml")
  }

  private func outcome(
    _ words: String..., userID: UInt32? = somebody, publishes: Bool = true, home: String? = nil
  ) throws -> Outcome {
    var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", folder.path + "/state"])
    run.folder = folder.path
    run.userID = userID
    if let home { run.environment["HOME"] = folder.path + "/" + home }
    if publishes { run.environment["RUNTIME_DIRECTORY"] = folder.path + "/run" }
    let outcome = try run.outcome()
    return Outcome(
      outcome.end, output: outcome.output.replacing(folder.path + "/", with: ""),
      messages: outcome.messages.replacing(folder.path + "/", with: ""))
  }

  @Test func `other users see the published state`() throws {
    #expect(try outcome("start", "p", "--for", "2h", "--offline", userID: nil).end == .exit(0))
    #expect(try outcome("start", "q", "--offline", userID: nil).end == .exit(0))
    let status = try outcome("status")
    #expect(status.end == .exit(0) && status.messages.isEmpty, "\(status)")
    #expect(status.output.hasPrefix("run/live.json · UTC · ") && status.output.contains(" · state in state\n"))
    #expect(status.output.contains("you may not read the state: shown is what was published at "), "\(status)")
    #expect(status.output.contains("\nnothing is shielded: consent is missing\n"))
    #expect(status.output.contains("\n● p · Manual until ") && status.output.contains("left\n● q · Manual, running\n"))
    let json = try outcome("status", "--json")
    #expect(json.end == .exit(0) && json.output.contains("\"published\":{\"version\":1,"), "\(json)")
    #expect(try outcome("is-active", "p") == Outcome(.exit(0), output: "active\n"))
    #expect(try outcome("stop", "p", "--offline", userID: nil).end == .exit(0))
    #expect(try outcome("is-active", "p") == Outcome(.exit(1), output: "inactive\n"))
  }

  @Test func `a user who may not read the state sees their own limits that are used up, and no others`() throws {
    #expect(try outcome("start", "p", "--for", "2h", "--offline", userID: nil).end == .exit(0))
    let path = folder.path + "/run/live.json"
    let limits = ["nobody", "kim"].map { user in
      #"{"profile":"games","limit":"30m a day of steam","user":"\#(user)","blocking":true,"#
        + #""until":"2099-11-24T00:00:00Z","usedSeconds":null,"allowedSeconds":null,"expected":null,"timezone":"UTC"}"#
    }
    let live = try String(contentsOfFile: path, encoding: .utf8)
    #expect(live.contains(#""limits":[]"#))
    try folder.write(
      live.replacing(#""limits":[]"#, with: "\"limits\":[\(limits.joined(separator: ","))]"), to: "run/live.json")
    let status = try outcome("status").output
    #expect(
      status.contains("\n◔ games · 30m a day of steam · nobody: used up until Tue 2099-11-24 00:00\n"), "\(status)")
    #expect(!status.contains("kim"))
  }

  @Test func `other users see the times that root sees, in the zone of the configuration and in that of a profile`()
    throws
  {
    let elsewhere = "[profile.e]\ntimezone = \"America/New_York\"\nblock.domains = [\"e.org\"]\n"
    try write(settings: elsewhere, zone: "Asia/Tokyo")
    for key in ["p", "e"] {
      #expect(try outcome("start", key, "--for", "2h", "--offline", userID: nil).end == .exit(0))
    }
    let (root, other) = (try outcome("status", userID: nil).output, try outcome("status").output)
    #expect(other.hasPrefix("run/live.json · Asia/Tokyo · "), "\(other)")
    for key in ["p", "e · America/New_York"] {
      let ends = try [root, other].map { text in
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("● \(key) · ") }, "\(text)")
        return try #require(line.firstMatch(of: /until ([^,]*),/)?.1)
      }
      #expect(ends[0] == ends[1], "\(root)\(other)")
    }
  }

  @Test func `other users are told what enforces the shield, by status and by why`() throws {
    try folder.write("127.0.0.1 localhost\n", to: "etc/hosts")
    let bin = "[profile.r]\nusers = [\"bin\"]\nblock.domains = [\"r.org\"]\nallow.domains = [\"www.r.org\"]\n"
    try write(settings: "[daemon]\nauthorized = true\n" + bin)
    var run = ProgramRun(arguments: ["run", "--config", folder.path + "/week.toml", "--state", folder.path + "/state"])
    run.arguments += ["--socket", folder.path + "/control"]
    run.environment["SCHEDCTL_ROOT"] = folder.path
    run.environment["RUNTIME_DIRECTORY"] = folder.path + "/run"
    let daemon = try RunningProgram(run)
    #expect(Waiting.until { FileManager.default.fileExists(atPath: folder.path + "/run/live.json") })
    #expect(Waiting.until { FileManager.default.fileExists(atPath: folder.path + "/control") })
    #expect(try outcome("start", "p", "--socket", folder.path + "/control", userID: nil).end == .exit(0))
    let line = "\nenforced by hosts; exec-guard is unavailable: "
    #expect(try Waiting.until { try outcome("status").output.contains(line) })
    #expect(try outcome("start", "r", "--socket", folder.path + "/control", userID: nil).end == .exit(0))
    let remark =
      "\nbut hosts cannot tell users apart: what profile 'r' blocks for others does not resolve for anybody\n"
    let others = try outcome("why", "r.org", "--as", "nobody", userID: nil)
    #expect(others.output.contains(remark) && others.end == .exit(1), "\(others)")
    #expect(try !outcome("why", "www.r.org", "--as", "nobody", userID: nil).output.contains(remark))
    let why = try outcome("why", "p.org")
    #expect(why.output.contains(line) && why.output.contains("\nyou may not read the state: "), "\(why)")
    daemon.send(SIGTERM)
    #expect(daemon.end().end == .exit(0))
  }

  @Test(arguments: ["status", "is-active", "sessions", "log"])
  func `reading state that is not published is refused, and the help says who may read it`(command: String) throws {
    #expect(try outcome("start", "p", "--offline", userID: nil).end == .exit(0))
    let words = "schedctl: state in 'state': cannot read 'journal': permission denied\n"
    let help = "help: only root may read it; with 'group' in [daemon] the members of a group may, too\n"
    #expect(try outcome(command, publishes: false) == Outcome(.exit(77), messages: words + help))
    let group = String(cString: try #require(getgrgid(getegid())).pointee.gr_name)
    try write(settings: "[daemon]\ngroup = \"\(group)\"\n")
    try FileManager.default.removeItem(atPath: folder.path + "/state")
    #expect(try outcome("start", "p", "--offline", userID: nil).end == .exit(0))
    let groupHelp = "help: only root and the members of the group '\(group)' may read it\n"
    #expect(try outcome(command, publishes: false) == Outcome(.exit(77), messages: words + groupHelp))
  }

  /// A home of the other user with a record of use.
  private func recordUse() throws {
    let uses: [UsedWeek.Use] = [
      ("firefox", "www.reddit.com", ["WebBrowser"], "2025-06-03T16:00:00Z", 20),
      ("zed", nil, [], "2025-06-03T08:00:00Z", 90),
    ]
    let path = folder.path + "/home/.local/state/schedctl/use"
    try UsedWeek.record(uses, to: path)
    let parents = ["", "/.local", "/.local/state", "/.local/state/schedctl", "/.local/state/schedctl/use"]
    let names = try FileManager.default.contentsOfDirectory(atPath: path).map { parents[4] + "/" + $0 }
    for name in parents + names { chown(folder.path + "/home" + name, Self.somebody, Self.somebody) }
  }

  @Test func `a user who may not read the state sees their own use and the goals that count it`() throws {
    let goals =
      "[goal.news]\nat-most = \"10m\"\ndomains = [\"reddit.com\"]\n[goal.deep]\nat-least = \"1h\"\nfocus = true\n"
    try write(settings: goals, zone: "Asia/Tokyo")
    #expect(try outcome("start", "p", "--offline", userID: nil).end == .exit(0))
    let words = ["insights", "day", "--from", "2025-06-04"]
    let refused = try outcome(words[0], words[1], words[2], words[3], home: "home")
    #expect(refused.end == .exit(77) && refused.output.isEmpty, "without a record: \(refused)")
    try recordUse()
    let text = try outcome(words[0], words[1], words[2], words[3], home: "home")
    let sentence = "schedctl: you may not read the state in 'state': your use is shown without sessions and attempts\n"
    #expect(text.end == .exit(0) && text.messages == sentence, "\(text)")
    #expect(text.output.hasPrefix("week.toml · Asia/Tokyo · "), "\(text)")
    // 16:00 UTC is 1:00 of the next day in Tokyo.
    for words in [
      "\nWed 2025-06-04\nuse 20 min\n", "firefox ", "reddit.com ", "01:00  20 min", "news  at most 10 min a day",
    ] {
      #expect(text.output.contains(words), "\(words): \(text)")
    }
    for words in ["focus", "session", "attempt", "deep", "zed", "streak"] {
      #expect(!text.output.contains(words), "\(words): \(text)")
    }
    let json = try outcome(words[0], words[1], words[2], words[3], "--json", home: "home").output
    #expect(
      json.hasPrefix(#"{"kind":"total","name":"day","start":"2025-06-04T00:00:00+09:00","enforcingSeconds":null,"#))
    #expect(json.contains(#""attempts":null,"useSeconds":1200,"savedSeconds":null,"#), "\(json)")
    #expect(json.contains(#""gapSeconds":null,"streak":null}"#) && !json.contains(#""attempts":0"#), "\(json)")
    let page = try outcome(words[0], "week", words[2], words[3], "--html", "-", home: "home").output
    for word in ["Focus", "Session", "Attempt", "Streak"] { #expect(!page.contains(word), "\(word): \(page)") }
    #expect(page.contains("<dt>Use</dt>") && page.contains("Use of each day"), "\(page)")
  }

  @Test(arguments: [true, false])
  func `without a configuration that they may read, other users see their use in the zone of the machine`(
    isBroken: Bool
  ) throws {
    #expect(try outcome("start", "p", "--offline", userID: nil).end == .exit(0))
    try write(settings: isBroken ? "[goal.news" : "[goal.news]\nat-most = \"10m\"\nall = true\n", zone: "Asia/Tokyo")
    try recordUse()
    if !isBroken { chmod(folder.path + "/week.toml", 0o600) }
    let text = try outcome("insights", "day", "--from", "2025-06-03", home: "home")
    #expect(text.end == .exit(0) && text.output.hasPrefix("system (UTC) · "), "\(text)")
    #expect(text.output.contains("\nTue 2025-06-03\nuse 1 h 50 min\n") && !text.output.contains("goal"), "\(text)")
    #expect(!text.output.contains("suggestion"), "\(text)")
    #expect(text.messages.contains(isBroken ? "error" : "cannot read 'week.toml': permission denied"), "\(text)")
    #expect(text.messages.contains("no goals are shown, and days are in the zone of the machine\n"), "\(text)")
  }

  @Test func `a user who may read the state without its history sees their own use alone`() throws {
    #expect(try outcome("start", "p", "--offline", userID: nil).end == .exit(0))
    for file in ["configuration", "journal"] {
      chmod(folder.path + "/state/" + stateFile(file, in: folder.path + "/state"), 0o644)
    }
    try recordUse()
    let text = try outcome("insights", "day", "--from", "2025-06-03", home: "home")
    #expect(text.end == .exit(0) && text.messages.contains("you may not read the state"), "\(text)")
    #expect(text.output.contains("use 1 h 50 min") && !text.output.contains("session"), "\(text)")
  }

  @Test func `other users cannot change the state of root`() throws {
    chmod(folder.path, 0o755)
    #expect(try outcome("run", "--once", userID: nil).end == .exit(0))
    for words in [["run", "--once"], ["stop", "--offline"]] {
      #expect(try outcome(words[0], words[1]).end == .exit(77))
    }
    for file in ["configuration", "journal", "history.jsonl"] {
      chmod(folder.path + "/state/" + stateFile(file, in: folder.path + "/state"), 0o644)
    }
    let refused = try outcome("run", "--once")
    #expect(refused.end == .exit(77), "\(refused)")
    #expect(refused.messages.hasSuffix("permission denied\nhelp: only root may change it\n"), "\(refused)")
  }

  @Test func `doctor reports to other users which files they may not read, and checks the rest`() throws {
    #expect(try outcome("authorize", "--yes", "--offline", userID: nil).end == .exit(0))
    #expect(try outcome("start", "p", "--offline", userID: nil).end == .exit(0))
    let closed = try outcome("doctor")
    #expect(closed.end == .exit(1) && closed.messages.isEmpty, "\(closed)")
    #expect(closed.output.contains("\nproblem  state in 'state': cannot read 'journal': permission denied\n"))
    #expect(closed.output.contains("ok       week.toml has no errors\n"), "\(closed)")
    for words in ["shielded", "consent", "records", "history", "evaluated", "in force"] {
      #expect(!closed.output.contains(words), "\(words): \(closed)")
    }
    for file in ["configuration", "journal"] {
      chmod(folder.path + "/state/" + stateFile(file, in: folder.path + "/state"), 0o644)
    }
    let history = "note     state in 'state': cannot read 'history.jsonl': permission denied\n"
    let opened = try outcome("doctor")
    #expect(opened.output.contains(history) && opened.output.contains("\nok       consent to the shield is given\n"))
    #expect(opened.output.contains("\nok       'shield.json' says what the sessions ask for\n"), "\(opened)")
    chmod(folder.path + "/state/shield.json", 0o600)
    let shield = "note     state in 'state': cannot read 'shield.json': permission denied\n"
    #expect(try outcome("doctor").output.contains(shield))
  }

  @Test func `doctor names the daemon that has published to users who may not see the lock`() throws {
    #expect(try outcome("start", "p", "--offline", userID: nil).end == .exit(0))
    for file in ["configuration", "journal", "history.jsonl"] {
      chmod(folder.path + "/state/" + stateFile(file, in: folder.path + "/state"), 0o644)
    }
    let words = "process \(getpid()) works on the state"
    #expect(try !outcome("doctor").output.contains(words))
    let live = try String(contentsOfFile: folder.path + "/run/live.json", encoding: .utf8)
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8).prefix { $0 != "\n" }
    let keeper = #""keeper":{"pid":\#(getpid()),"bootId":"\#(boot)","since":"2026-11-23T09:00:00Z"}"#
    #expect(live.contains(#""keeper":null"#))
    try folder.write(live.replacing(#""keeper":null"#, with: keeper), to: "run/live.json")
    let doctor = try outcome("doctor").output
    #expect(doctor.contains(words), "\(doctor)")
  }

  @Test func `if the state is private, profiles shows the configuration and why refuses to give reasons`() throws {
    #expect(try outcome("authorize", "--yes", "--offline", userID: nil).end == .exit(0))
    #expect(try outcome("start", "p", "--offline", userID: nil).end == .exit(0))
    let profiles = try outcome("profiles", "--json")
    #expect(profiles.end == .exit(0) && profiles.messages.isEmpty, "\(profiles)")
    #expect(profiles.output.contains("\"active\":null"))
    let why = try outcome("why", "p.org")
    #expect(why.end == .exit(0) && why.output.contains("p.org is blocked"), "\(why)")
    #expect(try outcome("why", "q.org").end == .exit(1))
    chmod(folder.path + "/state/shield.json", 0o640)
    let refused = try outcome("why", "p.org")
    let words = "schedctl: state in 'state': cannot read 'journal': permission denied\n"
    #expect(refused.end == .exit(77) && refused.output.isEmpty, "\(refused)")
    #expect(refused.messages.hasPrefix(words + "help: only root may read it; "), "\(refused)")
    #expect(try outcome("why", "p.org", "--at", "+1h").end == .exit(1))
  }

  @Test func `status reports that a user's own state directory without permissions cannot be used`() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/own/x", withIntermediateDirectories: true)
    chown(folder.path + "/own", Self.somebody, 0)
    chmod(folder.path + "/own", 0)
    for state in ["own", "own/x"] {
      var run = ProgramRun("status", "--config", "week.toml", "--state", state)
      run.folder = folder.path
      run.userID = Self.somebody
      let message = "schedctl: cannot use the state directory '\(state)': permission denied\n"
      #expect(try run.outcome() == Outcome(.exit(74), messages: message))
    }
  }
}
