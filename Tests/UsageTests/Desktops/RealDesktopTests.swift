import ProgramTesting
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerUsage

/// Use on real desktops, with real windows.
@Suite(.serialized) struct RealDesktopTests {
  private static let windows = ["Alpha", "Beta", "Gamma"]
  private static let seconds = Laws.areWhole ? 60 : 10
  /// Longer than a test, so that the missing input does not end the use.
  private static let patience: Int64 = 3600 * 1_000_000_000

  /// Changes windows by a script, and compares what was counted.
  private func `count use`(on desktop: some TestDesktop, seed: UInt64) throws {
    var watch = try UseWatch(desktop.environment, patience: Self.patience)
    try desktop.focus("Alpha")
    try #require(try desktop.wait(for: "Alpha", in: &watch), "\(watch.standings)")
    #expect(watch.state?.target?.application.categories.map(\.name) == ["Office"])
    var script = SeededGenerator(seed: seed)
    let result = try desktop.follow(&script, windows: Self.windows, in: &watch, forSeconds: Self.seconds)
    print("use by script \(seed): \(result.done), counted: \(result.counted)")
    for name in Self.windows {
      let difference = abs((result.done[name] ?? 0) - (result.counted[name] ?? 0))
      #expect(difference <= 0.01 * Double(Self.seconds), "seed \(seed), \(name): \(result)")
    }
    #expect(Set(result.counted.keys).isSubset(of: Self.windows))
  }

  /// Lets a person be idle and return.
  private func `idle and return`(on desktop: some TestDesktop) throws {
    let patience: Int64 = 1_500_000_000
    var watch = try UseWatch(desktop.environment, patience: patience)
    try desktop.movePointer()
    try desktop.focus("Beta")
    try #require(try desktop.wait(for: "Beta", in: &watch), "\(watch.standings)")
    let begin = SystemClocks.monotonic()
    var spans: [UseSpan] = []
    for _ in 0..<2 {
      #expect(
        try Waiting.until {
          spans += try watch.advance(at: .present()).spans
          return watch.state == .idle
        })
      try desktop.movePointer()
      #expect(
        try Waiting.until {
          spans += try watch.advance(at: .present()).spans
          return watch.state?.target?.name == "org.example.Beta"
        })
    }
    let end = SystemClocks.monotonic()
    spans += watch.cut(at: .present())
    let counted = spans.reduce(0) { $0 + $1.nanoseconds }
    #expect(counted <= end - begin - 2 * patience + 100_000_000)
  }

  @Test(.enabled(if: SwayDesktop.exists, "sway and foot are not installed"))
  func `sway: seconds of use are what a script did, within 1 %`() throws {
    let desktop = try SwayDesktop(windows: Self.windows)
    try `count use`(on: desktop, seed: 22)
  }

  @Test(.enabled(if: SwayDesktop.exists, "sway and foot are not installed"))
  func `sway: the time without input is not counted, and use begins again with the next input`() throws {
    let desktop = try SwayDesktop(windows: Self.windows)
    try `idle and return`(on: desktop)
  }

  @Test(.enabled(if: XDesktop.exists, "Xvfb, i3 and xterm are not installed"))
  func `X11 with i3: seconds of use are what a script did, within 1 %`() throws {
    let desktop = try XDesktop(windows: Self.windows)
    try `count use`(on: desktop, seed: 23)
  }

  @Test(.enabled(if: XDesktop.exists, "Xvfb, i3 and xterm are not installed"))
  func `X11: the time without input is not counted, and use begins again with the next input`() throws {
    let desktop = try XDesktop(windows: Self.windows)
    try `idle and return`(on: desktop)
  }
}
