// Prints what evaluations of the engine cost in time and memory, beside what one would do without it.
// Run with: swift run -c release EngineBenchmark [memory | year | leaps | many | disk]…

import Foundation
import Scheduler

/// As many as a configuration may have.
let manyProfiles = ConfigurationLimits.profiles
/// Seconds of a year.
let yearSeconds: Int64 = 365 * 86_400

/// Prints what a year of ten profiles takes, beside a scan of all windows at each change.
func printYear() throws {
  let configuration = try configuration(reading: text(profiles: 10))
  var done = (evaluations: 0, entries: 0)
  var changes = 0
  let ours = Times(of: 21) { _ in
    var engine = Engine(configuration)
    done = run(&engine, seconds: yearSeconds)
  }
  let naive = Times(of: 21) { _ in changes = scan(configuration.timeline.tracks, seconds: yearSeconds) }
  row("a year of 10 profiles, milliseconds", "median", "fastest", "beside ours")
  row("  \(done.evaluations) evaluations, \(done.entries) entries", ours)
  row("  a scan of all windows at each of \(changes) changes", naive, beside: ours)
}

/// Prints what clocks cost that are set far ahead: all that lies between is missed.
func printLeaps() throws {
  let configuration = try configuration(reading: text(profiles: 10))
  row("a clock of 10 profiles is set, milliseconds", "median", "fastest")
  for years in [1, 56, 7_000] as [Int64] {
    let times = Times(of: 3) { _ in
      var engine = Engine(configuration)
      _ = engine.handle(.time, at: moment(0))
      _ = engine.handle(.clockStep(isSynchronised: false), at: moment(0, clock: years * yearSeconds))
    }
    row("  ahead by \(years) years", times)
  }
}

/// Prints what single evaluations of many profiles take, beside a scan of all windows.
func printMany() throws {
  let written = text(profiles: manyProfiles)
  var read: Configuration?
  let reading = try Times(of: 1) { _ in read = try configuration(reading: written) }
  guard let read, let key = ProfileKey("p500") else { preconditionFailure("the text has that profile") }
  row("\(manyProfiles) profiles, milliseconds", "median", "fastest", "beside idle")
  var engine = Engine(read)
  let first = Times(of: 1) { _ in _ = engine.handle(.time, at: moment(18 * 3600)) }
  let idle = Times(of: 99) { _ = engine.handle(.time, at: moment(18 * 3600 + Int64($0))) }
  let deadline = Times(of: 99) { _ in _ = engine.nextDeadline }
  let started = Times(of: 1) { _ in
    _ = engine.handle(.command(.start(key, StartOptions(lengthSeconds: 1))), at: moment(18 * 3600 + 100))
  }
  let due = Times(of: 99) { run in
    let now = 18 * 3600 + 101 + Int64(run)
    _ = engine.handle(.time, at: moment(now))
    _ = engine.handle(.command(.start(key, StartOptions(lengthSeconds: 1))), at: moment(now))
  }
  let all = Times(of: 1) { _ in _ = engine.handle(.time, at: moment(23 * 3600)) }
  let busy = Times(of: 9) { _ = engine.handle(.time, at: moment(23 * 3600 + 1 + Int64($0))) }
  let tracks = read.timeline.tracks
  let naive = Times(of: 3) { _ in _ = tracks.count { $0.timeline.isActive(at: moment(18 * 3600).wall) } }
  row("  reading \(written.count / 1_000_000) MB of text", reading, beside: idle)
  row("  the first evaluation", first, beside: idle)
  row("  an evaluation with nothing due", idle, beside: idle)
  row("  the next deadline", deadline, beside: idle)
  row("  a command", started, beside: idle)
  row("  an evaluation with one profile due, and a command", due, beside: idle)
  row("  an evaluation in which all start", all, beside: idle)
  row("  one with nothing due, while all run", busy, beside: idle)
  row("  a scan of all windows", naive, beside: idle)
}

let parts = CommandLine.arguments.dropFirst()
// Memory comes first, while the process is as it was started.
if parts.isEmpty || parts.contains("memory") { try printMemory(profiles: manyProfiles) }
if parts.isEmpty || parts.contains("year") { try printYear() }
if parts.isEmpty || parts.contains("leaps") { try printLeaps() }
if parts.isEmpty || parts.contains("many") { try printMany() }
if parts.isEmpty || parts.contains("disk") { try printDisk(edges: 1_000) }
