// A program that changes the table of a firewall for ever, for tests that kill it.
//
//     FirewallWriter NFT      blocks 300 addresses, 200 addresses and none in turn, and prints the number of each turn

import Glibc
import Scheduler
import SchedulerEnforcement

/// Prints a line and flushes it.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  write(STDOUT_FILENO, bytes, bytes.count)
}

/// A shield that blocks addresses.
func shield(_ addresses: [String]) throws -> ShieldSet {
  let list = addresses.map { "\"\($0)\"" }.joined(separator: ",")
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

do {
  guard CommandLine.arguments.count > 1 else { exit(64) }
  let nft = NftProgram(Array(CommandLine.arguments.dropFirst()))
  var adapter = FirewallAdapter(machine: MachineNames(), nft: nft, nameServer: { nil }, upstreams: { _ in [] })
  let many = try shield((0..<300).map { "198.51.\($0 / 250).\($0 % 250 + 1)" })
  let fewer = try shield((0..<200).map { "203.0.113.\($0 + 1)" })
  var turn = 0
  while true {
    switch turn % 3 {
    case 0: _ = try adapter.apply(many)
    case 1: _ = try adapter.apply(fewer)
    default: try adapter.revert()
    }
    try adapter.verify()
    say("\(turn)")
    turn += 1
  }
} catch {
  say("\(error)")
  exit(1)
}
