import Scheduler

extension Subcommand {
  static let diff = Subcommand(
    name: "diff", arguments: "A B", argumentCount: 2...2, argumentKinds: [.configuration],
    summary: "Show what two configurations do differently",
    discussion: """
      A and B are configuration files; one of them may be -, standard input. The command compares the intervals that end after
      '--from' and start before '--until', by default 400 days later, and what the profiles block and allow. Changes without
      an effect, such as a new name, are not differences. Profiles match by id, else by key. Exits with 1 if there is a
      difference.

      The sign before a change shows its effect: + blocks more or is harder to stop, - blocks less or is easier to stop,
      ± both, for different times, people or profiles, ~ neither. Changes that loosen, - and ±, wait while a strict session
      runs.

      Each line of '--json' is a difference: 'intervals', 'targets', 'setting', or 'profile' if one is added, removed or
      renamed. It has difference, profile, id, oldProfile (if renamed) and direction (tightens, loosens, neutral); intervals
      have change, on, old, new (start, startDays, end, endDays), oldWarnings, newWarnings, seconds and dates; targets have
      targets, change and names; settings have key, old and new.
      """,
    options: [.from, .until, .profile],
    examples: [
      ("schedctl diff old.toml new.toml", "the next 400 days"),
      ("git show HEAD:config.toml | schedctl diff - config.toml", "what is not yet committed"),
      ("schedctl diff a.toml b.toml --from 2027-03-27 --until 2027-03-30 --json", "around a change of the clocks"),
    ], run: runDiff)
}

private func runDiff(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  guard !invocation.has(.config), !invocation.has(.system), !invocation.has(.user) else {
    throw .usage("'diff' reads the files that it is given", help: "usage: schedctl diff A B [OPTION]…")
  }
  let (first, second) = (invocation.arguments[0], invocation.arguments[1])
  guard first != "-" || second != "-" else {
    throw .usage("standard input is named twice", help: "it can be read once")
  }
  let old = try session.loadConfiguration(.files([first]))
  let new = try session.loadConfiguration(.files([second]))
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
