// A program that writes a hosts file or stops programs, for tests that kill it, fill its disk or mount the file.
//
//     HostsWriter flip FILE      blocks 300 names, 200 names and none in turn, for ever, and prints the number of each turn
//     HostsWriter block FILE     blocks two names, verifies that, and prints "blocked" or the error
//     HostsWriter read FILE      does so without getent(1), after printing what it cannot do
//     HostsWriter probe FILE     prints whether the adapter can work
//     HostsWriter revert FILE    removes the block, and prints "reverted" or the error
//     HostsWriter names FILE     makes the dnsmasq that reads the file block 300 names, 200 names and none in turn, for ever
//     HostsWriter freeze PROGRAM stops the program where it runs, with the record beside it, prints "frozen" and waits

import Glibc
import Scheduler
import SchedulerEnforcement

/// Prints a line and flushes it.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  write(STDOUT_FILENO, bytes, bytes.count)
}

/// A shield that blocks names.
func shield(_ names: [String]) throws -> ShieldSet {
  let list = names.map { "\"\($0)\"" }.joined(separator: ",")
  let rules = #"{"default":"allow","block":[],"allow":[],"blockCategories":[],"allowCategories":[]}"#
  return try ShieldSet(
    parsing: Array(
      """
      {"version":1,"generation":1,"writtenAt":"2026-11-23T08:00:00Z","bootId":"b","strict":false,"validUntil":null,
       "validUntilBoot":null,"layers":[{"profile":"p","id":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10",
       "session":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a11","origins":["schedule"],"users":[],"groups":[],"until":null,
       "applications":\(rules),"domains":{"default":"allow","block":[\(list)],"allow":[]},
       "denyAppInstallation":false,"denyAppRemoval":false,
       "screen":{"title":"t","subtitle":"s","icon":"","color":null,"button":"b"}}]}
      """.utf8))
}

/// Stops the processes of a program.
func freeze(_ program: String) throws {
  let key = ["work"].compactMap { ProfileKey($0) }[0]
  let block = ApplicationBlock(
    name: "game", pattern: .file(program), users: .everybodyButRoot, profile: ProfileReference(key: key),
    session: SessionID(UUIDValue(version5Of: "1", in: .urlNamespace)))
  let directory = String(program[..<(program.lastIndex(of: "/") ?? program.startIndex)])
  var sweeper = try Sweeper(freezing: FrozenPrograms(in: directory)) { _ in [block] }
  _ = try sweeper.apply(shield(["blocked.example"]))
  try sweeper.verify()
  say("frozen")
  pause()
}

/// Applies two shields and none in turn, for ever.
func flip(_ adapter: some EnforcementAdapter) throws {
  var adapter = adapter
  let many = try shield((0..<150).map { "name\($0).example" })
  let fewer = try shield((0..<100).map { "other\($0).example" })
  var turn = 0
  while true {
    switch turn % 3 {
    case 0: _ = try adapter.apply(many)
    case 1: _ = try adapter.apply(fewer)
    default: try adapter.revert()
    }
    say("\(turn)")
    turn += 1
  }
}

func run(_ command: String, _ path: String) throws {
  if command == "freeze" { return try freeze(path) }
  if command == "names" { return try flip(NameServerAdapter(machine: MachineNames(), path: path, resolver: nil)) }
  var adapter = HostsAdapter(machine: MachineNames(), path: path)
  switch command {
  case "flip": try flip(adapter)
  case "block":
    _ = try adapter.apply(shield(["blocked.example"]))
    try adapter.verify()
    say("blocked")
  case "read":
    let resolver = NameResolver(getent: "/nonexistent/getent")
    adapter = HostsAdapter(machine: MachineNames(), path: path, resolver: resolver)
    for limit in try adapter.apply(shield(["blocked.example"])).limits { say(limit) }
    try adapter.verify()
    say("blocked")
  case "probe":
    switch adapter.probe() {
    case .available: say("available")
    case .degraded(let reason, let remedy): say("degraded: \(reason) (\(remedy))")
    case .unavailable(let reason, let remedy), .absent(let reason, let remedy):
      say("unavailable: \(reason) (\(remedy))")
    }
  case "revert":
    try adapter.revert()
    try adapter.verify()
    say("reverted")
  default: exit(64)
  }
}

do {
  let arguments = CommandLine.arguments
  guard arguments.count == 3 else { exit(64) }
  try run(arguments[1], arguments[2])
} catch {
  say("\(error)")
  exit(1)
}
