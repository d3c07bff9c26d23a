import Foundation

/// The middle and the least of the milliseconds that so many runs of a body take.
struct Times {
  let median: Double
  let fastest: Double

  init(of runs: Int, _ body: (Int) throws -> Void) rethrows {
    let clock = ContinuousClock()
    let times = try (0..<runs).map { run in try clock.measure { try body(run) } / .milliseconds(1) }.sorted()
    median = times[runs / 2]
    fastest = times[0]
  }
}

/// A number with as many digits behind the point as tell something.
func text(_ number: Double) -> String {
  String(format: number < 1 ? "%.3f" : number < 10 ? "%.2f" : "%.0f", number)
}

/// A line of a table: a name, and columns to the right of it.
func row(_ name: String, _ columns: String...) {
  let cells = columns.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }
  print(name.padding(toLength: 52, withPad: " ", startingAt: 0) + cells.joined())
}

/// A line of milliseconds, with how many times those of another are longer.
func row(_ name: String, _ times: Times, beside other: Times? = nil) {
  let ratio = other.map { text(times.median / $0.median) + "×" } ?? ""
  row(name, text(times.median), text(times.fastest), ratio)
}
