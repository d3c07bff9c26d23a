// A program that applies shields, for tests that kill it, fill its disk or mount its files.
//
// With an adapter that writes a file below PATH:
//
//     AdapterWriter hosts COMMAND FILE       the hosts file
//     AdapterWriter policies COMMAND ROOT    the policies of browsers below a root directory
//
//     flip      blocks many names, fewer names and none in turn, for ever, and prints the number of each turn
//     block     blocks a name, verifies that, and prints "blocked" or the error
//     revert    removes the block, and prints "reverted" or the error
//     read      (hosts) does what `block` does without getent(1), after printing what it cannot do
//     probe     (hosts, names) prints whether the adapter can work
//
// Others:
//
//     AdapterWriter names COMMAND FILE       does that with the name server of the machine
//     AdapterWriter firewall flip NFT...     makes the table of the firewall flip, with nft as these words run it
//     AdapterWriter sweeper freeze PROGRAM   stops the program where it runs, with the record beside it, prints "frozen"
//                                            and waits

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

/// Applies a shield of many names, one of fewer and none in turn, for ever.
func flip(_ adapters: [any EnforcementAdapter], many: [String], fewer: [String], verifies: Bool = false) throws {
  var adapters = adapters
  let shields = [try shield(many), try shield(fewer), nil]
  var turn = 0
  while true {
    for index in adapters.indices {
      if let set = shields[turn % 3] { _ = try adapters[index].apply(set) } else { try adapters[index].revert() }
      if verifies { try adapters[index].verify() }
    }
    say("\(turn)")
    turn += 1
  }
}

/// Flips between two shields with no name in common, applies a shield of one name and verifies it, or removes it.
func carryOut(_ command: String, by adapters: [any EnforcementAdapter], count: Int) throws {
  var adapters = adapters
  switch command {
  case "flip":
    try flip(
      adapters, many: (0..<count).map { "name\($0).example" }, fewer: (0..<count * 2 / 3).map { "other\($0).example" })
  case "block":
    for index in adapters.indices {
      _ = try adapters[index].apply(shield(["blocked.example"]))
      try adapters[index].verify()
    }
    say("blocked")
  case "revert":
    for index in adapters.indices {
      try adapters[index].revert()
      try adapters[index].verify()
    }
    say("reverted")
  default: exit(64)
  }
}

/// Prints whether an adapter can work.
func say(_ availability: AdapterAvailability) {
  switch availability {
  case .available: say("available")
  case .degraded(let reason, let remedy): say("degraded: \(reason) (\(remedy))")
  case .unavailable(let reason, let remedy), .absent(let reason, let remedy):
    say("unavailable: \(reason) (\(remedy))")
  }
}

/// Does what only the hosts file has. Returns false for other commands.
func carryOutForHosts(_ command: String, _ path: String) throws -> Bool {
  switch command {
  case "read":
    var adapter = HostsAdapter(
      machine: MachineNames(), path: path, resolver: NameResolver(getent: "/nonexistent/getent"))
    for limit in try adapter.apply(shield(["blocked.example"])).limits { say(limit) }
    try adapter.verify()
    say("blocked")
  case "probe":
    var adapter = HostsAdapter(machine: MachineNames(), path: path)
    say(adapter.probe())
  default: return false
  }
  return true
}

/// Installs the policies of the extension of Firefox and takes them out again, for ever; or takes them out once.
func flipExtension(_ command: String, at root: String) throws {
  let file = FirefoxExtension.file(root: root)
  guard command == "flip" else {
    _ = try file.keepExtension(false, root: root)
    return say("removed")
  }
  var turn = 0
  while true {
    // A daemon that flips as fast as it can may win the race for the file for a while.
    do { _ = try file.keepExtension(turn % 2 == 0, root: root) } catch { continue }
    say("\(turn)")
    turn += 1
  }
}

/// Makes the firewall flip between 300 addresses, 200 addresses and none.
func flipFirewall(_ nft: [String]) throws {
  let adapter = FirewallAdapter(
    machine: MachineNames(), nft: NftProgram(nft), nameServer: { nil }, upstreams: { _ in [] })
  try flip(
    [adapter], many: (0..<300).map { "198.51.\($0 / 250).\($0 % 250 + 1)" },
    fewer: (0..<200).map { "203.0.113.\($0 + 1)" }, verifies: true)
}

func run(_ adapter: String, _ command: String, _ words: [String]) throws {
  let machine = MachineNames()
  switch adapter {
  case "hosts":
    if try carryOutForHosts(command, words[0]) { return }
    try carryOut(command, by: [HostsAdapter(machine: machine, path: words[0])], count: 150)
  case "policies":
    try carryOut(
      command,
      by: [
        ChromiumAdapter(machine: machine, root: words[0]),
        FirefoxAdapter(machine: machine, root: words[0], running: { [] }),
      ], count: 300)
  case "extension": try flipExtension(command, at: words[0])
  case "names":
    if command == "probe" {
      var adapter = NameServerAdapter(machine: machine, path: words[0])
      return say(adapter.probe())
    }
    try carryOut(command, by: [NameServerAdapter(machine: machine, path: words[0], resolver: nil)], count: 150)
  case "firewall": try flipFirewall(words)
  case "sweeper": try freeze(words[0])
  default: exit(64)
  }
}

do {
  let arguments = CommandLine.arguments
  guard arguments.count > 3 else { exit(64) }
  try run(arguments[1], arguments[2], Array(arguments[3...]))
} catch {
  say("\(error)")
  exit(1)
}
