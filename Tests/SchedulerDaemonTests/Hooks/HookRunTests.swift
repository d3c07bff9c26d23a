import Scheduler
import SchedulerCivilTime
import Testing

@testable import SchedulerDaemon

@Suite struct HookRunTests {
  private static let id = "00000000-0000-4000-8000-00000000000a"
  private static let line = Array(
    """
    {"sequence":7,"event":"sessionDidStart","activity":"schedule:\(id)","profile":"a","id":"\(id)","session":"s-1",\
    "planned":"2026-11-23T08:00:00Z","delivered":"2026-11-23T08:00:02.250Z","late":true,"mode":"focus"}
    """.utf8)

  private static let attempt = Array(
    """
    {"sequence":8,"event":"shieldDidBlock","profile":"a","id":"\(id)","session":"s-1",\
    "planned":"2026-11-23T08:00:00Z","delivered":"2026-11-23T08:00:00.000Z","message":"steam",\
    "adapter":"exec-guard","outcome":"denied","program":"/usr/games/steam -x","user":"ana","count":3}
    """.utf8)

  private static func run(_ argument: String, line: [UInt8] = line) throws -> HookRun? {
    let toml = """
      timezone = "Europe/Berlin"
      [[hook]]
      on = ["sessionDidStart", "clockTamper", "shieldDidBlock", "eventDidReachThreshold"]
      run = ["/bin/echo", '\(argument)']
      [profile.a]
      id = "\(id)"
      name = "Deep work"
      window = ["09:00-17:00"]
      """
    var engine = Engine(try configuration(toml))
    _ = engine.handle(.time, at: Moment(wall: VirtualDay.start.adding(seconds: 9 * 3_600), boot: 0, bootID: "b"))
    let runs = HookEvent(line).map { HookRun.due(by: $0, in: engine) } ?? []
    #expect(runs.count <= 1)
    return runs.first
  }

  @Test(arguments: [
    ("{event} {profile}", "sessionDidStart a"), ("{name}/{id}", "Deep work/\(id)"), ("{session}", "s-1"),
    ("{activity}", "schedule:\(id)"), ("{kind}", "schedule"), ("{mode}", "focus"),
    ("{at}", "2026-11-23T09:00:00+01:00"),
    ("{until}", "2026-11-23T17:00:00+01:00"), ("{remaining}", "8 h"), (#"{"a": "{profile}"}"#, #"{"a": "a"}"#),
    ("{profile", "{profile"), ("{{event}}", "{event}"),
    ("{{{event}}}", "{sessionDidStart}"), ("{{{{event}}}}", "{{event}}"), ("{{event}", "{sessionDidStart"),
    ("{event}}", "sessionDidStart}"), (#"{"a":{"b":"{profile}"}}"#, #"{"a":{"b":"a"}}"#),
    ("{{anything}}", "{anything}"),
    ("{{}}", "{{}}"), ("}{", "}{"), ("", ""),
    ("ä{event}ö", "äsessionDidStartö"),
  ])
  func `a hook replaces the placeholders of an argument and nothing else`(argument: String, expected: String) throws {
    let run = try #require(try Self.run(argument))
    #expect(run.words == ["/bin/echo", expected])
  }

  @Test(arguments: Hook.placeholders) func `a hook fills in each placeholder that a configuration may use`(name: String)
    throws
  {
    let words = try [Self.line, Self.attempt].map { line in
      try #require(try Self.run("{\(name)}", line: line)?.words.last)
    }
    #expect(words.contains { !$0.isEmpty } && !words.contains { $0.contains("{") })
  }

  @Test(arguments: [
    ("{application}|{program}|{user}|{count}|{outcome}", "steam|/usr/games/steam -x|ana|3|denied"),
    ("{event} {profile} {session}{mode}", "shieldDidBlock a s-1"),
    ("{name} until {until}", "Deep work until 2026-11-23T17:00:00+01:00"),
  ])
  func `a hook gets what was tried, by whom and how often`(argument: String, expected: String) throws {
    let run = try #require(try Self.run(argument, line: Self.attempt))
    #expect(run.words == ["/bin/echo", expected])
    for variable in [
      "SCHEDCTL_APPLICATION=steam", "SCHEDCTL_PROGRAM=/usr/games/steam -x", "SCHEDCTL_USER=ana", "SCHEDCTL_COUNT=3",
      "SCHEDCTL_OUTCOME=denied",
    ] {
      #expect(run.variables.contains(variable), "\(variable) in \(run.variables)")
    }
  }

  @Test func `the values of an attempt are empty for every other event`() throws {
    let line = String(decoding: Self.attempt, as: UTF8.self).replacing("shieldDidBlock", with: "clockTamper")
    let run = try #require(
      try Self.run("{application}|{program}|{user}|{count}|{outcome}", line: Array(line.utf8)))
    #expect(run.words.last == "||||")
    #expect(run.variables.contains("SCHEDCTL_APPLICATION=") && run.variables.contains("SCHEDCTL_COUNT="))
  }

  @Test func `a hook gets the event in environment variables, and the history line on standard input`() throws {
    let run = try #require(try Self.run("x"))
    #expect(run.number == 7)
    for variable in [
      "SCHEDCTL_EVENT=sessionDidStart", "SCHEDCTL_PROFILE=a", "SCHEDCTL_NAME=Deep work", "SCHEDCTL_NUMBER=7",
      "SCHEDCTL_REMAINING=8 h", "SCHEDCTL_REMAINING_SECONDS=28800", "SCHEDCTL_AT=2026-11-23T09:00:00+01:00",
    ] {
      #expect(run.variables.contains(variable), "\(variable) in \(run.variables)")
    }
    #expect(run.input == Self.line + [10])
  }

  @Test(arguments: [
    ("", ["schedule", "strategy", "water"]),
    ("activities = 'all'", ["schedule", "strategy", "break", "pause", "water"]),
    ("activities = ['break', 'water']", ["break", "water"]),
  ])
  func `a hook is run for intervals of the activities that it selects, and for all other events`(
    selection: String, kinds: [String]
  ) throws {
    let toml = "[[hook]]\non = ['intervalDidStart', 'breakDidStart']\nrun = ['/bin/true']\n\(selection)"
    let engine = Engine(try configuration(toml))
    let runs = { (event: String, kind: String) in
      let line = #"{"sequence":7,"event":"\#(event)","activity":"\#(kind):\#(Self.id)"}"#
      return HookEvent(Array(line.utf8)).map { HookRun.due(by: $0, in: engine).count }
    }
    for kind in ["schedule", "strategy", "break", "pause", "water"] {
      #expect(runs("intervalDidStart", kind) == (kinds.contains(kind) ? 1 : 0), "\(kind)")
      #expect(runs("breakDidStart", kind) == 1)
    }
  }

  @Test(arguments: [0, 400_000_000, 600_000_000, 999_999_999] as [Int64])
  func `the remaining time of a session that has just begun is its full length`(nanosecond: Int64) throws {
    var engine = Engine(try configuration("[profile.a]\nid = \"\(Self.id)\"\n"))
    let now = Moment(wall: VirtualDay.start, nanosecond: nanosecond, boot: 0, bootID: "b")
    _ = engine.handle(.command(.start(try #require(ProfileKey("a")), StartOptions(lengthSeconds: 600))), at: now)
    let texts = try #require(HookEvent(Self.line)).texts(in: engine)
    #expect(texts.first { $0.name == "remaining" }?.text == "10 min")
  }

  @Test func `a hook event has the name of a built-in profile`() throws {
    let engine = Engine(try configuration(""))
    let profile = try #require(engine.configuration.builtInProfiles.first)
    let line = String(decoding: Self.line, as: UTF8.self).replacing(Self.id, with: "\(profile.id)")
    let texts = try #require(HookEvent(Array(line.utf8))).texts(in: engine)
    #expect(texts.first { $0.name == "name" }?.text == profile.name && profile.name != "a")
  }

  @Test(arguments: [
    (#""user":"kim","until":"2026-11-23T23:00:00Z""#, "2026-11-24T00:00:00+01:00|15 h"),
    (#""user":"kim""#, "2026-11-23T17:00:00+01:00|8 h"),
  ])
  func `the end of a used-up limit is that of its block, else that of the session`(members: String, expected: String)
    throws
  {
    let line =
      #"{"sequence":9,"event":"eventDidReachThreshold","profile":"a","id":"\#(Self.id)","#
      + #""planned":"2026-11-23T09:00:00Z",\#(members)}"#
    #expect(try Self.run("{until}|{remaining}", line: Array(line.utf8))?.words.last == expected)
  }

  @Test func `a hook placeholder is empty if the event does not have the field`() throws {
    let line = Array(#"{"sequence":8,"event":"clockTamper","planned":"2026-11-23T08:00:00Z"}"#.utf8)
    #expect(try Self.run("{profile}|{until}|{at}", line: line)?.words.last == "||2026-11-23T09:00:00+01:00")
  }

  @Test(arguments: [
    #"{"sequence":8,"event":"sessionDidEnd","profile":"a"}"#, #"{"sequence":8,"event":"missed"}"#,
    #"{"event":"sessionDidStart"}"#, "", "no json",
  ])
  func `a line without a hook's event or without valid JSON runs no hook`(line: String) throws {
    #expect(try Self.run("x", line: Array(line.utf8)) == nil)
  }

  @Test func `a null character does not end a hook argument early`() throws {
    let line = Array(#"{"sequence":8,"event":"clockTamper","profile":"a\u0000b"}"#.utf8)
    #expect(try Self.run("{profile}", line: line)?.words.last == "ab")
  }
}
