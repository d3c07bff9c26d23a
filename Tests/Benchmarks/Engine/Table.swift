import Foundation

/// The middle and the least of the milliseconds of a processor that so many runs of a body take: what else the machine does
/// meanwhile does not count.
struct Times {
  let median: Double
  let fastest: Double

  init(of runs: Int, _ body: (Int) throws -> Void) rethrows {
    let times = try (0..<runs).map { run in
      let began = Self.processorMilliseconds
      try body(run)
      return Self.processorMilliseconds - began
    }.sorted()
    median = times[runs / 2]
    fastest = times[0]
  }

  private static var processorMilliseconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
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
