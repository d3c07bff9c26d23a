import Foundation
import Scheduler
import SchedulerPlatform

/// Writes bytes as they have to be at least, to be there whole after any crash: write, fsync, rename, fsync of the
/// directory.
func replaceBare(_ directory: Int32, _ bytes: [UInt8]) {
  let file = openat(directory, "bare.new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  precondition(write(file, bytes, bytes.count) == bytes.count && fsync(file) == 0)
  close(file)
  precondition(renameat(directory, "bare.new", directory, "bare") == 0 && fsync(directory) == 0)
}

/// Prints how long it takes from an edge until the new `shield.json` is durable, with the state before it and history behind
/// it, beside a bare replacement of the same bytes in the same directory, in turn.
func printDisk(edges: Int) throws {
  let path = FileManager.default.currentDirectoryPath + "/engine-benchmark"
  try DirectoryFileSystem.create(path, permissions: 0o700)
  defer { try? FileManager.default.removeItem(atPath: path) }
  var files = try DirectoryFileSystem(path)
  let directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  var engine = try DurableEngine.open(ConfigurationVersions(try configuration(reading: text(profiles: 10))), in: &files)
  let clock = ContinuousClock()
  var ours: [Double] = []
  var bare: [Double] = []
  var now: Int64 = 0
  while ours.count < edges {
    let began = clock.now
    let evaluation = try engine.handle(.time, at: moment(now), in: &files)
    let time = (clock.now - began) / .milliseconds(1)
    precondition(evaluation.failures.isEmpty)
    if evaluation.shield != nil {
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path + "/shield.json")))
      ours.append(time)
      bare.append(clock.measure { replaceBare(directory, bytes) } / .milliseconds(1))
    }
    now = next(engine.engine, after: now)
  }
  engine.close(in: &files)
  close(directory)
  row("\(edges) edges until durable, milliseconds", "median", "99 %", "beside bare")
  let (times, base) = (Spread(of: ours), Spread(of: bare))
  row(
    "  journal, shield.json and history", text(times.median), text(times.high), text(times.median / base.median) + "×")
  row("  write, fsync, rename, fsync of the same bytes", text(base.median), text(base.high))
}

/// The middle of some times and the 99th of 100.
struct Spread {
  let median: Double
  let high: Double

  init(of times: [Double]) {
    let sorted = times.sorted()
    median = sorted[sorted.count / 2]
    high = sorted[sorted.count * 99 / 100]
  }
}
