import Scheduler
import SchedulerPlatform

/// The findings of `schedctl doctor` about the sources of use.
public enum UseFindings {
  /// The longest time to wait for the sources, in milliseconds.
  private static let patience: Int64 = 1_000
  /// The time that browsers have to find a socket that has just appeared, in milliseconds.
  private static let browserPatience: Int64 = 300

  /// Asks the sources of the session that an environment names, and returns a finding for each that is there, and one for
  /// each thing that no source says. Returns none without a desktop.
  ///
  /// Takes some milliseconds, or a second if a source does not answer.
  public static func all(in environment: ProcessEnvironment) -> [Finding] {
    guard isOfDesktop(environment) else { return [] }
    do throws(SystemError) {
      var watch = try UseWatch(environment, onlyAsks: true)
      defer { watch.end() }
      try watch.settle(milliseconds: patience)
      try watch.awaitPrograms(milliseconds: browserPatience)
      return findings(watch.standings)
    } catch {
      return [Finding(.note, code: .use, text: "what is in use cannot be watched: \(error)")]
    }
  }

  /// Whether an environment is that of a desktop session.
  public static func isOfDesktop(_ environment: ProcessEnvironment) -> Bool {
    ["WAYLAND_DISPLAY", "DISPLAY", "SWAYSOCK", "I3SOCK"].contains { environment[$0] != nil }
  }

  /// Returns the sentences about what no source says; none while a source has not answered yet.
  public static func lacks(among standings: [SourceStanding]) -> [String] {
    standings.contains { $0.state == .starting } ? [] : lackFindings(among: standings).map(\.text)
  }

  /// Returns the findings about sources.
  static func findings(_ standings: [SourceStanding]) -> [Finding] {
    standings.compactMap(finding) + lackFindings(among: standings)
      + [lackOfLocks(among: standings.filter(\.reportsLocks)), pages(standings)].compactMap(\.self)
  }

  private static func lackFindings(among standings: [SourceStanding]) -> [Finding] {
    [
      lack(of: "which window has the focus", among: standings.filter(\.reportsFocus)),
      lack(of: "whether you are idle", among: standings.filter(\.reportsIdleness)),
    ].compactMap(\.self)
  }

  private static func finding(_ standing: SourceStanding) -> Finding? {
    let subjects = [
      standing.reportsFocus ? "which window has the focus" : nil,
      standing.reportsIdleness ? "whether you are idle" : nil,
      standing.reportsSeat ? "whether your session is in front" : nil,
      standing.reportsLocks ? "whether the screen is locked" : nil,
    ].compactMap(\.self)
    return switch standing.state {
    case .working where subjects.isEmpty: nil
    case .working: Finding(.ok, code: .use, text: "\(standing.title) says \(subjects.joined(separator: " and "))")
    case .starting: Finding(.note, code: .use, text: "\(standing.title) does not answer")
    case .failed(let reason): Finding(.note, code: .use, text: "\(standing.title) is not used: \(reason)")
    case .missing, .unneeded: nil
    }
  }

  /// The finding about the pages of browsers; nil if ActivityWatch may say them.
  private static func pages(_ standings: [SourceStanding]) -> Finding? {
    guard let standing = standings.first(where: \.reportsPages) else { return nil }
    let programs = standing.programs.joined(separator: ", ")
    let remedy =
      "'sudo schedctl browser-extension install' installs an extension that names it; restart the browsers then"
    switch standing.state {
    case .working where !programs.isEmpty:
      return Finding(.ok, code: .use, text: "the extension of \(programs) says which domain is in front")
    case .failed(let reason), .missing(let reason):
      return Finding(
        .note, code: .use, text: "no browser can say which domain is in front: \(reason)",
        remedy: "run the agent and 'doctor' with the environment of the desktop session")
    case .working, .starting, .unneeded:
      // Its watchers of browsers say it, too.
      if standings.contains(where: { $0.state == .working && $0.name == "ActivityWatch" }) { return nil }
      return Finding(
        .note, code: .use, text: "no browser that runs says which domain is in front, so domains are not counted",
        remedy: remedy)
    }
  }

  /// The finding that no source says something; nil if one does.
  private static func lack(of subject: String, among standings: [SourceStanding]) -> Finding? {
    guard !standings.contains(where: { $0.state == .working }) else { return nil }
    let reasons = standings.compactMap { standing -> String? in
      guard case .missing(let reason) = standing.state else { return nil }
      return "\(standing.title): \(reason)"
    }
    let missing = reasons.isEmpty ? "" : " (\(reasons.joined(separator: "; ")))"
    return Finding(
      .note, code: .use, text: "nothing on this desktop says \(subject)\(missing), so use is not counted",
      remedy: "run the agent and 'doctor' with the environment of the desktop session")
  }

  /// The finding that no screen saver says whether the screen is locked; nil if one does, or has not answered yet.
  ///
  /// Whether a locker sets LockedHint is known only when it locks the screen.
  private static func lackOfLocks(among standings: [SourceStanding]) -> Finding? {
    guard !standings.contains(where: { $0.state == .working || $0.state == .starting }) else { return nil }
    return Finding(
      .note, code: .use,
      text:
        "no screen saver on the bus of the session says whether the screen is locked, so a locked screen counts until "
        + "you are idle, unless your locker sets logind's LockedHint",
      remedy: "docs/limits.md has a script that sets it")
  }
}
