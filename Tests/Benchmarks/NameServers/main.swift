// Prints how soon a name server blocks the names of a shield: until 100 of them are seen to be blocked, and until all are;
// beside the start of a dnsmasq that reads the same file. With `hosts`, how soon a hosts file does, beside a copy of it.
// Run with: swift run -c release NameServerBenchmark [dnsmasq | unbound | hosts]

import Foundation
import Scheduler
import SchedulerCivilTime
import SchedulerEnforcement
import SchedulerPlatform

/// Rounds for a number of names. The middle one counts.
func roundCount(of names: Int) -> Int { names > 10_000 ? 3 : 7 }

/// Prints a line at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

func milliseconds(_ duration: Duration) -> Double { duration / .milliseconds(1) }

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func column(_ text: String, _ width: Int = 12) -> String {
  String(repeating: " ", count: max(1, width - text.count)) + text
}

/// A set of one layer that blocks names.
func shield(_ count: Int, round: Int) throws -> ShieldSet {
  let id = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"
  guard let key = ProfileKey("p"), let uuid = UUIDValue(id) else { throw CocoaError(.coderInvalidValue) }
  var layer = Layer(of: ProfileReference(key: key))
  layer.domains.block = try (0..<count).map { try DomainName("name\($0)-\(round).site\($0 % 977).example") }
  let applied = AppliedLayer(layer: layer, session: SessionID(uuid), origins: [.manual], until: nil)
  return ShieldSet(writtenAt: Instant(epochSeconds: 0), bootID: "", layers: [applied])
}

let kind = CommandLine.arguments.dropFirst().first ?? "dnsmasq"
let folder = NSTemporaryDirectory() + "name-server-benchmark-\(getpid())"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
if kind == "hosts" {
  try measureHosts(in: folder)
  try FileManager.default.removeItem(atPath: folder)
  exit(0)
}
let port = 20_000 + Int(getpid()) % 20_000
let server = try start(kind, in: folder, port: port)
defer {
  server.stop(isForced: true)
  try? FileManager.default.removeItem(atPath: folder)
}
var adapter = NameServerAdapter(machine: MachineNames(), path: "\(folder)/servers", resolver: nil)
for _ in 0..<20 {
  if adapter.probe() == .available { break }
  Pause.wait(milliseconds: 50)
}
say("\(kind), milliseconds: the middle of 7 rounds, or of 3 with 100,000 names\n")
let titles = ["100 seen", "all seen", "again", "revert", "its start", "ratio"].map { column($0) }.joined()
say("names".padding(toLength: 8, withPad: " ", startingAt: 0) + titles)
let clock = ContinuousClock()
for count in [100, 1000, 10_000, 100_000] {
  var times: [[Double]] = [[], [], [], [], []]
  for round in 0..<roundCount(of: count) {
    let set = try shield(count, round: round)
    let begin = clock.now
    _ = try adapter.apply(set)
    try adapter.verify()
    times[0].append(milliseconds(clock.now - begin))
    while let next = adapter.work(atBoot: SystemClocks.boot()).nextBoot {
      let wait = next - SystemClocks.boot()
      if wait > 5_000_000_000 { break }
      Pause.wait(milliseconds: Int32(max(0, wait / 1_000_000)))
    }
    times[1].append(milliseconds(clock.now - begin))
    let again = clock.now
    _ = try adapter.apply(set)
    try adapter.verify()
    times[2].append(milliseconds(clock.now - again))
    if kind == "dnsmasq" {
      times[4].append(try startTime(reading: "\(folder)/servers", in: folder, port: port + 1))
    }
    let end = clock.now
    try adapter.revert()
    times[3].append(milliseconds(clock.now - end))
  }
  let middle = times.map { $0.isEmpty ? 0 : median($0) }
  let columns = (middle + [middle[0] / middle[4]]).map {
    column($0.isFinite && $0 > 0 ? String(format: "%.1f", $0) : "-")
  }
  say("\(count)".padding(toLength: 8, withPad: " ", startingAt: 0) + columns.joined())
}
