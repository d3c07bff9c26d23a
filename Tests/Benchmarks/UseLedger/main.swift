// Prints what ten years of a ledger of use cost to open and to read, beside plain reading of the same files and, where
// they are installed, python3 reading them and sqlite3 adding up the same rows, in the same run. Run with:
// swift run -c release UseLedgerBenchmark [DIRECTORY]
// Exits with 1 if opening takes more than 50 ms.

import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore
import SchedulerUsage

/// The middle one of some runs, in milliseconds.
func median(_ runs: Int, _ body: () throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  let times = try (0..<runs).map { _ in try clock.measure(body) }.sorted()
  let middle = times[runs / 2].components
  return Double(middle.seconds) * 1e3 + Double(middle.attoseconds) / 1e15
}

func row(_ name: String, _ milliseconds: Double) {
  print(name.padding(toLength: 60, withPad: " ", startingAt: 0) + String(format: "%9.2f", milliseconds))
}

/// A day at a desk: eight hours, a change every half minute to four minutes.
func addDay(_ epochDay: Int64, to ledger: inout UseLedger, by random: inout SeededRandom) throws {
  let names = ["org.gnome.Builder", "firefox", "foot", "org.gnome.Evolution", "steam", "spotify", "org.gimp.GIMP"]
  let domains = try (0..<40).map { try DomainName("site-\($0).example.org") }
  var second = epochDay * 86_400 + 8 * 3_600
  while second < epochDay * 86_400 + 16 * 3_600 {
    let name = names[min(random.below(names.count), random.below(names.count))]
    let categories = [["IDE", "Development"], ["WebBrowser", "Network"]][name == "firefox" ? 1 : 0]
    let application = ApplicationIdentity(
      desktopIDs: [name], categories: Set(categories.compactMap { ApplicationCategory($0) }))
    let domain = name == "firefox" ? domains[min(random.below(40), random.below(40))] : nil
    let length = Int64(30 + random.below(210))
    ledger.add(
      UseSpan(
        target: UsedTarget(application: application, domain: domain), start: Instant(epochSeconds: second),
        nanoseconds: length * 1_000_000_000), in: epochDay % 100 < 90 ? "Europe/Berlin" : "America/New_York")
    second += length
  }
}

/// Runs a program, or returns nil if it is not installed.
func time(_ words: [String]) throws -> Double? {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = words
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  let clock = ContinuousClock()
  var isFine = false
  let length = try clock.measure {
    try process.run()
    process.waitUntilExit()
    isFine = process.terminationStatus == 0
  }
  return isFine ? Double(length.components.attoseconds) / 1e15 + Double(length.components.seconds) * 1e3 : nil
}

let base = CommandLine.arguments.dropFirst().first ?? FileManager.default.temporaryDirectory.path
let path = base + "/use-ledger-benchmark"
try? FileManager.default.removeItem(atPath: path)
try DirectoryFileSystem.create(path, permissions: 0o700)
defer { try? FileManager.default.removeItem(atPath: path) }
var files = try DirectoryFileSystem(path)
var random = SeededRandom(seed: 1)
let days = Int64(3_653)
let last = Int64(20_784)
var rows = 0
var bytes = 0
var ledger = UseLedger()
for day in last - days + 1...last {
  try addDay(day, to: &ledger, by: &random)
  // All but the last would be written twice if visits were open.
  _ = try ledger.finish(in: &files)
}
for name in try files.names() where name.hasSuffix(".use") { bytes += try files.metadata(of: name).size }

let whole = CivilDate.min...CivilDate.max
guard let today = CivilDate(epochDay: Int(last)), let month = today.adding(days: -31),
  let quarter = today.adding(days: -121)
else { exit(1) }
print("ten years: \(days) files, \(bytes / 1_000) kB; milliseconds, the middle of 21 runs\n")
let opening = try median(21) { _ = try UseReading(today...today, in: &files) }
row("open: list all days and read the newest", opening)
row(
  "open to write: the first flush after a start",
  try median(21) {
    var ledger = UseLedger()
    try addDay(last, to: &ledger, by: &random)
    _ = try ledger.flush(in: &files)
  })
row("read what insights of a month needs: 121 days", try median(21) { _ = try UseReading(quarter...today, in: &files) })
let zones = ZoneInfoDirectory.system(ProcessEnvironment(effectiveUserID: 0))
row(
  "read 121 days and place them on the dates of their zones",
  try median(21) {
    var use = UseByDate(in: .utc, recorded: zones)
    for day in try UseReading(quarter...today, in: &files).days { use.add(day) }
  })
row("read a month", try median(21) { _ = try UseReading(month...today, in: &files) })
row(
  "read all ten years",
  try median(21) { rows = try UseReading(whole, in: &files).days.reduce(0) { $0 + $1.rows.count } })
row(
  "  peer: read the bytes of all files, and nothing else",
  try median(21) {
    for name in try files.names() where name.hasSuffix(".use") { _ = try files.read(name, from: 0, limit: 1 << 20) }
  })
let script = """
  import os, sys, zlib
  total = 0
  for name in sorted(os.listdir(sys.argv[1])):
    if not name.endswith('.use'): continue
    data = open(os.path.join(sys.argv[1], name), 'rb').read()
    zlib.crc32(data)
    for line in data.split(b'\\n'):
      if line[:2] == b'u ':
        for part in line.split(b' ')[4:]: total += int(part.split(b':')[1])
  """
if let length = try time(["python3", "-c", script, path]) {
  row("  peer: python3 adds them up, with its start", length)
}
let database = path + "/peer.sqlite"
var statements = "create table u(day, quarter, app, domain, categories, ms);begin;"
for day in try UseReading(whole, in: &files).days {
  for row in day.rows {
    for element in row.quarters.elements {
      statements +=
        "insert into u values(\(day.date.epochDay),\(element.quarter),'\(row.key.application)',"
        + "'\(row.key.domain)','\(row.key.categories)',\(element.nanoseconds / 1_000_000));"
    }
  }
}
try (statements + "commit;").write(toFile: path + "/peer.sql", atomically: true, encoding: .utf8)
if try time(["sqlite3", database, ".read \(path)/peer.sql"]) != nil,
  let length = try time([
    "sqlite3", database, "select day, quarter, app, domain, categories, sum(ms) from u group by 1,3,4",
  ])
{
  row("  peer: sqlite3 adds up the same rows by day, with its start", length)
}
print("\n\(rows) rows")
if opening > 50 {
  print("the target is missed: opening takes more than 50 ms")
  try? FileManager.default.removeItem(atPath: path)
  exit(1)
}
