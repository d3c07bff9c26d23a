// Prints how fast the parser is beside a plain scan of the bytes and beside Python's tomllib.
// Run with: swift run -c release TOMLBenchmark [hostile | parse]

import Foundation
import SchedulerDiagnostics
import SchedulerTOML

/// The middle of the times that `count` runs of each body take, in seconds. The bodies take turns, so that whatever else
/// the machine does slows all of them.
func medians(of count: Int, _ bodies: (() -> Int)...) -> [Double] {
  let clock = ContinuousClock()
  var times = bodies.map { _ in [Double]() }
  for _ in 0..<count {
    for (position, body) in bodies.enumerated() {
      let time = clock.measure { blackHole(body()) }
      times[position].append(Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds))
    }
  }
  return times.map { $0.sorted()[count / 2] }
}

/// Looks at a result, so that no run can be left out as useless.
@inline(never) func blackHole(_ result: Int) { precondition(result != .min) }

/// Reads one byte after the other, each step depending on the one before, so that it cannot be vectorised: counts lines
/// and bytes from 0x80 on, and mixes every byte into a checksum.
@inline(never) func scan(_ bytes: [UInt8]) -> Int {
  bytes.withUnsafeBufferPointer { buffer in
    var state: UInt64 = 0
    var lines = 0
    var others = 0
    for byte in buffer {
      state = state &* 31 &+ UInt64(byte)
      if byte == 0x0A { lines &+= 1 }
      if byte >= 0x80 { others &+= 1 }
    }
    return lines &+ others &+ Int(truncatingIfNeeded: state)
  }
}

/// Reads with the parser.
@inline(never) func read(_ text: SourceText) -> Document {
  var problems = DiagnosticList()
  let document = Document(parsing: text, as: SourceID(index: 0), diagnostics: &problems)
  precondition(!problems.hasErrors, "the sample has mistakes")
  return document
}

/// Visits every value, looks each key up and sums the lengths of keys and texts: what a program does with a document.
@inline(never) func walk(_ table: Table) -> Int {
  var sum = 0
  for entry in table {
    sum &+= entry.key.matches("window") ? 1 : entry.key.withUTF8 { $0.count }
    sum &+= walk(entry.value)
  }
  return sum
}

func walk(_ value: Value) -> Int {
  switch value.kind {
  case .string: value.withStringUTF8 { $0.count } ?? 0
  case .array: value.array?.reduce(0) { $0 &+ walk($1) } ?? 0
  case .table: value.table.map(walk) ?? 0
  default: value.integer == nil ? 0 : 1
  }
}

/// The median seconds of tomllib for `text`, measured inside of Python; nil without it.
func secondsOfTomllib(_ text: String, runs: Int) -> Double? {
  let script = """
    import sys, time, tomllib, statistics
    text = sys.stdin.buffer.read().decode()
    def run():
        start = time.perf_counter(); tomllib.loads(text); return time.perf_counter() - start
    print(statistics.median(run() for _ in range(\(runs))))
    """
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script]
  let (input, output) = (Pipe(), Pipe())
  (process.standardInput, process.standardOutput, process.standardError) = (input, output, FileHandle.nullDevice)
  do { try process.run() } catch { return nil }
  input.fileHandleForWriting.write(Data(text.utf8))
  input.fileHandleForWriting.closeFile()
  let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return Double(answer.trimmingCharacters(in: .whitespacesAndNewlines))
}

func number(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

func row(_ columns: [String]) {
  defer { fflush(nil) }
  print(columns.map { String(repeating: " ", count: max(0, 13 - $0.count)) + $0 }.joined())
}

/// Bytes of `unit` repeated, with U+00FF standing for the byte 0xFF.
func hostileText(_ before: String, _ unit: String, byteCount: Int) -> SourceText {
  let unit = unit.unicodeScalars.flatMap { $0.value == 0xFF ? [0xFF] : Array(String($0).utf8) }
  var bytes = Array(before.utf8)
  bytes.reserveCapacity(byteCount)
  while bytes.count + unit.count <= byteCount { bytes += unit }
  return SourceText(name: "hostile.toml", bytes: bytes)
}

func readHostile(_ text: SourceText) -> Document {
  var problems = DiagnosticList()
  return Document(parsing: text, as: SourceID(index: 0), diagnostics: &problems)
}

/// Prints the milliseconds for 1 and 16 MiB of each hostile text; the last column is 16 when the time is linear.
func printHostileTexts() {
  let (small, large) = (1024 * 1024, 16 * 1024 * 1024)
  for (name, before, unit) in hostileTexts {
    let times = [small, large].map { size in
      let text = hostileText(before, unit, byteCount: size)
      let seconds = medians(of: size == small ? 5 : 1, { readHostile(text).root.count })
      return 1000 * seconds[0]
    }
    row([number(times[0], 2), number(times[1], 1), number(times[1] / times[0], 1), "  " + name])
  }
}

switch CommandLine.arguments.dropFirst().first {
case "hostile":
  row(["ms of 1 MiB", "ms of 16 MiB", "ratio"])
  printHostileTexts()
  exit(0)
case "parse":
  // For a profiler.
  let text = SourceText(name: "sample.toml", SampleConfiguration.make(byteCount: 1024 * 1024))
  for _ in 0..<200 { blackHole(read(text).root.count) }
  exit(0)
default: break
}

row(["bytes", "scan MB/s", "TOML MB/s", "walk MB/s", "tomllib MB/s", "scan/TOML", "TOML/tomllib"])
for (byteCount, runs) in [(64 * 1024, 401), (1024 * 1024, 41), (16 * 1024 * 1024 - 4096, 9)] {
  let sample = SampleConfiguration.make(byteCount: byteCount)
  let text = SourceText(name: "sample.toml", sample)
  let megabytes = Double(text.bytes.count) / 1e6
  let document = read(text)
  let speeds = medians(of: runs, { scan(text.bytes) }, { read(text).root.count }, { walk(document.root) }).map {
    megabytes / $0
  }
  let (scanned, parsed) = (speeds[0], speeds[1])
  let python = secondsOfTomllib(sample, runs: byteCount > 2_000_000 ? 1 : 5).map { megabytes / $0 }
  row([
    "\(text.bytes.count)", number(scanned, 0), number(parsed, 0), number(speeds[2], 0),
    python.map { number($0, 2) } ?? "-",
    number(scanned / parsed, 2), python.map { number(parsed / $0, 0) } ?? "-",
  ])
}
