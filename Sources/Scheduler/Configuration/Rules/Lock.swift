/// How hard a session is to end. Ordered from the loosest lock to the strictest.
public enum Lock: String, CaseIterable, Comparable, Sendable {
  /// Any user of the profile may stop its sessions.
  case none
  /// Links and programs cannot stop, skip or reset a session; a person at the command line can.
  case remote
  /// Nothing stops, skips or resets a session until its holds end.
  case strict

  /// Orders by strength.
  public static func < (a: Lock, b: Lock) -> Bool { a.rank < b.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The effect of an interval on sessions that run when it starts.
public enum Overlap: String, CaseIterable, Sendable {
  /// They continue.
  case stack
  /// Those that are not locked end, and their intervals do not start again.
  case replace
}

/// An action by which users may loosen a profile that an administrator wrote.
public enum Permission: String, CaseIterable, Sendable {
  /// End a session before its time.
  case stop
  /// Pause a session.
  case pause
  /// Take a break.
  case `break`
  /// Open one target for a while.
  case access
  /// Skip the next interval.
  case skip
  /// Use an emergency.
  case emergency
}

extension Lock: StoredScalar {}
extension Permission: StoredScalar {}
