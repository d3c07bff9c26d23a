// Prints what a question to a zone costs, in nanoseconds, beside glibc on the same questions in the same run.
// Run with: swift run -c release CivilTimeBenchmark

import Foundation
import SchedulerCivilTime
import SchedulerPlatform

/// Takes a result, so that no run can be left out as useless.
@inline(never) func blackHole(_ result: Int64) {
  if result == .min { print(result) }
}

/// Nanoseconds that one of `questions` takes in the middle one of 31 runs over all of them.
func nanoseconds(_ questions: [Int64], _ ask: (Int64) -> Int64) -> Double {
  let clock = ContinuousClock()
  var times: [Double] = []
  for _ in 0..<31 {
    let time = clock.measure { blackHole(questions.reduce(0) { $0 &+ ask($1) }) }
    times.append(Double(time.components.attoseconds) / 1e9 + Double(time.components.seconds) * 1e9)
  }
  return times.sorted()[15] / Double(questions.count)
}

/// Civil seconds to ask about: every quarter of an hour of a year in order, or any of a span of years.
func questions() -> [(name: String, moments: [Int64])] {
  var random = SystemRandomNumberGenerator()
  func seconds(_ year: Int) -> Int64 { Int64(CivilDate(year: year, month: 1, day: 1)?.epochDay ?? 0) * 86_400 }
  func anyOf(_ range: Range<Int64>) -> [Int64] { (0..<20_000).map { _ in .random(in: range, using: &random) } }
  return [
    ("2026 in order", Array(stride(from: seconds(2026), to: seconds(2027), by: 900))),
    ("any of 2020-2040", anyOf(seconds(2020)..<seconds(2040))),
    ("any of 1970-2100", anyOf(seconds(1970)..<seconds(2100))),
    ("any of 2500-9999", anyOf(seconds(2500)..<seconds(9999))),
  ]
}

/// What `mktime` makes of a civil time.
func mktimeSeconds(_ local: Int64, _ civil: CivilDateTime) -> Int64 {
  let (year, month, day) = civil.date.components
  let (hour, minute, second) = civil.time.components
  var fields = tm()
  (fields.tm_year, fields.tm_mon, fields.tm_mday) = (Int32(year - 1900), Int32(month - 1), Int32(day))
  (fields.tm_hour, fields.tm_min, fields.tm_sec, fields.tm_isdst) = (Int32(hour), Int32(minute), Int32(second), -1)
  return Int64(mktime(&fields))
}

/// What `localtime_r` says the offset is.
func localtimeOffset(_ seconds: Int64) -> Int64 {
  var time = time_t(seconds)
  var fields = tm()
  localtime_r(&time, &fields)
  return Int64(fields.tm_gmtoff)
}

func row(_ columns: [String]) {
  let rest = columns.dropFirst().map { String(repeating: " ", count: max(1, 13 - $0.count)) + $0 }.joined()
  print(columns[0].padding(toLength: 38, withPad: " ", startingAt: 0) + rest)
}

func number(_ value: Double) -> String { String(format: "%.1f", value) }

let zones = ZoneInfoDirectory.system(.current())
row(["zone, questions", "resolve", "mktime", "offset", "civil", "segment", "localtime_r"])
for identifier in ["Europe/Berlin", "America/New_York", "Africa/Casablanca", "Asia/Kolkata"] {
  let zone = try zones.rules(for: identifier)
  setenv("TZ", ":" + identifier, 1)
  tzset()
  for (name, moments) in questions() {
    row([
      "\(identifier), \(name)",
      number(nanoseconds(moments) { zone.resolve(localSeconds: $0).compatible.epochSeconds }),
      number(nanoseconds(moments) { mktimeSeconds($0, CivilDateTime(localSeconds: $0) ?? .min) }),
      number(nanoseconds(moments) { Int64(zone.offset(at: Instant(epochSeconds: $0)).seconds) }),
      number(nanoseconds(moments) { zone.civil(at: Instant(epochSeconds: $0)).localSeconds }),
      number(nanoseconds(moments) { zone.segment(at: Instant(epochSeconds: $0)).end }),
      number(nanoseconds(moments) { localtimeOffset($0) }),
    ])
  }
}

let berlin = try zones.rules(for: "Europe/Berlin")
let year = questions()[0].moments
var line: [UInt8] = []
let printing = nanoseconds(year) { seconds in
  line.removeAll(keepingCapacity: true)
  Instant(epochSeconds: seconds).appendRFC3339(in: berlin, to: &line)
  return Int64(line.count)
}
let loading = nanoseconds(Array(0..<200)) { _ in
  let rules = try? zones.rules(for: "Europe/Berlin")
  return Int64(rules?.offset(at: Instant(epochSeconds: 0)).seconds ?? 0)
}
print("appendRFC3339(in:) \(number(printing)) ns, reading Europe/Berlin from its file \(number(loading / 1000)) µs")
