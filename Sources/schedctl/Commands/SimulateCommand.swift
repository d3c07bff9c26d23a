import Scheduler

extension Subcommand {
  static let simulate = Subcommand(
    name: "simulate", arguments: "", argumentCount: 0...0,
    summary: "Run the engine in virtual time, with commands, clock steps and crashes from a script",
    discussion: """
      Runs the real engine on a simulated disk from '--from' on and before '--until', and prints everything that happens:
      events, shields, answers. The same seed gives the same bytes.

      Each line of '--script' has a time and an action. The time is written as in options, or as '+5m' after the line above;
      '#' begins a comment. Times are those of a correct clock. The actions are:

      \(forms)

      P is a profile, D a duration, T a time, and N counts file operations from the next one on. Exits with 65 if the script
      is wrong.

      Each line of '--json' has at, atEpoch, clock (if it is wrong) and event; events have the members of history.jsonl.
      """,
    options: [.from, .until, .script, .seed],
    examples: [
      ("schedctl simulate --until tomorrow", "what will happen until midnight"),
      ("schedctl simulate --from 2026-11-23 --until 2026-11-24 --script day.txt", "a day with what the script does"),
      ("schedctl simulate --from 2026-11-23 --until 2026-11-24 --script day.txt --seed 7 --json", "another chance"),
    ], run: runSimulate)

  /// The forms of the actions, one per line.
  private static var forms: String { SimulationScript.forms.map { "  " + $0 }.joined(separator: "\n") }
}

private func runSimulate(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let loaded = try session.loadConfiguration(invocation)
  let range = try session.simulatedRange(invocation, zone: loaded.configuration.zone.rules)
  let seed = try simulationSeed(invocation)
  var script = LoadedScript()
  if let path = try invocation.value(of: .script) {
    script = try session.loadScript(path, for: invocation, of: loaded.configuration, in: range)
  }
  var simulation = Simulation(loaded, in: range, seed: seed, isJSON: invocation.has(.json))
  simulation.writeHeading(to: &session.output)
  simulation.run(script, to: &session.output)
  session.say("schedctl: \(simulation.summary)")
  return .success
}

extension Console {
  /// Returns the range from `--from` or now until `--until`, which is required.
  fileprivate func simulatedRange(_ invocation: Invocation, zone: ZoneRules) throws(CommandFailure) -> Range<Instant> {
    let from = try IntervalQuery.instant(.from, of: invocation, at: now, in: zone) ?? now
    guard let until = try IntervalQuery.instant(.until, of: invocation, at: now, in: zone) else {
      throw .usage("'simulate' needs '--until'", help: "such as: schedctl simulate --until tomorrow")
    }
    guard from < until else {
      throw .usage("'--until' is not after '--from'", help: "time goes forward in a simulation")
    }
    guard until.seconds(since: from) <= SimulatedMachine.longestRun else {
      throw .usage("'--until' is too far from '--from'", help: "a simulation takes at most 123 years")
    }
    return from..<until
  }
}

private func simulationSeed(_ invocation: Invocation) throws(CommandFailure) -> UInt64 {
  guard let text = try invocation.value(of: .seed) else { return 0 }
  let isNumber = !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  guard isNumber, let seed = UInt64(text) else {
    throw .usage("'--seed' is a whole number from 0 to \(UInt64.max), found '\(text)'")
  }
  return seed
}
