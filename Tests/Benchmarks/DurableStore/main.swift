// Prints what durable files cost, beside the bare system calls on the same bytes in the same run, and the checksum beside
// a plain sum. Run with: swift run -c release DurableStoreBenchmark [DIRECTORY]

import Foundation
import SchedulerPlatform
import SchedulerStore

/// Takes a result, so that no run can be left out as useless.
@inline(never) func blackHole(_ result: UInt64) {
  if result == .max { print(result) }
}

func milliseconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
}

/// The middle and the 95th of 100 of so many runs, in turn with those of the other, so that both meet the same disk.
func compare(_ runs: Int, _ ours: (Int) throws -> Void, _ bare: (Int) throws -> Void) rethrows -> [Double] {
  let clock = ContinuousClock()
  var times: [[Double]] = [[], []]
  for run in 0..<runs {
    times[0].append(milliseconds(try clock.measure { try ours(run) }))
    times[1].append(milliseconds(try clock.measure { try bare(run) }))
  }
  return times.flatMap { times in
    let sorted = times.sorted()
    return [sorted[runs / 2], sorted[runs * 95 / 100]]
  }
}

func number(_ value: Double) -> String { String(format: "%.3f", value) }

func row(_ columns: [String]) {
  print(
    columns[0].padding(toLength: 34, withPad: " ", startingAt: 0)
      + columns.dropFirst().map { column in
        String(repeating: " ", count: max(1, 12 - column.count)) + column
      }.joined())
}

/// Some bytes that differ from run to run.
func content(_ size: Int, _ run: Int) -> [UInt8] { Array("\(run) ".utf8) + Array(repeating: 0x78, count: size) }

/// Writes all of the bytes and nothing else.
func writeBare(_ descriptor: Int32, _ bytes: [UInt8]) {
  precondition(write(descriptor, bytes, bytes.count) == bytes.count)
}

/// What has to be done at least: write, fsync, rename, fsync of the directory.
func replaceBare(_ directory: Int32, _ bytes: [UInt8]) {
  let file = openat(directory, "bare.new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  writeBare(file, bytes)
  precondition(fsync(file) == 0)
  close(file)
  precondition(renameat(directory, "bare.new", directory, "bare") == 0 && fsync(directory) == 0)
}

let base = CommandLine.arguments.dropFirst().first ?? FileManager.default.currentDirectoryPath
let path = base + "/durable-store-benchmark"
try DirectoryFileSystem.create(path, permissions: 0o700)
defer { try? FileManager.default.removeItem(atPath: path) }
var files = try DirectoryFileSystem(path)
let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)

row(["milliseconds", "median", "95 %", "bare median", "bare 95 %"])
for size in [500, 5000, 50_000] {
  var page = AtomicFile("page", permissions: 0o644)
  let times = try compare(
    300, { try page.replace(with: content(size, $0), in: &files) }, { replaceBare(directory, content(size, $0)) })
  row(["replace \(size) bytes"] + times.map(number))
}

var store = try StateStore.open(in: &files)
let journal = openat(directory, "bare-journal", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
for size in [100, 500, 5000] {
  let times = try compare(
    300, { try store.append([StateChange(key: "k", payload: content(size, $0))], in: &files) },
    { run in
      writeBare(journal, content(size + 29, run))
      precondition(fdatasync(journal) == 0)
    })
  row(["append \(size) bytes"] + times.map(number))
}

for count in [10, 1000] {
  try store.append((0..<count).map { StateChange(key: "k\($0)", payload: content(500, $0)) }, in: &files)
  let times = try compare(
    30,
    {
      try store.append([StateChange(key: "k", payload: content(500, $0))], in: &files)
      try store.compact(in: &files)
    },
    { _ in
      store.close(in: &files)
      store = try StateStore.open(in: &files)
    })
  row(["\(count) states of 500 bytes", "compact", number(times[0]), "open", number(times[2])])
}

/// Millions of bytes a second, in the middle one of 31 runs.
func megabytes(_ bytes: [UInt8], _ body: ([UInt8]) -> UInt64) -> String {
  let clock = ContinuousClock()
  let times = (0..<31).map { _ in milliseconds(clock.measure { blackHole(body(bytes)) }) }
  return String(format: "%.0f", Double(bytes.count) / 1e3 / times.sorted()[15])
}

func plainSum(_ bytes: [UInt8]) -> UInt64 {
  var sum: UInt64 = 0
  for byte in bytes { sum &+= UInt64(byte) }
  return sum
}

for size in [500, 16 << 20] {
  let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  row([
    "\(size) bytes, MB/s", "CRC-32C", megabytes(bytes) { UInt64(CRC32C.checksum(of: $0.span)) },
    "plain sum", megabytes(bytes, plainSum),
  ])
}
