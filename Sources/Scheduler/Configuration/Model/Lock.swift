/// How hard it is to end what runs. Ordered from the loosest.
public enum Lock: String, CaseIterable, Comparable, Sendable {
  /// Whoever may use the profile may stop it.
  case none
  /// Links and programs cannot stop, skip or reset it; a person at the command line can.
  case remote
  /// Nothing stops, skips or resets it until its holds end.
  case strict

  /// Orders by how hard it is.
  public static func < (a: Lock, b: Lock) -> Bool { a.rank < b.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .remote: 1
    case .strict: 2
    }
  }
}

/// What an interval of a profile does to the sessions that run when it starts.
public enum Overlap: String, CaseIterable, Sendable {
  /// They run on beside it.
  case stack
  /// Those that are not locked end, and their intervals do not start again.
  case replace
}

/// What the users of a profile may do to loosen it, when an administrator wrote it.
public enum Permission: String, CaseIterable, Sendable {
  /// End a session before its time.
  case stop
  /// Pause a session.
  case pause
  /// Take a break.
  case `break`
  /// Open one target for some minutes.
  case access
  /// Leave out the next interval.
  case skip
  /// Use an emergency.
  case emergency
}
