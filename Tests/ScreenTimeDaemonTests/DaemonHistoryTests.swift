import ScreenTimeTesting
import Testing

/// Lines of history become callbacks.
@Suite struct DaemonHistoryTests {
  private static let activity = "schedule:04f91bfa-82f1-5686-afe4-9a38d2e62035"

  private static func line(_ sequence: Int, _ event: String, _ rest: String = "") -> String {
    #"{"sequence":\#(sequence),"event":"\#(event)","activity":"\#(activity)","profile":"deep-work","#
      + #""planned":"2026-11-23T09:00:00Z","delivered":"2026-11-23T09:00:00.250Z"\#(rest)}"#
  }

  private static let kinds: [(event: String, rest: String, callback: MonitorCallback)] = [
    ("intervalDidStart", "", MonitorCallback(.intervalDidStart, activity: activity)),
    ("intervalDidEnd", #","late":true"#, MonitorCallback(.intervalDidEnd, activity: activity)),
    ("intervalWillStartWarning", "", MonitorCallback(.intervalWillStartWarning, activity: activity)),
    ("intervalWillEndWarning", "", MonitorCallback(.intervalWillEndWarning, activity: activity)),
    (
      "eventDidReachThreshold", #","message":"games""#,
      MonitorCallback(.eventDidReachThreshold, activity: activity, event: "games")
    ),
    (
      "eventWillReachThresholdWarning", #","message":"games""#,
      MonitorCallback(.eventWillReachThresholdWarning, activity: activity, event: "games")
    ),
  ]

  @Test(arguments: kinds)
  func `a line of each callback has its activity and times`(
    event: String, rest: String, callback: MonitorCallback
  ) throws {
    let callback = DeliveredCallback(
      callback, planned: Date(timeIntervalSince1970: 1_795_424_400),
      delivered: Date(timeIntervalSince1970: 1_795_424_400.25), sequence: 7)
    for end in ["", "\n"] {
      #expect(try HistoryFeed.callbacks(in: (Self.line(7, event, rest) + end).utf8) == [callback])
    }
  }

  @Test func `lines of other kinds are skipped, and callbacks keep their order`() throws {
    let lines = [
      Self.line(1, "intervalDidStart"), Self.line(2, "sessionDidStart"), Self.line(3, "aNewerKind"),
      #"{"sequence":4,"event":"missed","activity":"x","intervals":[],"further":0}"#,
      #"{"sequence":5,"event":"sessionDidFinish","profile":"deep-work"}"#, Self.line(9, "intervalDidEnd"),
    ]
    let callbacks = try HistoryFeed.callbacks(in: lines.joined(separator: "\n").utf8)
    #expect(callbacks.map(\.sequence) == [1, 9])
    #expect(callbacks.map(\.callback.kind) == [.intervalDidStart, .intervalDidEnd])
    #expect(try HistoryFeed.callbacks(in: []) == [])
  }

  @Test(arguments: ["eventDidReachThreshold", "eventWillReachThresholdWarning"])
  func `a limit of a profile, which has no activity, is no callback`(event: String) throws {
    let line =
      #"{"sequence":1,"event":"\#(event)","profile":"deep-work","planned":"2026-11-23T09:00:00Z","#
      + #""delivered":"2026-11-23T09:00:00.250Z"}"#
    #expect(try HistoryFeed.callbacks(in: line.utf8) == [])
  }

  @Test(
    arguments: [
      ("", ""), ("[]", "an entry is a JSON object"),
      (#"{"sequence":2,"event":"intervalDidStart""#, ""), (#"{"event":"missed"}"#, "'sequence' is"),
      (#"{"sequence":"2","event":"missed"}"#, "'sequence' is"), (#"{"sequence":0,"event":"missed"}"#, "'sequence' is"),
      (#"{"sequence":2}"#, "'event' is"), (#"{"sequence":2,"event":"intervalDidEnd"}"#, "'activity' is"),
      (line(2, "intervalDidEnd").replacing("09:00:00Z", with: "9 o'clock"), "'planned' is"),
      (line(2, "intervalDidEnd").replacing(":00Z", with: ":00+01:00"), "'planned' is"),
      (line(2, "intervalDidEnd").replacing(".250Z", with: ".Z"), "'delivered' is"),
      (line(2, "intervalDidEnd").replacing(".250Z", with: ".+25Z"), "'delivered' is"),
      (line(2, "eventDidReachThreshold"), "'message' is"), (line(1, "sessionDidEnd"), "'sequence' is 1 after 1"),
    ])
  func `a malformed line is an error with its number`(line: String, problem: String) throws {
    let text = [Self.line(1, "intervalDidStart"), line, Self.line(3, "intervalDidEnd")].joined(separator: "\n")
    let error = try #require(throws: HistoryFeed.MalformedLine.self) { try HistoryFeed.callbacks(in: text.utf8) }
    #expect(error.line == 2)
    #expect(error.problem.hasPrefix(problem) && "\(error)".hasPrefix("line 2: "), "\(error)")
  }

  @Test func `a feed continues after a malformed line and after a known entry`() throws {
    var feed = HistoryFeed(after: 4)
    #expect(throws: HistoryFeed.MalformedLine.self) { try feed.callback(inLine: Self.line(4, "intervalDidEnd").utf8) }
    #expect(try feed.callback(inLine: Self.line(5, "intervalDidEnd").utf8)?.sequence == 5)
    #expect(feed.lineCount == 2 && feed.lastSequence == 5)
  }
}
