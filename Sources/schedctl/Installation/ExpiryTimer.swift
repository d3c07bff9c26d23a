import SchedulerInstance

/// The timer of systemd that starts `schedctl-revert.service` when a shield expires.
///
/// It is a transient unit: systemd loses it at a reboot, and the service that runs at boot sets it again. It does not
/// depend on the daemon.
struct ExpiryTimer {
  /// When the service is needed.
  enum Due: Hashable {
    case never
    /// At this time by the wall clock, and after this time by the clock that stands still while the machine sleeps.
    ///
    /// The first one alone would be lost if it passed before the timer is set, or come late if the wall clock were set
    /// back; the second one alone would come late after a sleep.
    case at(Instant, orAfter: Int64)
    case after(seconds: Int64)
  }

  let control: SystemControl
  /// systemd-run(1), which creates the timer.
  let creator: SystemControl

  /// Replaces the timer, or removes it.
  ///
  /// - Throws: code 69 if systemd fails.
  func set(_ due: Due) throws(CommandFailure) {
    // A pattern that matches no unit is no error; the name of a unit that is not there would be one.
    try control.run(["stop", "schedctl-revert*.timer"])
    let conditions: [String]
    switch due {
    case .never: return
    case .at(let instant, let seconds):
      conditions = ["--on-calendar=" + Self.words(for: instant), "--on-active=\(seconds)s"]
    case .after(let seconds): conditions = ["--on-active=\(seconds)s"]
    }
    try creator.run(["--unit=\(RevertUnit.name)"] + conditions + ["--timer-property=AccuracySec=1s"])
  }

  /// Returns the instant as a calendar event: `2026-11-23 11:30:00 UTC`; see systemd.time(7).
  private static func words(for instant: Instant) -> String {
    let civil = ZoneRules.utc.civil(at: instant)
    return "\(civil.date) \(civil.time) UTC"
  }
}

extension ExpiryTimer.Due {
  /// Determines when a shield that no daemon keeps has to be looked at again.
  ///
  /// - Parameters:
  ///   - shield: the stored shield; nil if none can be read.
  ///   - isUnfinished: whether something that should go is still there.
  init(for shield: ShieldSet?, isUnfinished: Bool, at now: Moment) {
    guard let shield, !shield.layers.isEmpty, shield.isInForce(at: now) else {
      self = isUnfinished ? .after(seconds: Self.pause) : .never
      return
    }
    guard let end = shield.validUntil else {
      self = .never
      return
    }
    // Both clocks are rounded down to a second, so that the rest is rounded up.
    let boot = shield.isStrict && shield.bootID == now.bootID ? shield.validUntilBoot : nil
    let bootLeft = boot.map { $0 - now.boot / 1_000_000_000 }
    if now.wall < end {
      // A strict shield ends when both clocks have passed it. Its end by the clock of the boot is rounded up to a second.
      let left = max(end.epochSeconds - now.wall.epochSeconds, bootLeft ?? 0)
      self = .at(shield.isStrict ? end.adding(seconds: 1) : end, orAfter: min(left, Self.limit))
    } else {
      // The wall clock was set. A timer stands still while the machine sleeps, so it is not far.
      self = .after(seconds: min(Self.pause, max(1, bootLeft ?? Self.pause)))
    }
  }

  private static let pause: Int64 = 60
  /// The longest time by the clock that stands still in sleep, in seconds: less than systemd's own limit.
  private static let limit: Int64 = 1_000_000_000
}

extension Console {
  /// The timer of systemd for the end of a shield; nil if systemd does not run.
  var expiryTimer: ExpiryTimer? {
    guard let control = systemControl(of: .system), let creator = systemControl(of: .system, by: "systemd-run") else {
      return nil
    }
    return ExpiryTimer(control: control, creator: creator)
  }
}
