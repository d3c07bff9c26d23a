// Prints how long a year of a virtual device takes, beside the time that Foundation's calendar alone takes to find the
// edges of the same schedules; and how long all orders of 12 deliveries take, beside bare closures in the same orders.
// Run with: swift run -c release ScreenTimeBenchmark

import DeviceActivity
import Foundation
import ManagedSettings
import ScreenTimeTesting

/// The number of rounds. The median is printed.
let roundCount = 5
/// The activities of the app: as many as a device allows.
let activityCount = 20

/// The middle of the seconds that runs of a body take, with what the last run returned.
func median<Result>(_ body: () throws -> Result) rethrows -> (seconds: Double, result: Result) {
  let clock = ContinuousClock()
  var times: [Double] = []
  while true {
    let began = clock.now
    let result = try body()
    times.append((clock.now - began) / .seconds(1))
    if times.count == roundCount { return (times.sorted()[roundCount / 2], result) }
  }
}

/// The schedule of an activity: two hours of each day, all at different minutes.
func schedule(_ number: Int) -> DeviceActivitySchedule {
  DeviceActivitySchedule(
    intervalStart: DateComponents(hour: number, minute: number * 2),
    intervalEnd: DateComponents(hour: number + 2, minute: number * 2), repeats: true)
}

/// A year with 20 activities, each with an event, and half an hour of use a day. Returns the number of callbacks.
func year() throws -> Int {
  let device = VirtualDevice(at: "2026-01-01 00:00", in: "America/Los_Angeles")
  let app = device.install(ScreenTimeApp("com.example.focus") { DeviceActivityMonitor() })
  let event = DeviceActivityEvent(threshold: DateComponents(minute: 10))
  try device.run(in: app) {
    for number in 0..<activityCount {
      try DeviceActivityCenter().startMonitoring(
        DeviceActivityName("activity \(number)"), during: schedule(number), events: [.init("ten minutes"): event])
    }
  }
  for _ in 0..<365 {
    device.advance(by: .hours(9))
    device.use("com.example.video", for: .minutes(30))
    device.advance(by: .hours(14.5))
  }
  return device.transcript.count
}

/// The starts and ends of the same year by Foundation's calendar. Returns their number.
func foundationYear() -> Int {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = TimeZone(identifier: "America/Los_Angeles") ?? .gmt
  let begin = calendar.date(from: DateComponents(year: 2026)) ?? .distantPast
  let end = calendar.date(from: DateComponents(year: 2027)) ?? .distantFuture
  var count = 0
  for number in 0..<activityCount {
    for components in [schedule(number).intervalStart, schedule(number).intervalEnd] {
      var last = begin
      while let next = calendar.nextDate(
        after: last, matching: components, matchingPolicy: .nextTimePreservingSmallerComponents), next < end
      {
        count += 1
        last = next
      }
    }
  }
  return count
}

/// Three processes with four deliveries each, in every order.
func orders() -> Explorer.Report {
  Explorer(checking: .afterEachDelivery).explore {
    let device = VirtualDevice(at: "2026-08-13 09:00", in: "Europe/Berlin")
    for process in 0..<3 {
      let app = device.install(ScreenTimeApp("com.example.app\(process)"))
      for step in 0..<4 {
        device.enqueue("step \(step)", in: app) {
          ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = step == 0
        }
      }
    }
    return device
  } scenario: {
    $0.advance(by: .zero)
  } check: { _ in
    nil
  }
}

/// Calls closures in every order of three sequences of four. Returns the number of orders.
func bareOrders(_ left: [Int], _ calls: [Int], _ body: (Int) -> Void) -> Int {
  if left.allSatisfy({ $0 == 0 }) {
    for call in calls { body(call) }
    return 1
  }
  return left.indices.reduce(0) { count, process in
    guard left[process] > 0 else { return count }
    var rest = left
    rest[process] -= 1
    return count + bareOrders(rest, calls + [process], body)
  }
}

func report(_ what: String, _ seconds: Double, _ beside: String) {
  print(what, String(format: "%.3f s", seconds), beside, separator: "; ")
}

let virtual = try median(year)
let foundation = median(foundationYear)
report(
  "a year, \(activityCount) activities, \(virtual.result) callbacks", virtual.seconds,
  String(
    format: "%.2f of Foundation's calendar for %d starts and ends", virtual.seconds / foundation.seconds,
    foundation.result))
let explored = median(orders)
var sum = 0
let bare = median { bareOrders([4, 4, 4], []) { sum &+= $0 } }
report(
  "\(explored.result)", explored.seconds,
  String(format: "%.0f times bare closures in %d orders", explored.seconds / bare.seconds, bare.result))
