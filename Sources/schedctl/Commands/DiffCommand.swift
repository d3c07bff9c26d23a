import SchedulerInstance

extension Subcommand {
  static let diff = Subcommand(
    name: "diff", arguments: "A [B]", argumentCount: 1...2, argumentKinds: [.configuration],
    summary: "Show what two configurations do differently",
    discussion: """
      A and B are configurations: each a file, a directory with config.toml and conf.d, or for one of them -, standard input.
      A alone is compared with what is in force: the output shows what it would change. The command compares the intervals
      that end after '--from' and start before '--until', by default 400 days later, and what the profiles block and allow.
      Changes without an effect, such as a new name, are not differences. Profiles match by id, else by key. Exits with 1 if
      there is a difference.

      The sign before a change shows its effect: + blocks more or is harder to stop, - blocks less or is easier to stop,
      ± both, for different times, people or profiles, ~ neither. Changes that loosen, - and ±, wait while a strict session
      runs.

      Each line of '--json' is a difference: 'intervals', 'targets', 'setting', or 'profile' if one is added, removed or
      renamed. It has difference, profile, id, oldProfile (if renamed) and direction (tightens, loosens, neutral); intervals
      have change, on, old, new (start, startDays, end, endDays), oldWarnings, newWarnings, seconds and dates; targets have
      targets, change and names; settings have key, old and new.
      """,
    options: [.from, .until, .profile, .state],
    examples: [
      ("schedctl diff old.toml new.toml", "the next 400 days"),
      ("schedctl diff new.toml", "what this file would change now"),
      ("git show HEAD:config.toml | schedctl diff - config.toml", "what is not yet committed"),
      ("schedctl diff a.toml b.toml --from 2027-03-27 --until 2027-03-30 --json", "around a change of the clocks"),
    ], run: runDiff)
}

private func runDiff(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let paths = invocation.arguments
  let namesInForce = [Option.config, .system, .user, .state].contains { invocation.has($0) }
  guard paths.count == 1 || !namesInForce else {
    throw .usage("'diff' reads the files that it is given", help: "usage: schedctl diff A [B] [OPTION]…")
  }
  guard paths != ["-", "-"] else {
    throw .usage("standard input is named twice", help: "it can be read once")
  }
  let old = paths.count == 1 ? try session.loadInForce(invocation) : try session.loadConfiguration(at: paths[0])
  let new = try session.loadConfiguration(at: paths[paths.count - 1])
  let range = try session.comparedRange(invocation, zone: new.configuration.zone.rules)
  var listing = DifferenceListing(from: old, to: new, in: range)
  let keys = try profileKeys(invocation, from: old.configuration, to: new.configuration)
  if !keys.isEmpty { listing.difference = listing.difference.restricted(to: keys) }
  if invocation.has(.json) {
    listing.writeJSON(to: &session.output)
  } else {
    listing.write(to: &session.output)
  }
  return listing.difference.isEmpty ? .success : .no
}

extension Console {
  /// Reads the configuration in force. Throws with code 78 if there is none.
  fileprivate mutating func loadInForce(_ invocation: Invocation) throws(CommandFailure) -> LoadedConfiguration {
    let loaded = try loadConfigurationInForce(invocation)
    guard !loaded.isSample else {
      throw CommandFailure(
        code: .configuration, message: "no configuration is in force to compare with",
        help: ["name two: 'schedctl diff A B'"])
    }
    return loaded
  }

  /// Reads the configuration in a file or a directory. Throws as `loadConfiguration`, and with code 78 for a directory
  /// without a configuration.
  fileprivate mutating func loadConfiguration(at path: String) throws(CommandFailure) -> LoadedConfiguration {
    let choice = ConfigurationChoice.path(path)
    if case .directory = choice, !(try CommandFailure.mapping(host.hasConfiguration(choice))) {
      throw CommandFailure(
        code: .configuration, message: "'\(path)' has neither 'config.toml' nor a file in 'conf.d'")
    }
    return try loadConfiguration(choice)
  }

  /// Returns the compared range: from `--from` or now until `--until` or the usual length later.
  fileprivate func comparedRange(_ invocation: Invocation, zone: ZoneRules) throws(CommandFailure) -> Range<Instant> {
    let from = try IntervalQuery.instant(.from, of: invocation, at: now, in: zone) ?? now
    let usual = from.adding(seconds: DifferenceListing.usualSeconds)
    let until = try IntervalQuery.instant(.until, of: invocation, at: now, in: zone) ?? usual
    guard from < until else {
      throw .usage("'--until' is not after '--from'", help: "a range of time is compared")
    }
    return from..<until
  }
}

/// Returns the keys that `--profile` names. Throws for a key that neither configuration contains and that is not built
/// in.
private func profileKeys(
  _ invocation: Invocation, from old: Configuration, to new: Configuration
) throws(CommandFailure) -> [ProfileKey] {
  let known = Set([old, new].flatMap { ($0.profiles + $0.builtInProfiles).map(\.key) })
  var keys: [ProfileKey] = []
  for name in invocation.values(of: .profile) {
    guard let key = ProfileKey(name), known.contains(key) else {
      throw .unknown(
        name, among: known.map(\.text).sorted(), message: "neither configuration has a profile '\(name)'",
        help: "'schedctl profiles --config FILE' lists them")
    }
    keys.append(key)
  }
  return keys
}
