import SchedulerCivilTime
import Testing

@testable import Scheduler

/// What each action of a script does, as people see it.
@Suite struct SimulatedActionTests {
  /// A script, from when on it is looked at, and what is seen until the script's end: `09:10 > break; break started`.
  struct Case: CustomTestStringConvertible {
    let script: String
    let seen: [String]
    var testDescription: String { script }

    init(_ script: String, _ seen: String...) {
      self.script = script
      self.seen = seen
    }
  }

  /// The lines of a script run until 20 minutes behind its last step, without what stands before its first.
  private func lines(of text: String) throws -> [String] {
    let script = try SimulatedWorld.script(text)
    let zone = try zone("Europe/Berlin")
    var machine = try SimulatedWorld.machine()
    let first = try #require(script.steps.first), last = try #require(script.steps.last)
    try machine.run(
      script, until: last.at.adding(seconds: 20 * 60), SimulatedWorld.configurations())
    return machine.takeTrace().filter { $0.at >= first.at && $0.title != "shieldDidChange" }.map { entry in
      let words = [entry.title] + (entry.profiles.isEmpty ? [] : [entry.profiles.map(\.text).joined(separator: ", ")])
      let remarks = entry.remarks(in: zone)
      return (["\(zone.civil(at: entry.at).time)"] + words).joined(separator: " ")
        + (remarks.isEmpty ? "" : ": " + remarks.joined(separator: "; "))
    }
  }

  @Test func `after a crash the next process reports a written shield once`() throws {
    let configuration = try SchedulerTests.configuration(profiles(("p", "window = [\"09:00-12:00\"]")))
    let start = try SchedulerTests.instant("2026-11-23 08:00", configuration.zone.rules)
    for operation in 1...30 {
      var machine = SimulatedMachine(configuration, startingAt: start)
      machine.advance(seconds: 60)
      machine.perform(.crash(FileOperationPoint(.after, operation: operation)))
      machine.advance(seconds: 2 * 3_600)
      let layers = machine.takeTrace().compactMap { entry in
        if case .shield(let shield) = entry.item { shield.layers.count } else { nil }
      }
      #expect(layers == [0, 1], "operation \(operation)")
    }
  }

  @Test func `history entries that a full disk delayed are delivered in the order of their numbers`() throws {
    let configuration = try SchedulerTests.configuration(
      profiles(("a", "window = [\"09:00-09:10\"]"), ("b", "window = [\"09:00-09:20\"]")))
    let start = try SchedulerTests.instant("2026-11-23 08:00", configuration.zone.rules)
    var machine = SimulatedMachine(configuration, startingAt: start)
    machine.advance(seconds: 65 * 60)
    machine.perform(.disk(.full))
    machine.advance(seconds: 25 * 60)
    machine.perform(.disk(.normal))
    machine.advance(seconds: 60)
    let numbers = machine.takeTrace().compactMap { entry -> Int64? in
      if case .history(let entry, _) = entry.item { entry.number } else { nil }
    }
    #expect(numbers == Array(1...13))
  }

  @Test(arguments: sessions + clocks + processes + disks)
  func `each action of a simulation script produces the expected trace`(action: Case) throws {
    let lines = try lines(of: action.script)
    #expect(lines == action.seen, "\(lines.joined(separator: "\n"))")
  }

  static let sessions = [
    Case(
      "09:10 break deep-work\n+5m resume",
      "09:10 > break deep-work deep-work: break started; until 09:25", "09:10 intervalDidStart deep-work: break",
      "09:10 breakDidStart deep-work", "09:10 shield:: nothing",
      "09:15 > resume deep-work: break ended", "09:15 intervalDidEnd deep-work: break",
      "09:15 breakDidEnd deep-work", "09:15 shield: deep-work"),
    Case(
      "14:00 start social --for 10m --strategy timer",
      "14:00 intervalDidEnd social",
      "14:00 sessionDidEnd social",
      "14:00 sessionDidFinish social: schedule; 2h",
      "14:00 shield:: nothing",
      "14:00 > start social --for 10m --strategy timer social: started; until 14:10",
      "14:00 intervalDidStart social: strategy",
      "14:00 sessionDidStart social",
      "14:00 shield: social",
      "14:10 intervalDidEnd social: strategy",
      "14:10 sessionDidEnd social",
      "14:10 sessionDidFinish social: timer; 10m",
      "14:10 shield:: nothing"),
    Case(
      "14:10 start social --at +10m --for 5m",
      "14:10 > start social --for 5m --at 2026-11-23T13:20:00Z social: planned; from 14:20; until 14:25",
      "14:20 sessionDidStart social", "14:20 shield: social", "14:25 sessionDidEnd social",
      "14:25 sessionDidFinish social: manual; 5m", "14:25 shield:: nothing"),
    Case(
      "09:10 access reddit.com\n+1m access free.example",
      "09:10 > access reddit.com deep-work: access opened; until 09:15",
      "09:10 intervalDidStart deep-work: access", "09:10 accessDidStart deep-work: reddit.com",
      "09:10 shield: deep-work", "09:11 > access free.example: refused: nothing blocks 'free.example'",
      "09:15 intervalDidEnd deep-work: access", "09:15 accessDidEnd deep-work: reddit.com", "09:15 shield: deep-work"),
    Case(
      "09:10 emergency --reason fire",
      "09:10 > emergency --reason fire deep-work: ended in an emergency; 2 uses left",
      "09:10 emergencyDidUse deep-work: fire",
      "09:10 intervalDidEnd deep-work", "09:10 sessionDidEnd deep-work",
      "09:10 sessionDidFinish deep-work: schedule; 10m", "09:10 shield:: nothing"),
    Case("08:00 break", "08:00 > break: refused: no session is running"),
    Case(
      "08:50 skip deep-work\n+20m skip deep-work --undo",
      "08:50 > skip deep-work deep-work: skipped; from 09:00; until 12:30",
      "09:10 > skip deep-work --undo deep-work: restored; from 09:00; until 12:30",
      "09:10 intervalDidStart deep-work: late, planned 09:00", "09:10 sessionDidStart deep-work: late, planned 09:00",
      "09:10 shield: deep-work"),
    Case(
      "09:30 authorize --revoke\n+1m authorize", "09:30 > authorize --revoke",
      "09:30 authorizationDidChange: notDetermined", "09:30 shield:: nothing", "09:31 > authorize",
      "09:31 authorizationDidChange: approved",
      "09:31 shield: deep-work"),
    Case(
      "09:30 activity \"nonsense:1\" end", "09:30 > activity nonsense:1 end",
      "09:30 activity refused: no handler is registered for 'nonsense'"),
  ]

  static let clocks = [
    Case(
      "12:20 clock +1h\n+1m clock right --synchronised",
      "12:20 > clock +1h: clock shows 13:20",
      "12:20 intervalDidEnd deep-work: late, planned 12:30",
      "12:20 sessionDidEnd deep-work: late, planned 12:30",
      "12:20 sessionDidFinish deep-work: schedule; 3h20m",
      "12:20 shield: social",
      "12:21 > clock right --synchronised",
      "12:21 shield: social"),
    Case(
      "08:30 suspend 2h", "08:30 > suspend 2h", "10:30 intervalDidStart deep-work: late, planned 09:00",
      "10:30 sessionDidStart deep-work: late, planned 09:00", "10:30 shield: deep-work"),
    Case(
      "08:50 wake-ups late 90s", "08:50 > wake-ups late 1m30s",
      "09:01:30 intervalDidStart deep-work: late, planned 09:00",
      "09:01:30 sessionDidStart deep-work: late, planned 09:00", "09:01:30 shield: deep-work"),
    Case(
      "08:50 wake-ups dropped\n09:15 wake", "08:50 > wake-ups dropped", "09:15 > wake",
      "09:15 intervalDidStart deep-work: late, planned 09:00", "09:15 sessionDidStart deep-work: late, planned 09:00",
      "09:15 shield: deep-work"),
    Case(
      "08:50 wake-ups doubled", "08:50 > wake-ups doubled", "09:00 intervalDidStart deep-work",
      "09:00 sessionDidStart deep-work", "09:00 shield: deep-work"),
    Case(
      "14:00 configuration other.toml",
      "14:00 intervalDidEnd social",
      "14:00 sessionDidEnd social",
      "14:00 sessionDidFinish social: schedule; 2h",
      "14:00 shield:: nothing",
      "14:00 > configuration other.toml"),
    Case(
      "13:30 configuration other.toml",
      "13:30 > configuration other.toml",
      "13:30 shield: social"),
    Case(
      "14:00 zone Asia/Kolkata",
      "14:00 intervalDidEnd social",
      "14:00 sessionDidEnd social",
      "14:00 sessionDidFinish social: schedule; 2h",
      "14:00 shield:: nothing",
      "14:00 > zone Asia/Kolkata"),
    Case(
      "08:00 zone Asia/Dhaka\n", "08:00 > zone Asia/Dhaka"),
  ]

  static let processes = [
    Case(
      "09:30 crash", "09:30 > crash", "09:30 process started"),
    Case(
      "08:50 crash --down\n09:10 launch", "08:50 > crash --down", "09:10 > launch", "09:10 process started",
      "09:10 intervalDidStart deep-work: late, planned 09:00", "09:10 sessionDidStart deep-work: late, planned 09:00",
      "09:10 shield: deep-work"),
    Case(
      "08:50 crash --down\n+1m break", "08:50 > crash --down", "08:51 > break: no answer"),
    Case(
      "09:30 crash before 1\n+1m break",
      "09:30 > crash before 1",
      "09:31 > break: no answer",
      "09:31 process died: at file operation 40: write 'journal'",
      "09:31 process started"),
    Case(
      "09:30 crash after 4\n+1m break",
      "09:30 > crash after 4",
      "09:31 > break: no answer",
      "09:31 process died: at file operation 43: synchronize 'journal'",
      "09:31 process started",
      "09:31 intervalDidStart deep-work: break; handed out after a crash",
      "09:31 breakDidStart deep-work: handed out after a crash",
      "09:31 shield:: nothing",
      "09:46 intervalDidEnd deep-work: break",
      "09:46 breakDidEnd deep-work",
      "09:46 shield: deep-work"),
    Case(
      "09:30 reboot --off 10m --clock -1h",
      "09:30 > reboot --off 10m --clock -1h",
      "09:40 machine started: clock shows 08:40",
      "09:40 process started",
      "09:40 shield: deep-work"),
    Case(
      "09:30 power-cut", "09:30 > power-cut", "09:30 machine started", "09:30 process started",
      "09:30 shield: deep-work"),
    Case(
      "09:30 power-cut before 4 --off 1m\n+1m break",
      "09:30 > power-cut before 4 --off 1m",
      "09:31 > break: no answer",
      "09:31 process died: at file operation 43: synchronize 'journal'",
      "09:32 machine started",
      "09:32 process started: 'journal': the last 1774 bytes cannot be read",
      "09:32 shield: deep-work"),
  ]

  static let disks = [
    Case(
      "09:30 disk full\n+1m break\n+15s disk normal\n+105s break", "09:30 > disk full",
      "09:31 > break: not carried out: cannot write 'journal': no space left",
      "09:31:10 failure: cannot write 'journal': no space left", "09:31:15 > disk normal",
      "09:33 > break deep-work: break started; until 09:48", "09:33 intervalDidStart deep-work: break",
      "09:33 breakDidStart deep-work", "09:33 shield:: nothing", "09:48 intervalDidEnd deep-work: break",
      "09:48 breakDidEnd deep-work", "09:48 shield: deep-work"),
    Case(
      "09:30 disk read-only\n+1m crash\n+1m disk normal",
      "09:30 > disk read-only",
      "09:31 > crash",
      "09:31 process not started: cannot lock 'lock': the file system is read-only",
      "09:31 process not started: cannot lock 'lock': the file system is read-only",
      "09:32 process not started: cannot lock 'lock': the file system is read-only",
      "09:32 > disk normal",
      "09:32 process started"),
    Case(
      "09:30 disk fail 1\n+1m break", "09:30 > disk fail 1",
      "09:31 > break: not carried out: cannot write 'journal': input/output error"),
    Case(
      "09:30 disk fail 4\n+1m break\n+1s crash", "09:30 > disk fail 4",
      "09:31 > break: not carried out: cannot synchronise 'journal': input/output error", "09:31:01 > crash",
      "09:31:01 process started"),
  ]
}
