// Prints what evaluations of the engine cost, a line each: name, a tab, number and unit.
// Run with: swift run -c release EngineBenchmark

import CivilTime
import Platform
import Scheduler

let berlin = try ZoneInfoDirectory.system(.current()).rules(for: "Europe/Berlin")
/// 2026-01-01T00:00:00Z.
let start = Instant(epochSeconds: 1_767_225_600)
let second: Int64 = 1_000_000_000

/// A time of day from its hour and minute.
func time(_ hour: Int, _ minute: Int) -> TimeOfDay {
  guard let time = TimeOfDay(hour: hour, minute: minute) else { preconditionFailure("no such time") }
  return time
}

/// Profiles that each have a window in the morning and one in the evening, at minutes of their own.
func configuration(profiles count: Int) -> Configuration {
  let profiles = (0..<count).map { number in
    guard let key = ProfileKey("p\(number)") else { preconditionFailure("no such key") }
    let minute = number % 60
    let morning = Window(days: .weekdays(.weekdays), start: time(9, minute), end: time(12, minute))
    let evening = Window(days: .weekdays(.daily), start: time(22, minute), end: time(5, minute))
    return Profile(Profile.Reference(key: key), windows: [morning, evening])
  }
  return Configuration(zone: ConfiguredZone(.identifier("Europe/Berlin"), rules: berlin), profiles: profiles)
}

/// The present so many seconds after the start.
func moment(_ seconds: Int64) -> Moment {
  Moment(wall: start.adding(seconds: seconds), boot: seconds * second, bootID: "benchmark")
}

/// Runs an engine for so long, awake whenever it asks to be; returns how many evaluations that took.
func run(_ engine: inout Engine, seconds: Int64) -> Int {
  var evaluations = 0
  var now: Int64 = 0
  while now < seconds {
    _ = engine.handle(.time, at: moment(now))
    evaluations += 1
    let next = engine.nextDeadline
    let wall = next.wall.map { $0.seconds(since: start) } ?? .max
    now = max(now + 1, min(wall, next.boot.map { $0 / second } ?? .max))
  }
  return evaluations
}

/// The milliseconds that something takes.
func milliseconds(_ body: () -> Void) -> Double {
  let clock = ContinuousClock()
  return clock.measure(body) / .milliseconds(1)
}

var small = Engine(configuration(profiles: 10))
var evaluations = 0
let year = milliseconds { evaluations = run(&small, seconds: 365 * 86_400) }
print("a year of 10 profiles, \(evaluations) evaluations\t\(year) ms")

var large = Engine(configuration(profiles: 100_000))
let first = milliseconds { _ = large.handle(.time, at: moment(18 * 3600)) }
print("the first evaluation of 100,000 profiles\t\(first) ms")
let idle = (1...99).map { step in milliseconds { _ = large.handle(.time, at: moment(18 * 3600 + Int64(step))) } }
  .sorted()
print("an evaluation of 100,000 profiles with nothing due\t\(idle[49]) ms")
guard let key = ProfileKey("p500") else { preconditionFailure("no such key") }
let command = milliseconds { _ = large.handle(.command(.start(key)), at: moment(18 * 3600 + 200)) }
print("a command among 100,000 profiles\t\(command) ms")
let deadline = milliseconds { _ = large.nextDeadline }
print("the next deadline of 100,000 profiles\t\(deadline) ms")
