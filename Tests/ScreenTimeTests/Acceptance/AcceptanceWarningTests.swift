import DeviceActivity
import ScreenTimeTesting
import Testing

/// Acceptance row of warnings: D21.
@Suite struct AcceptanceWarningTests {
  @Test func `AT21: a short timer by the warning of a one-shot of fifteen minutes`() throws {
    let bench = Bench("13:29:05")
    try bench.start("timer", "13:30–13:45", repeats: false, warning: 12)
    bench.device.advance(by: .days(2))
    #expect(
      bench.lines == [
        "08-13 13:29:05 startWarning timer", "08-13 13:30:00 start timer", "08-13 13:33:00 endWarning timer",
        "08-13 13:45:00 end timer",
      ])
  }

  @Test func `AT21: Apple's example warns five minutes before each edge and threshold`() throws {
    let bench = Bench("09:00")
    try bench.start("a", "10:00–11:00", warning: 5, events: [.init("limit"): Bench.event(minutes: 30)])
    bench.device.advance(to: "10:10")
    bench.device.use("com.example.game", for: .minutes(40))
    bench.device.advance(to: "11:30")
    #expect(
      bench.lines == [
        "08-13 09:55:00 startWarning a", "08-13 10:00:00 start a", "08-13 10:35:00 eventWarning a limit",
        "08-13 10:40:00 reached a limit", "08-13 10:55:00 endWarning a", "08-13 11:00:00 end a",
      ])
  }

  @Test(
    arguments: [
      (60, ["08-13 09:10:00 startWarning a", "08-13 10:00:00 start a", "08-13 10:00:00 endWarning a"]),
      (90, ["08-13 09:10:00 startWarning a", "08-13 10:00:00 start a", "08-13 10:00:00 endWarning a"]),
      (0, ["08-13 10:00:00 start a"]), (-5, ["08-13 10:00:00 start a"]), (nil, ["08-13 10:00:00 start a"]),
    ] as [(Int?, [String])])
  func `AT21: a warning time of the interval's length or more warns at the start, and of none never`(
    minutes: Int?, expected: [String]
  ) throws {
    let bench = Bench("09:10")
    try bench.start("a", "10:00–11:00", repeats: false, warning: minutes)
    bench.device.advance(to: "12:00")
    #expect(bench.lines == expected + ["08-13 11:00:00 end a"])
  }

  @Test func `AT21: a start warning is dropped and the end warning follows the start if the interval runs`() throws {
    let bench = Bench("10:57")
    try bench.start("a", "10:00–11:00", warning: 5)
    #expect(bench.lines == ["08-13 10:57:00 start a", "08-13 10:57:00 endWarning a"])
  }

  @Test(
    arguments: [
      ("10:57", .awaitUse, ["08-13 10:57:00 endWarning a", "08-13 11:00:00 end a"]),
      ("11:05", .awaitUse, ["08-13 11:05:00 end a"]),
      ("10:57", .ungated, ["08-13 10:55:00 endWarning a", "08-13 11:00:00 end a"]),
      ("11:05", .ungated, ["08-13 10:55:00 endWarning a", "08-13 11:05:00 end a"]),
    ] as [(String, SemanticsPolicy.Warnings, [String])])
  func `AT21: an end warning that was missed comes while the interval is open`(
    pickUp: String, choice: SemanticsPolicy.Warnings, expected: [String]
  ) throws {
    let bench = Bench("10:30", policy: .documented.with(\.warnings, as: choice))
    try bench.start("a", "10:00–11:00", warning: 5)
    bench.device.putDown()
    bench.device.advance(to: pickUp)
    bench.device.pickUp()
    bench.device.advance(to: "11:30")
    #expect(Array(bench.lines.dropFirst()) == expected)
  }

  @Test(
    arguments: [
      ("09:57", .awaitUse, ["08-13 09:57:00 startWarning a", "08-13 10:00:00 start a"]),
      ("10:00", .awaitUse, ["08-13 10:00:00 start a"]), ("10:20", .awaitUse, ["08-13 10:20:00 start a"]),
      ("10:20", .ungated, ["08-13 09:55:00 startWarning a", "08-13 10:20:00 start a"]),
    ] as [(String, SemanticsPolicy.Warnings, [String])])
  func `AT21: a start warning that was missed is dropped once the start is owed`(
    pickUp: String, choice: SemanticsPolicy.Warnings, expected: [String]
  ) throws {
    let bench = Bench("09:00", policy: .documented.with(\.warnings, as: choice))
    try bench.start("a", "10:00–11:00", warning: 5)
    bench.device.putDown()
    bench.device.advance(to: pickUp)
    bench.device.pickUp()
    bench.device.advance(to: "10:30")
    #expect(bench.lines == expected)
  }

  @Test func `AT21: warning times are calendar arithmetic`() throws {
    let bench = Bench("2026-03-06 12:00")
    let warning = DateComponents(day: 1)
    try bench.start("a", Bench.schedule("2026-03-08 12:00–2026-03-08 18:00", repeats: false, warning: warning))
    bench.device.advance(to: "2026-03-08 12:00")
    #expect(bench.lines.first == "03-07 12:00:00 startWarning a")
    // A day before 18:00 is before the start.
    #expect(bench.lines.dropFirst() == ["03-08 12:00:00 start a", "03-08 12:00:00 endWarning a"])
  }

  @Test func `AT21: the warning of the next interval comes while one is open`() throws {
    let bench = Bench("12:00")
    try bench.start("a", "00:00–23:59:59", warning: 10)
    bench.device.advance(to: "2026-08-14 00:10")
    #expect(
      bench.lines == [
        "08-13 12:00:00 start a", "08-13 23:49:59 endWarning a", "08-13 23:50:00 startWarning a",
        "08-13 23:59:59 end a", "08-14 00:00:00 start a",
      ])
  }

  @Test func `AT21: an end warning that is owed comes before what became due after it`() throws {
    let bench = Bench("09:50")
    try bench.start("a", "10:00–11:00", warning: 5)
    try bench.start("b", "10:56–12:00")
    bench.device.putDown()
    bench.device.advance(to: "10:57")
    bench.device.pickUp()
    #expect(bench.lines == ["08-13 10:57:00 start a", "08-13 10:57:00 endWarning a", "08-13 10:57:00 start b"])
  }
}
