import Foundation
import ProgramTesting
import Testing

@testable import schedctl

/// `import`: an export of ActivityWatch becomes part of the record of use.
@Suite struct ImportTests {
  private static let export = #"""
    {"buckets": {
      "aw-watcher-window_vm": {"type": "currentwindow", "hostname": "vm", "events": [
        {"timestamp": "2026-11-24T18:10:00.500000+00:00", "duration": 3600, "data": {"app": "steam", "title": "x"}},
        {"timestamp": "2026-11-23T07:00:00+00:00", "duration": 2820, "data": {"app": "zed", "title": "x"}},
        {"timestamp": "2026-08-23T07:00:00+00:00", "duration": 600, "data": {"app": "zed", "title": "x"}},
        {"timestamp": "2027-08-23T07:00:00+00:00", "duration": 600, "data": {"app": "zed", "title": "x"}},
        {"timestamp": "2026-11-24T08:00:00+00:00", "duration": 600, "data": {"app": null, "title": "x"}},
        {"timestamp": "never", "duration": 2820, "data": {}}]},
      "aw-watcher-afk_vm": {"type": "afkstatus", "hostname": "vm", "events": [
        {"timestamp": "2027-08-23T07:00:00+00:00", "duration": 80000, "data": {"status": "not-afk"}},
        {"timestamp": "2026-11-24T00:00:00+00:00", "duration": 86400, "data": {"status": "not-afk"}},
        {"timestamp": "2026-11-23T00:00:00+00:00", "duration": 86400, "data": {"status": "not-afk"}},
        {"timestamp": "2026-08-23T00:00:00+00:00", "duration": 86400, "data": {"status": "not-afk"}}]}
    }}
    """#

  private func machine() throws -> OfflineMachine {
    let machine = try UsedWeek.machine("timezone = \"Europe/Berlin\"\n[daemon]\nkeep-use = \"4w\"\n[profile.p]\n")
    try machine.folder.write(Self.export, to: "export.json")
    return machine
  }

  private func add(_ machine: OfflineMachine, _ words: String...) throws -> Outcome {
    try machine.run(["import", machine.folder.path + "/export.json"] + words)
  }

  @Test func `an import adds what the record does not have, once`() throws {
    let machine = try machine()
    // Use of 18:00 to 18:20 and 19:00 to 19:30 is there.
    let first = try add(machine)
    #expect(
      first.output == """
        added 1 h 17 min from 2026-11-23 to 2026-11-24 to your record of use
        left out 30 min: the record has these quarters of an hour already
        left out 20 min: it is too old, or too young
        left out 2 events that make no sense

        """, "\(first)")
    let insights = try machine.run("insights", "--json").output
    #expect(insights.contains(#""kind":"app","name":"zed""#) && insights.contains(#""useSeconds":2820"#), "\(insights)")
    let second = try add(machine, "--json")
    let numbers = #"{"seconds":0,"knownSeconds":6420,"oldSeconds":1200,"oddEvents":2,"from":null,"to":null}"#
    #expect(second.output == numbers + "\n")
    #expect(try machine.run("insights", "--json").output == insights)
  }

  @Test func `a file that is no export changes nothing, and the error says why`() throws {
    let machine = try machine()
    let before = try machine.run("insights", "--json").output
    for (text, words) in [("{", "ends too early"), ("{}", "no object 'buckets'"), (#"{"buckets": {}}"#, "no windows")] {
      try machine.folder.write(text, to: "export.json")
      let outcome = try add(machine)
      #expect(outcome.end == .exit(65) && outcome.messages.contains(words), "\(outcome)")
    }
    #expect(try machine.run("import", machine.folder.path + "/nowhere").end == .exit(74))
    try machine.folder.write(Self.export, to: "export.json")
    let other = try add(machine, "--host", "x\u{1B}")
    #expect(other.end == .exit(65) && other.messages.contains("of vm"), "\(other)")
    #expect(try machine.run("insights", "--json").output == before)
  }
}
