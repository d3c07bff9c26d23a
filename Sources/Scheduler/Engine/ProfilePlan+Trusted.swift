import SchedulerCivilTime

extension ProfilePlan {
  /// Whether its intervals also start by the trusted clock, and end by no clock that is set.
  var isStrict: Bool { profile.lock == .strict }

  /// Whether the present is inside an interval: by the wall clock, and where its lock is strict also by the trusted one.
  func isInside(_ interval: Interval, _ present: Present) -> Bool {
    interval.contains(present.wall) || (isStrict && interval.contains(present.trusted.instant))
  }
}
