import SchedulerCivilTime

extension Moment {
  /// Whether the wall clock ran on by itself from an earlier moment to this one: within one boot and without being set.
  func continues(_ earlier: Moment) -> Bool { bootID == earlier.bootID && !showsClockStep(since: earlier) }

  /// Whether the wall clock was set between an earlier moment and this one: within a boot, it moved by over a second
  /// more or less than CLOCK_BOOTTIME. Slewing moves both alike. Over a reboot this cannot be known, and is false.
  public func showsClockStep(since earlier: Moment) -> Bool {
    guard bootID == earlier.bootID else { return false }
    let shown = Nanoseconds.from((earlier.wall, earlier.nanosecond), to: (wall, nanosecond))
    return (shown - (boot - earlier.boot)).magnitude > UInt64(Nanoseconds.perSecond)
  }
}
