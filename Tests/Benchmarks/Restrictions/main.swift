// Prints how long it takes to compile a layer of many domains and to ask it for one, beside a walk up the labels through
// a set of strings, in Swift and in Python (whose strings keep the hash that they had in the first round). Run with:
// swift run -c release RestrictionsBenchmark

import Foundation
import Scheduler
import SchedulerCivilTime

/// As many as a large public block list has.
let listedCount = 200_000
/// Asked in each round: enough to leave the processor's caches.
let askedCount = 200_000
/// Rounds, of which the middle one counts.
let roundCount = 9

/// Names as they are on block lists: a few top-level domains, most with one label above the registered name.
func name(_ number: Int) -> String {
  let ends = ["com", "net", "org", "co.uk", "de", "io"]
  let hosts = ["", "ads.", "track.", "cdn-metrics."]
  return "\(hosts[number % 4])site\(number &* 2_654_435_761 % 1_000_003)-\(number).\(ends[number % 6])"
}

/// Half of them are below a listed name, half are not listed.
func askedName(_ number: Int) -> String {
  number % 2 == 0 ? "www." + name(number % listedCount) : "www.unlisted\(number).example.com"
}

/// The middle of the times that `count` runs of a body take, in nanoseconds.
func median(of count: Int, _ body: () -> Int) -> Double {
  let clock = ContinuousClock()
  var times: [Double] = []
  for _ in 0..<count {
    let began = clock.now
    let result = body()
    times.append((clock.now - began) / .nanoseconds(1))
    precondition(result != .min)
  }
  return times.sorted()[count / 2]
}

/// Takes labels off the front until a listed name is left: what one writes at first.
@inline(never) func walk(_ asked: [String], _ listed: Set<Substring>) -> Int {
  asked.count { name in
    var rest = name[...]
    while !listed.contains(rest) {
      guard let dot = rest.utf8.firstIndex(of: UInt8(ascii: ".")) else { return false }
      rest = rest[rest.utf8.index(after: dot)...]
    }
    return true
  }
}

@inline(never) func ask(_ index: DomainIndex, _ asked: [DomainName], _ machine: MachineNames) -> Int {
  asked.count { index.decision(for: $0, on: machine).isBlocked }
}

@inline(never) func ask(_ index: ShieldIndex, _ asked: [DomainName], _ user: UserIdentity) -> Int {
  asked.count { index.blocks($0, for: user) }
}

@inline(never) func ask(_ index: ShieldIndex, _ asked: [ApplicationIdentity], _ user: UserIdentity) -> Int {
  asked.count { index.blocks($0, for: user) }
}

/// A set of one layer that blocks domains and applications, for a user by name.
func shieldSet(_ domains: Layer.DomainRules, _ applications: [ApplicationName]) -> ShieldSet? {
  guard let key = ProfileKey("p"), let id = UUIDValue("6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10") else { return nil }
  var layer = Layer(of: ProfileReference(key: key))
  layer.users = ["ada", "kim"]
  layer.domains = domains
  layer.applications.block = applications
  let applied = AppliedLayer(layer: layer, session: SessionID(id), origins: [.manual], until: nil)
  return ShieldSet(writtenAt: Instant(epochSeconds: 0), bootID: "", layers: [applied])
}

/// Nanoseconds to build a set and to ask it everything, from a Python process that times itself; nil without Python.
func measurePython(_ listed: [String], _ asked: [String]) throws -> [Double]? {
  let script = """
    import sys, time
    names = sys.stdin.read().split("\\n")
    listed, asked = names[:\(listed.count)], names[\(listed.count):]
    def walk(listed, asked):
        found = 0
        for name in asked:
            while name not in listed:
                head, dot, name = name.partition(".")
                if not dot: break
            else: found += 1
        return found
    builds, walks = [], []
    for _ in range(\(roundCount)):
        began = time.perf_counter_ns(); table = set(listed); builds.append(time.perf_counter_ns() - began)
        began = time.perf_counter_ns(); walk(table, asked); walks.append(time.perf_counter_ns() - began)
    print(sorted(builds)[\(roundCount / 2)], sorted(walks)[\(roundCount / 2)])
    """
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["python3", "-c", script]
  let input = Pipe()
  let output = Pipe()
  process.standardInput = input
  process.standardOutput = output
  try process.run()
  try input.fileHandleForWriting.write(contentsOf: Data((listed + asked).joined(separator: "\n").utf8))
  try input.fileHandleForWriting.close()
  let answer = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  let figures = String(decoding: answer, as: UTF8.self).split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
  return figures.count == 2 ? figures : nil
}

func row(_ what: String, build: Double, query: Double, beside base: (build: Double, query: Double)) {
  let columns = [
    String(format: "%.1f", build / 1e6), String(format: "%.0f", query), String(format: "%.1f×", build / base.build),
    String(format: "%.1f×", query / base.query),
  ]
  let cells = columns.map { String(repeating: " ", count: max(0, 14 - $0.count)) + $0 }
  print(what.padding(toLength: 30, withPad: " ", startingAt: 0) + cells.joined())
}

let listedNames = (0..<listedCount).map(name)
let askedNames = (0..<askedCount).map(askedName)
let machine = MachineNames()
var rules = Layer.DomainRules()
rules.block = try listedNames.map { try DomainName($0) }
let asked = try askedNames.map { try DomainName($0) }

let index = DomainIndex(rules)
let listed = Set(listedNames.map { $0[...] })
precondition(ask(index, asked, machine) == askedCount / 2 && walk(askedNames, listed) == askedCount / 2)

print("\(listedCount) domains listed, \(askedCount) asked for, half of them blocked\n")
print(String(repeating: " ", count: 36) + "build ms  ns a question   build/ours   question/ours")
let ours = (
  build: median(of: roundCount) { DomainIndex(rules).decision(for: asked[0], on: machine).isBlocked ? 1 : 0 },
  query: median(of: roundCount) { ask(index, asked, machine) } / Double(askedCount)
)
row("DomainIndex", build: ours.build, query: ours.query, beside: ours)
row(
  "Swift set, walk up", build: median(of: roundCount) { Set(listedNames.map { $0[...] }).count },
  query: median(of: roundCount) { walk(askedNames, listed) } / Double(askedCount), beside: ours)
if let python = try measurePython(listedNames, askedNames) {
  row("Python set, walk up", build: python[0], query: python[1] / Double(askedCount), beside: ours)
}

let kim = UserIdentity(name: "kim")
let listedApplications = (0..<listedCount).map { ApplicationName($0 % 2 == 0 ? "/opt/app\($0)/run\($0)" : "app\($0)") }
let askedApplications = (0..<20_000).map {
  ApplicationIdentity(desktopIDs: ["org.example.App\($0)"], paths: ["/opt/app\($0)/run\($0)"])
}
if let shield = shieldSet(rules, listedApplications) {
  let index = ShieldIndex(shield, where: .exceptRoot, machine: machine)
  precondition(ask(index, asked, kim) == askedCount / 2 && ask(index, askedApplications, kim) == 10_000)
  let build = median(of: roundCount) {
    ShieldIndex(shield, where: .exceptRoot, machine: machine).blocks(asked[0], for: kim) ? 1 : 0
  }
  row(
    "ShieldIndex, domains", build: build,
    query: median(of: roundCount) { ask(index, asked, kim) } / Double(askedCount), beside: ours)
  row(
    "ShieldIndex, applications", build: build,
    query: median(of: roundCount) { ask(index, askedApplications, kim) } / Double(askedApplications.count),
    beside: ours)
}
