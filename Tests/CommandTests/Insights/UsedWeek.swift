import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerUsage

@testable import schedctl

/// A machine whose person has a ledger of use, goals, sessions and attempts.
enum UsedWeek {
  static let configuration = """
    timezone = "Europe/Berlin"

    [profile.p]
    block = { apps = ["steam"] }

    [goal.less-news]
    at-most = "30m"
    domains = ["reddit.com"]

    [goal.deep-work]
    at-least = "6h"
    per = "week"
    focus = true

    """

  /// The machine on Wednesday, 2026-11-25 13:00 in Berlin.
  static func machine(_ configuration: String = configuration) throws -> OfflineMachine {
    let machine = try OfflineMachine(configuration)
    for time in ["2026-11-23 09:00", "2026-11-24 22:30"] {
      try machine.wait(until: time)
      _ = try machine.run("start", "p", "--for", "2h", "--offline")
    }
    try machine.wait(until: "2026-11-25 13:00")
    _ = try machine.run("run", "--once")
    let attempts = ["2026-11-23T08:10:00Z", "2026-11-23T08:12:00Z", "2026-11-23T08:50:00Z", "2026-11-24T22:00:00Z"]
    let lines = attempts.enumerated().map { index, time in
      #"{"sequence":\#(machine.history.count + index + 1),"event":"shieldDidBlock","profile":"p","planned":"\#(time)","#
        + #""delivered":"\#(time)","message":"steam","outcome":"denied","program":"/usr/games/steam","count":1}"#
    }
    try machine.folder.write((machine.history + lines).map { $0 + "\n" }.joined(), to: "state/history.jsonl")
    try record(uses, in: machine)
    return machine
  }

  /// A use: the application, the domain, the categories, the start, and the minutes.
  typealias Use = (app: String, domain: String?, categories: [String], start: String, minutes: Int64)

  static let uses: [Use] = [
    ("org.gnome.Builder", nil, ["Development", "IDE", "GNOME"], "2026-11-23T10:00:00Z", 175),
    ("firefox", "www.reddit.com", ["Network", "WebBrowser"], "2026-11-23T13:00:00Z", 20),
    ("firefox", "example.org", ["Network", "WebBrowser"], "2026-11-23T13:20:00Z", 12),
    ("firefox", "old.reddit.com", ["Network", "WebBrowser"], "2026-11-23T23:10:00Z", 45),
    ("steam", nil, ["Game"], "2026-11-22T19:00:00Z", 50),
    ("steam", nil, ["Game"], "2026-11-24T18:00:00Z", 20),
    ("steam", nil, ["Game"], "2026-11-24T19:00:00Z", 30),
    ("firefox", "www.reddit.com", ["Network", "WebBrowser"], "2026-11-25T08:00:00Z", 10),
  ]

  /// Writes uses as an agent does in a zone.
  static func record(_ uses: [Use], in machine: OfflineMachine, zone: String? = nil) throws {
    try record(uses, to: machine.folder.path + "/.local/state/schedctl/use", zone: zone)
  }

  /// Writes uses to a directory.
  static func record(_ uses: [Use], to path: String, zone: String? = nil) throws {
    try DirectoryFileSystem.create(path, permissions: UseFiles.directoryPermissions)
    var files = try DirectoryFileSystem(path)
    var ledger = UseLedger()
    for use in uses {
      let application = ApplicationIdentity(
        desktopIDs: [use.app], categories: Set(use.categories.compactMap(ApplicationCategory.init)))
      ledger.add(
        UseSpan(
          target: UsedTarget(application: application, domain: try use.domain.map { try DomainName($0) }),
          start: Instant(rfc3339: use.start) ?? Instant(epochSeconds: 0),
          nanoseconds: use.minutes * 60_000_000_000), in: zone)
    }
    _ = try ledger.finish(in: &files)
  }
}
