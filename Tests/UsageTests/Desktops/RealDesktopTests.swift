import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import TestSupport
import Testing

@testable import SchedulerUsage

/// Use on real desktops, with real windows. `.ci/check-desktops` runs them, while nothing else does: their times are real.
@Suite(.serialized) struct RealDesktopTests {
  private static let reason: Comment = "SCHEDCTL_DESKTOPS is not 1, or sway and foot, or Xvfb, i3 and xterm are missing"
  private static let windows = ["Alpha", "Beta", "Gamma"]
  /// The seconds for which a script changes windows: 60, or 10 without all laws, or what `SCHEDCTL_DESKTOP_SECONDS` says; nil
  /// if that is no number from 10 to 3000.
  private static let seconds = DesktopProgram.seconds(in: 10...3000, otherwise: Laws.areWhole ? 60 : 10)
  /// Longer than a test, so that the missing input does not end the use.
  private static let patience: Int64 = 3600 * 1_000_000_000

  /// Changes windows by a script, and compares what was counted.
  private func `count use`(on desktop: some TestDesktop, seed: UInt64) throws {
    let seconds = try #require(Self.seconds, "SCHEDCTL_DESKTOP_SECONDS must be a number from 10 to 3000")
    var watch = try UseWatch(desktop.environment, patience: Self.patience)
    try desktop.focus("Alpha")
    try #require(try desktop.wait(for: "Alpha", in: &watch), "\(watch.standings)")
    #expect(watch.state?.target?.application.categories.map(\.name) == ["Office"])
    var script = SeededGenerator(seed: seed)
    let result = try desktop.follow(&script, windows: Self.windows, in: &watch, forSeconds: seconds)
    var lines: [String] = []
    for name in Self.windows {
      let (done, counted) = (result.done[name] ?? 0, result.counted[name] ?? 0)
      let difference = abs(done - counted)
      #expect(difference <= 0.01 * Double(seconds), "seed \(seed), \(name): \(result)")
      let figures = String(format: "%.4f s, %.4f s off (%.4f %%)", done, difference, 100 * difference / done)
      lines.append("\(name) \(figures)")
    }
    print("use by script \(seed) in \(seconds) s on \(type(of: desktop)): \(lines.joined(separator: "; "))")
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

  @Test(.enabled(if: SwayDesktop.exists, Self.reason))
  func `sway: seconds of use are what a script did, within 1 %`() throws {
    let desktop = try SwayDesktop(windows: Self.windows)
    try `count use`(on: desktop, seed: 22)
  }

  @Test(.enabled(if: SwayDesktop.exists, Self.reason))
  func `sway: the time without input is not counted, and use begins again with the next input`() throws {
    let desktop = try SwayDesktop(windows: Self.windows)
    try `idle and return`(on: desktop)
  }

  @Test(.enabled(if: XDesktop.exists, Self.reason))
  func `X11 with i3: seconds of use are what a script did, within 1 %`() throws {
    let desktop = try XDesktop(windows: Self.windows)
    try `count use`(on: desktop, seed: 23)
  }

  @Test(.enabled(if: XDesktop.exists, Self.reason))
  func `X11: the time without input is not counted, and use begins again with the next input`() throws {
    let desktop = try XDesktop(windows: Self.windows)
    try `idle and return`(on: desktop)
  }

  /// Waits for events while nothing changes.
  private func rest(on desktop: some TestDesktop) throws {
    var watch = try UseWatch(desktop.environment, patience: Self.patience)
    try desktop.focus("Gamma")
    try #require(try desktop.wait(for: "Gamma", in: &watch), "\(watch.standings)")
    // What is still under way arrives at once.
    while try !watch.queue.wait(milliseconds: 500).isEmpty { _ = try watch.advance(at: .present()) }
    #expect(try watch.queue.wait(milliseconds: Laws.areWhole ? 30_000 : 3_000) == [])
    #expect(watch.standings.allSatisfy { $0.state != .starting })
  }

  @Test(.enabled(if: SwayDesktop.exists, Self.reason))
  func `sway: nothing wakes the watch while nothing changes`() throws {
    let desktop = try SwayDesktop(windows: Self.windows)
    try rest(on: desktop)
  }

  @Test(.enabled(if: XDesktop.exists, Self.reason))
  func `X11 with i3: nothing wakes the watch while nothing changes`() throws {
    let desktop = try XDesktop(windows: Self.windows)
    try rest(on: desktop)
  }

  @Test(.enabled(if: XDesktop.exists, Self.reason))
  func `i3 says what has the focus if the X server refuses`() throws {
    let desktop = try XDesktop(windows: Self.windows)
    let i3 = try #require(desktop.environment["I3SOCK"])
    let wayland = try FakeServer()
    var variables = ["I3SOCK": i3, "WAYLAND_DISPLAY": wayland.path]
    for name in ["XDG_DATA_HOME", "XDG_DATA_DIRS"] { variables[name] = desktop.environment[name] }
    var watch = try UseWatch(ProcessEnvironment(variables: variables, effectiveUserID: DesktopProgram.user))
    _ = try watch.advance(at: .present())
    #expect(try wayland.accept())
    try wayland.send(WaylandEvent.announcement)
    _ = try watch.advance(at: .present())
    try wayland.send(WaylandEvent.agreement)
    for name in Self.windows {
      try desktop.focus(name)
      #expect(try desktop.wait(for: name, in: &watch), "\(watch.standings)")
    }
    _ = try desktop.command("workspace empty")
    #expect(
      try Waiting.until {
        _ = try watch.advance(at: .present())
        return watch.state == .inUse(nil)
      })
  }

  @Test(.enabled(if: SwayDesktop.exists, Self.reason))
  func `sway: a window that is closed, and an empty workspace, are not in use`() throws {
    let desktop = try SwayDesktop(windows: Self.windows)
    var watch = try UseWatch(desktop.environment, patience: Self.patience)
    try desktop.focus("Alpha")
    try #require(try desktop.wait(for: "Alpha", in: &watch), "\(watch.standings)")
    let comes = { (watch: inout UseWatch, state: UseState?) in
      try Waiting.until {
        _ = try watch.advance(at: .present())
        return watch.state == state
      }
    }
    _ = try desktop.command("workspace empty")
    #expect(try comes(&watch, .inUse(nil)))
    _ = try desktop.command("workspace back_and_forth")
    #expect(try desktop.wait(for: "Alpha", in: &watch))
    for name in Self.windows { _ = try desktop.command("[app_id=\(name)] kill") }
    #expect(try comes(&watch, .inUse(nil)))
    // The end of the compositor ends its sources.
    _ = try? desktop.command("exit")
    #expect(try comes(&watch, nil))
  }

  @Test(.enabled(if: XDesktop.exists, Self.reason))
  func `an X server that refuses the cookie is dropped with its reason`() throws {
    let desktop = try XDesktop(windows: [])
    let display = try #require(desktop.environment["DISPLAY"])
    var watch = try UseWatch(ProcessEnvironment(variables: ["DISPLAY": display], effectiveUserID: DesktopProgram.user))
    #expect(
      try Waiting.until {
        _ = try watch.advance(at: .present())
        return watch.lastFailure(of: .x11)?.hasPrefix("it refuses the connection: Authorization required") == true
      }, "\(watch.standings)")
  }

  @Test(.enabled(if: SwayDesktop.exists, Self.reason))
  func `a compositor on wlroots says what has the focus without the IPC of sway`() throws {
    let desktop = try SwayDesktop(windows: Self.windows)
    var variables: [String: String] = [:]
    for name in ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_DATA_HOME", "XDG_DATA_DIRS"] {
      variables[name] = desktop.environment[name]
    }
    var watch = try UseWatch(ProcessEnvironment(variables: variables, effectiveUserID: DesktopProgram.user))
    for name in Self.windows {
      try desktop.focus(name)
      #expect(try desktop.wait(for: name, in: &watch), "\(watch.standings)")
    }
    _ = try desktop.command("[app_id=Gamma] kill")
    #expect(try desktop.wait(for: "Beta", in: &watch), "\(watch.standings)")
    for name in Self.windows { _ = try desktop.command("[app_id=\(name)] kill") }
    #expect(
      try Waiting.until {
        _ = try watch.advance(at: .present())
        return watch.state == .inUse(nil)
      }, "\(watch.standings)")
  }
}
