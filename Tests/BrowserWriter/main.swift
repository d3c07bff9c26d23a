// A program that writes the policies of browsers below a root directory, for tests that kill it.
//
//     BrowserWriter flip ROOT    blocks 300 domains, 200 domains and none in turn, for ever, and prints the number of each
//                                turn
//     BrowserWriter block ROOT   blocks one domain, verifies that, and prints "blocked" or the error
//     BrowserWriter revert ROOT  removes the policies, and prints "reverted" or the error

import Glibc
import Scheduler
import SchedulerEnforcement

/// Prints a line and flushes it.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  write(STDOUT_FILENO, bytes, bytes.count)
}

/// A shield that blocks domains.
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

func run(_ command: String, _ root: String) throws {
  var chromium = ChromiumAdapter(machine: MachineNames(), root: root)
  var firefox = FirefoxAdapter(machine: MachineNames(), root: root, running: { [] })
  switch command {
  case "flip":
    let many = try shield((0..<300).map { "name\($0).example" })
    let fewer = try shield((0..<200).map { "other\($0).example" })
    var turn = 0
    while true {
      switch turn % 3 {
      case 0: _ = (try chromium.apply(many), try firefox.apply(many))
      case 1: _ = (try chromium.apply(fewer), try firefox.apply(fewer))
      default: _ = (try chromium.revert(), try firefox.revert())
      }
      say("\(turn)")
      turn += 1
    }
  case "block":
    let set = try shield(["blocked.example"])
    _ = (try chromium.apply(set), try firefox.apply(set))
    try chromium.verify()
    try firefox.verify()
    say("blocked")
  case "revert":
    try chromium.revert()
    try firefox.revert()
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
