import Foundation
import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore
import Testing

@testable import SchedulerUsage

/// What happens to a ledger while others touch its directory: the disk, the person, another agent.
@Suite struct UseSharingTests {
  private let second: Int64 = 1_000_000_000

  private func add(_ seconds: Int64, at start: String, to ledger: inout UseLedger) throws {
    ledger.add(try .of("x", at: start, milliseconds: seconds * 1_000))
  }

  private func date(_ text: String) throws -> CivilDate { try #require(CivilDate(parsing: text)) }

  @Test func `a day that cannot be read keeps no other day from being written, and losses wait for their return`()
    throws
  {
    let folder = try WorkFolder()
    var ledger = UseLedger()
    var files = try DirectoryFileSystem(folder.path)
    try folder.write("damaged", to: "2026-11-25.use")
    let obstacle = folder.path + "/2026-11-26.use"
    try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
    for day in 25...27 { try add(Int64(day), at: "2026-11-\(day)T10:00:00Z", to: &ledger) }
    for _ in 0..<2 {
      #expect(throws: FileSystemError.self) { try ledger.flush(in: &files) }
      let days = try UseReading(.min ... .max, in: &files).days
      #expect(days.map { "\($0.date) \($0.nanoseconds / second)" } == ["2026-11-25 25", "2026-11-27 27"])
    }
    try FileManager.default.removeItem(atPath: obstacle)
    #expect(try ledger.flush(in: &files) == [.damaged(date("2026-11-25"))])
    #expect(try UseReading(.min ... .max, in: &files).days.map(\.nanoseconds) == [25, 26, 27].map { $0 * second })
    #expect(!ledger.hasChanges)
  }

  @Test func `use is not dropped if its damaged day was set aside and the new file could not be written`() throws {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    try add(1, at: "2026-11-27T10:00:00Z", to: &ledger)
    #expect(try ledger.flush(in: &files) == [])
    files["2026-11-27.use"] = Array("damaged".utf8)
    try add(2, at: "2026-11-27T10:01:00Z", to: &ledger)
    files.plan.capacity = 0
    #expect(throws: FileSystemError.self) { try ledger.flush(in: &files) }
    #expect(files["2026-11-27.use"] == nil)
    files.plan.capacity = nil
    #expect(try ledger.flush(in: &files) == [.damaged(date("2026-11-27"))])
    #expect(try files.reading().days.map(\.nanoseconds) == [2 * second])
  }

  @Test func `a day that cannot be deleted keeps no other day, and agents learn of the deletion`() throws {
    let folder = try WorkFolder()
    var files = try UseFiles.open(folder.path)
    for day in ["2026-01-01", "2026-01-03"] { try folder.write("", to: "\(day).use") }
    try FileManager.default.createDirectory(atPath: folder.path + "/2026-01-02.use", withIntermediateDirectories: true)
    #expect(throws: FileSystemError.self) { try UseFiles.forget(before: nil, at: Instant(epochSeconds: 0), in: &files) }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".use") }
    #expect(left == ["2026-01-02.use"])
    #expect(FileManager.default.fileExists(atPath: folder.path + "/forgotten"))
  }

  @Test func `an agent that has written nothing yet drops what the person deletes, and keeps what follows`() throws {
    var (earlier, ledger, files) = (UseLedger(), UseLedger(), SimulatedFileSystem())
    try add(1, at: "2026-11-27T09:00:00Z", to: &earlier)
    #expect(try earlier.finish(in: &files) == [])
    ledger.follow(in: &files, at: Instant(epochSeconds: .max))
    try add(2, at: "2026-11-27T10:00:00Z", to: &ledger)
    #expect(try UseFiles.forget(before: nil, at: Instant(epochSeconds: 0), in: &files) == 1)
    #expect(try ledger.finish(in: &files) == [] && files.reading().days == [])
    // Nothing is left to delete, but the agent has something again.
    try add(3, at: "2026-11-27T10:01:00Z", to: &ledger)
    #expect(try UseFiles.forget(before: nil, at: Instant(epochSeconds: 0), in: &files) == 0)
    ledger.follow(in: &files, at: Instant(epochSeconds: .max))
    try add(4, at: "2026-11-27T10:02:00Z", to: &ledger)
    #expect(try ledger.finish(in: &files) == [])
    #expect(try files.reading().days.map(\.nanoseconds) == [4 * second])
    #expect(try files.reading().days.flatMap(\.visits).flatMap(\.lengths) == [4_000])
  }

  @Test func `a deletion of the days before today drops those from memory, and nothing of today`() throws {
    for isWritten in [false, true] {
      var (ledger, files) = (UseLedger(), SimulatedFileSystem())
      ledger.follow(in: &files, at: Instant(epochSeconds: .max))
      try add(1, at: "2026-11-26T23:00:00Z", to: &ledger)
      if isWritten { #expect(try ledger.flush(in: &files) == []) }
      try add(2, at: "2026-11-26T23:59:50Z", to: &ledger)
      try add(3, at: "2026-11-27T00:10:00Z", to: &ledger)
      #expect(
        try UseFiles.forget(before: date("2026-11-27"), at: Instant(epochSeconds: 0), in: &files) == (isWritten ? 1 : 0)
      )
      #expect(try ledger.finish(in: &files) == [])
      let days = try files.reading().days
      #expect(days.map { "\($0.date) \($0.nanoseconds / second)" } == ["2026-11-27 3"], "\(isWritten)")
      #expect(days.flatMap(\.visits).flatMap(\.lengths) == [3_000], "\(isWritten)")
    }
  }

  @Test func `of use that continues over a deletion, only the part after it is kept`() throws {
    let all: [(Instant, [Int64])] = try [
      // The time of deletion, and the seconds of each quarter that are left of 20 minutes from 10:00 on.
      ("2026-11-27T10:10:00Z", [300, 300]), ("2026-11-27T10:16:00Z", [240]), ("2026-11-27T10:20:00Z", []),
      ("2026-11-27T09:00:00Z", [900, 300]),
      // By a clock that was set back since: it was at 10:15 at most.
      ("2036-11-27T10:10:00Z", [300]),
    ].map { (try #require(Instant(rfc3339: $0.0)), $0.1) }
    for (time, left) in all {
      var (ledger, files) = (UseLedger(), SimulatedFileSystem())
      ledger.follow(in: &files, at: Instant(epochSeconds: .max))
      #expect(try UseFiles.forget(before: nil, at: time, in: &files) == 0)
      let now = try #require(Instant(rfc3339: "2026-11-27T10:20:00Z"))
      ledger.follow(in: &files, at: time <= now ? now : now.adding(seconds: -300))
      try add(1_200, at: "2026-11-27T10:00:00Z", to: &ledger)
      try add(60, at: "2026-11-27T11:00:00Z", to: &ledger)
      #expect(try ledger.finish(in: &files) == [])
      let quarters = try files.reading().days.flatMap(\.rows).flatMap(\.quarters.elements)
      #expect(quarters.map { $0.nanoseconds / second } == left + [60], "\(time)")
    }
  }

  @Test func `a deletion of the days before a date takes their part of use that continues`() throws {
    var (ledger, files) = (UseLedger(), SimulatedFileSystem())
    ledger.follow(in: &files, at: Instant(epochSeconds: .max))
    let time = try #require(Instant(rfc3339: "2026-11-27T00:05:00Z"))
    #expect(try UseFiles.forget(before: date("2026-11-27"), at: time, in: &files) == 0)
    ledger.follow(in: &files, at: Instant(epochSeconds: .max))
    try add(600, at: "2026-11-26T23:55:00Z", to: &ledger)
    #expect(try ledger.finish(in: &files) == [])
    let days = try files.reading().days
    #expect(days.map { "\($0.date) \($0.nanoseconds / second)" } == ["2026-11-27 300"])
    #expect(days.flatMap(\.visits).flatMap(\.lengths) == [300_000])
  }

  @Test func `of several deletions none is missed, and a damaged mark counts as one`() throws {
    for damage in [nil, "", "1", "x y\n", "-9223372036854775809 -\n", "9 - -9223372036854775808\n"] {
      var (ledger, files) = (UseLedger(), SimulatedFileSystem())
      #expect(try UseFiles.forget(before: nil, at: Instant(epochSeconds: 0), in: &files) == 0)
      ledger.follow(in: &files, at: Instant(epochSeconds: .max))
      try add(1, at: "2026-11-27T10:00:00Z", to: &ledger)
      if let damage {
        files["forgotten"] = Array(damage.utf8)
      } else {
        for day in ["2026-11-28", "2026-11-01"] {
          #expect(try UseFiles.forget(before: date(day), at: Instant(epochSeconds: 0), in: &files) == 0)
        }
      }
      #expect(try ledger.finish(in: &files) == [] && files.reading().days == [], "\(damage ?? "several")")
    }
  }

  @Test func `one agent at a time has the use of a session, and the next one takes it when the first ends`() throws {
    let folder = try WorkFolder()
    let path = folder.path + "/use"
    _ = try UseFiles.open(path)
    let environment = ProcessEnvironment(variables: ["DISPLAY": ":0"], effectiveUserID: 1_000)
    var first: UseClaim? = UseClaim(environment)
    var second = UseClaim(environment)
    var other = UseClaim(ProcessEnvironment(variables: ["DISPLAY": ":1"], effectiveUserID: 1_000))
    for _ in 0..<2 {
      #expect(try first?.take(in: path) == true)
      #expect(try second.take(in: path) == false && second.isTaken)
      #expect(try other.take(in: path))
    }
    first = nil
    #expect(try second.take(in: path) && !second.isTaken)
    // The person deletes the directory: the right is in the new one, and its file outlives the end of the old.
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: FileSystemError.self) { try second.take(in: path) }
    _ = try UseFiles.open(path)
    var third: UseClaim? = UseClaim(environment)
    #expect(try third?.take(in: path) == true)
    #expect(try second.take(in: path) == false && second.isTaken)
    third = nil
    #expect(try second.take(in: path))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).contains(second.name))
  }

  @Test(arguments: [
    (["WAYLAND_DISPLAY": "/run/user/1000/wayland-1", "DISPLAY": ":0", "XDG_SESSION_ID": "2"], "agent-wayland-1.lock"),
    (["WAYLAND_DISPLAY": "wayland-1"], "agent-wayland-1.lock"), (["DISPLAY": ":0.1"], "agent-_0.lock"),
    (["DISPLAY": ":0", "XDG_SESSION_ID": "2"], "agent-_0.lock"),
    (["DISPLAY": "a.org:10.0"], "agent-a_org_10.lock"), (["XDG_SESSION_ID": "c2"], "agent-session-c2.lock"),
    (["XDG_SESSION_ID": "../ä"], "agent-session-____.lock"), ([:], "agent-session.lock"),
    (["WAYLAND_DISPLAY": "/"], "agent-session.lock"),
  ])
  func `agents of one session agree about the name of the claim`(variables: [String: String], name: String) {
    #expect(UseClaim(ProcessEnvironment(variables: variables, effectiveUserID: 1_000)).name == name)
  }

  @Test func `a directory of use is closed to others when it is opened, and gets no rights`() throws {
    let folder = try WorkFolder()
    for (found, left) in [(0o755, 0o700), (0o2770, 0o700), (0o500, 0o500)] as [(Int, UInt32)] {
      let path = "\(folder.path)/\(found)"
      _ = try UseFiles.open(path)
      #expect(FileStatus(path: path)?.permissions == 0o700)
      try FileManager.default.setAttributes([.posixPermissions: found], ofItemAtPath: path)
      _ = try UseFiles.open(path)
      #expect(FileStatus(path: path)?.permissions == left)
    }
  }
}
