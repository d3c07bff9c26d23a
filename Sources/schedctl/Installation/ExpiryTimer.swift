import SchedulerInstance

/// The timer of systemd that starts `schedctl-revert.service` when a shield expires.
///
/// It is a transient unit: systemd loses it at a reboot, and the service that runs at boot sets it again. It does not
/// depend on the daemon.
struct ExpiryTimer {
  /// When the service is needed.
  enum Due: Hashable {
    case never
    case at(Instant)
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
    let condition: String
    switch due {
    case .never: return
    case .at(let instant): condition = "--on-calendar=" + Self.words(for: instant)
    case .after(let seconds): condition = "--on-active=\(seconds)s"
    }
    try creator.run(["--unit=\(RevertUnit.name)", condition, "--timer-property=AccuracySec=1s"])
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
    if now.wall < end {
      // A strict shield ends by the clock of the boot, whose end is rounded up to a second.
      self = .at(shield.isStrict ? end.adding(seconds: 1) : end)
    } else {
      // The wall clock was set. A timer stands still while the machine sleeps, so it is not far.
      let left = shield.validUntilBoot.map { $0 - now.boot / 1_000_000_000 } ?? Self.pause
      self = .after(seconds: min(Self.pause, max(1, left)))
    }
  }

  private static let pause: Int64 = 60
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
