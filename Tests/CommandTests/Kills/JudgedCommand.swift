import SchedulerCivilTime

/// A command whose outcome is known beforehand, on a profile that nothing else changes.
enum JudgedCommand: CaseIterable {
  case start, stop, takeBreak, resume, extend, skip, restore

  /// The command line for a profile.
  func words(_ profile: String) -> [String] {
    switch self {
    case .start: ["start", profile, "--for", "2h", "--offline", "--json"]
    case .stop: ["stop", profile, "--offline", "--json"]
    case .takeBreak: ["break", profile, "--offline", "--json"]
    case .resume: ["resume", profile, "--offline", "--json"]
    case .extend: ["extend", profile, "1m", "--offline", "--json"]
    case .skip: ["skip", profile, "--offline", "--json"]
    case .restore: ["skip", profile, "--undo", "--offline", "--json"]
    }
  }

  /// Whether it is allowed as things are; what has windows is skipped and restored, everything else runs by hand.
  func isPossible(_ profile: SeenProfile, isSkipped: Bool) -> Bool {
    switch self {
    case .start: profile.next == nil && profile.session == nil
    case .stop, .extend: profile.session != nil
    case .takeBreak: profile.session != nil && profile.lift == nil
    case .resume: profile.lift != nil
    case .skip: profile.next != nil && !isSkipped
    case .restore: profile.next != nil && isSkipped
    }
  }

  /// Whether it was carried out, wholly, between two looks.
  func isCarriedOut(from before: SeenProfile, to after: SeenProfile) -> Bool {
    switch self {
    case .start:
      after.session != nil && after.session != before.session && after.holdCount == 1 && after.until != nil
        && after.isShielding && after.lift == nil
    case .stop: after.session == nil
    case .takeBreak: after.session == before.session && after.lift == "break" && !after.isShielding
    case .resume: after.session == before.session && after.lift == nil && after.isShielding
    case .extend: isExtended(from: before, to: after)
    case .skip, .restore: after.next != nil && after.next != before.next
    }
  }

  /// By a minute; a clock that is slewed moves a shown end by a second.
  private func isExtended(from before: SeenProfile, to after: SeenProfile) -> Bool {
    guard let end = before.until, let newEnd = after.until, after.session == before.session else { return false }
    return after.lift == before.lift && (59...61).contains(newEnd.seconds(since: end))
  }

  /// The event of history that there is once each time it is carried out.
  var event: String? {
    switch self {
    case .start: "sessionDidStart"
    case .stop: "sessionDidFinish"
    case .takeBreak: "breakDidStart"
    case .resume, .extend, .skip, .restore: nil
    }
  }
}
