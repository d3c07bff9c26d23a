import Foundation
import Scheduler
import SchedulerEnforcement

/// Prints how soon a hosts file blocks names, beside a copy of the same bytes that is as durable: written, with fsync(2) of
/// the copy and of its directory.
func measureHosts(in folder: String) throws {
  say("hosts, milliseconds: the middle of \(hostsRoundCount) rounds\n")
  say(
    "names".padding(toLength: 8, withPad: " ", startingAt: 0)
      + ["applied", "processor", "copy", "ratio", "revert"].map { column($0) }.joined())
  let path = folder + "/hosts"
  let clock = ContinuousClock()
  for count in [100, 1000, 5000] {
    var times: [[Double]] = [[], [], [], []]
    for round in 0..<hostsRoundCount {
      try "127.0.0.1 localhost\n".write(toFile: path, atomically: false, encoding: .utf8)
      var adapter = HostsAdapter(machine: MachineNames(), path: path)
      // Each listed name brings its `www.` name.
      let set = try shield(count / 2, round: round)
      let begin = clock.now
      let work = processorTime()
      _ = try adapter.apply(set)
      try adapter.verify()
      times[0].append(milliseconds(clock.now - begin))
      times[3].append(processorTime() - work)
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let copy = clock.now
      try writeDurably(bytes, to: folder + "/copy")
      times[1].append(milliseconds(clock.now - copy))
      let end = clock.now
      try adapter.revert()
      times[2].append(milliseconds(clock.now - end))
    }
    let middle = times.map(median)
    let columns = [middle[0], middle[3], middle[1], middle[0] / middle[1], middle[2]].map {
      column(String(format: "%.1f", $0))
    }
    say("\(count)".padding(toLength: 8, withPad: " ", startingAt: 0) + columns.joined())
  }
}

private let hostsRoundCount = 21

/// Milliseconds of the processor that this process has used.
private func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1_000_000
}

private func writeDurably(_ bytes: [UInt8], to path: String) throws {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
  guard file >= 0, write(file, bytes, bytes.count) == bytes.count, fsync(file) == 0 else {
    throw CocoaError(.fileWriteUnknown)
  }
  close(file)
  let directory = open(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), O_RDONLY)
  guard directory >= 0, fsync(directory) == 0 else { throw CocoaError(.fileWriteUnknown) }
  close(directory)
}
