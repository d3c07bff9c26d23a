import Foundation
import ProgramTesting
import SchedulerPlatform
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

  @Test func `an export comes from standard input, and from one of its machines`() throws {
    let machine = try machine()
    let start = #"{"buckets": {"#
    let body = Self.export.dropFirst(start.count).dropLast(2)
    let other = body.replacing("_vm", with: "_lab").replacing(#""vm""#, with: #""lab""#)
    let both = start + body + "," + other + "}}"
    try machine.folder.write(both, to: "export.json")
    let refused = try add(machine)
    #expect(refused.end == .exit(65) && refused.messages.contains("'--host NAME' chooses one"), "\(refused)")
    var run = ProgramRun("import", "-", "--host", "lab", "--config", "week.toml", "--json")
    run.folder = machine.folder.path
    run.environment["HOME"] = machine.folder.path
    run.input = .bytes(Array(both.utf8))
    let piped = try run.outcome()
    #expect(piped.end == .exit(0) && piped.messages.isEmpty, "\(piped)")
    #expect(piped.output.contains(#""oddEvents":2,"#), "\(piped)")
    try FileManager.default.removeItem(atPath: machine.folder.path + "/.local")
    let chosen = try add(machine, "--host", "vm")
    #expect(chosen.end == .exit(0) && chosen.output.contains("added 1 h 47 min from 2026-11-23"), "\(chosen)")
  }

  @Test(arguments: ["lock", "import.lock"])
  func `another process that writes the record for long refuses an import, which changes nothing`(lock: String) throws {
    let machine = try machine()
    machine.whileWaiting = {}
    let before = try machine.run("insights", "--json").output
    do {
      var files = try DirectoryFileSystem(machine.folder.path + "/.local/state/schedctl/use")
      try files.lock(lock)
      let refused = try add(machine)
      #expect(refused.end == .exit(69) && refused.output.isEmpty, "\(refused)")
      #expect(refused.messages.contains("help: the import can be repeated\n"), "\(refused)")
      #expect(try machine.run("insights", "--json").output == before)
      if lock == "lock" {
        let kept = try machine.run(["forget"], bare: true)
        #expect(kept.end == .exit(69) && kept.output.isEmpty, "\(kept)")
        #expect(try machine.run("insights", "--json").output == before)
      }
      files.unlock(lock)
    }
    #expect(try add(machine).end == .exit(0))
  }
}
