import DeviceActivity
import Scheduler
import SchedulerCivilTime

/// The reason why the device did not do what a test asked.
public enum DeviceRefusal: Error, Hashable, Sendable {
  /// The effective settings require the automatic date and time, so that the clock cannot be set by hand.
  case automaticDateAndTimeRequired
}

extension VirtualDevice {
  /// Advances the clocks, and delivers everything that becomes due meanwhile.
  public func advance(by duration: Duration) {
    advance(toElapsed: state.withLock(\.clocks).elapsed + max(0, duration.nanoseconds))
  }

  /// Advances the clocks until they show a time, and delivers everything that becomes due meanwhile.
  ///
  /// - Parameter time: a date and time such as `2026-08-14 06:00`, or a time such as `06:00`, which means the next moment
  ///   at which the clock shows it. A time that the clocks skip means the time that they show an hour later, or as much
  ///   as they skip.
  /// - Precondition: the time is not past.
  public func advance(to time: String) {
    let target = state.withLock { state in
      let instant = state.instant(of: time)
      precondition(instant >= state.clocks.instant, "'\(time)' is past: the device's clock shows \(state.localTime)")
      return state.clocks.elapsed(at: instant)
    }
    advance(toElapsed: target)
  }

  /// Advances the clocks until they show a date, and delivers everything that becomes due meanwhile.
  ///
  /// - Precondition: the date is not past.
  public func advance(to date: Date) {
    let now = now
    precondition(date >= now, "\(date) is past: the device's clock shows \(now)")
    advance(toElapsed: state.withLock { $0.clocks.elapsed(at: date) })
  }

  /// Moves the device to another time zone.
  ///
  /// - Precondition: the zone exists.
  public func travel(to identifier: String) {
    guard let zone = ScheduleZone(identifier: identifier) else {
      preconditionFailure("no time zone '\(identifier)'")
    }
    state.withLock { state in
      state.zone = zone
      state.note(.action("travel to \(identifier)"))
      if state.isOn { state.evaluate(.zoneChange(zone.rules)) }
    }
    refreshNotificationTriggers()
    deliverDue()
    prepareClock()
  }

  /// Sets the clock by hand.
  ///
  /// - Parameter time: a date and time such as `2026-08-13 18:00`, or a time of the date that the clock shows.
  /// - Throws: `automaticDateAndTimeRequired` if an app's settings forbid it.
  public func setClock(to time: String) throws(DeviceRefusal) {
    let isLocked = state.withLock { $0.settings.isOn(.requireAutomaticDateAndTime) }
    if isLocked { throw .automaticDateAndTimeRequired }
    let before = now
    state.withLock { state in
      let civil = CivilDateTime(parsing: time)
      let instant = civil.map { state.zone.rules.resolve($0).compatible } ?? state.instantToday(of: time)
      state.clocks.set(to: instant)
      state.note(.action("set the clock to \(time)"))
      if state.isOn { state.evaluate(.clockStep(isSynchronised: false)) }
    }
    refreshNotificationTriggers(afterStepOf: now.timeIntervalSince(before))
    deliverDue()
    prepareClock()
  }

  /// Switches the device off and on. It is not in use afterwards.
  public func reboot() {
    powerOff()
    powerOn()
  }

  /// Switches the device off. The memory of all processes is lost.
  public func powerOff() {
    state.withLock { state in
      guard state.isOn else { return }
      state.note(.action("power off"))
      state.isInUse = false
      state.foreground = nil
      state.updateUse()
      state.isOn = false
      state.undelivered = state.queue.takeBackCallbacks()
      for id in Array(state.launches.keys) { state.end(id) }
    }
  }

  /// Switches the device on. It is not in use yet.
  public func powerOn() {
    state.withLock { state in
      guard !state.isOn else { return }
      state.isOn = true
      state.clocks.boot()
      state.note(.action("power on"))
      state.restart()
    }
    showNotifications()
    deliverDue()
  }

  /// Advances the clocks to an elapsed time.
  ///
  /// - Precondition: no callback runs. Time does not pass while one does.
  func advance(toElapsed target: Int64) {
    precondition(!state.withLock(\.isDelivering), "a callback or a queued step lets time pass on its own device")
    deliverDue()
    var isThere = false
    while !isThere {
      let notification = nextNotification ?? target
      isThere = state.withLock { state in
        let due = min(state.nextDue ?? target, notification)
        let next = min(max(due, state.clocks.elapsed), target)
        state.clocks.advance(to: next)
        if state.isOn { state.evaluate(.time) }
        return next >= target
      }
      if state.withLock(\.isOn) { showNotifications() }
      deliverDue()
    }
    prepareClock()
  }
}

extension DeviceState {
  /// Returns the instant of a text: a date and time, or the next moment at which the clock shows a time.
  func instant(of text: String) -> Instant {
    if let civil = CivilDateTime(parsing: text) { return zone.rules.resolve(civil).compatible }
    let today = resolution(of: text, daysAhead: 0)
    // A clock that is set back shows some times twice.
    var moments = [today.compatible]
    if case .repeated(_, let second) = today { moments.append(second) }
    let next = moments.first { $0 > clocks.instant }
    return next ?? resolution(of: text, daysAhead: 1).compatible
  }

  /// Returns the instant at which the clock shows a time on the present date.
  func instantToday(of text: String) -> Instant { resolution(of: text, daysAhead: 0).compatible }

  private func resolution(of text: String, daysAhead: Int) -> CivilResolution {
    guard let time = TimeOfDay(parsing: text) else {
      preconditionFailure("'\(text)' is neither a time such as '06:00' nor a date and time such as '2026-08-14 06:00'")
    }
    let today = zone.rules.civil(at: clocks.instant).date
    let civil = today.adding(days: daysAhead).flatMap { CivilDateTime(date: $0, time: time) } ?? .max
    return zone.rules.resolve(civil)
  }

  /// Continues after a boot with what the device has stored: the engine from its records, and the activities.
  mutating func restart() {
    guard policy.reboot == .keepsMonitoring else {
      registrations = []
      queue.removeAll()
      engine = nil
      undelivered = [:]
      return
    }
    restoreEngine()
    continueInPresentZone()
  }

  /// Replaces the engine by one that continues from its records. What had not arrived is computed again.
  mutating func restoreEngine() {
    guard let before = engine else { return }
    let records = before.records.map { undelivered[$0.key] ?? $0 }.filter { !$0.payload.isEmpty }
    var problems: [StateProblem] = []
    engine = Engine(
      ConfigurationVersions(before.configuration), router: before.router, records: records, problems: &problems)
    precondition(problems.isEmpty, "the records of the engine are damaged: \(problems)")
  }

  /// Tells the engine the zone, which may have changed while the device was off, and that the device is not in use.
  private mutating func continueInPresentZone() {
    undelivered = [:]
    evaluate(.zoneChange(zone.rules))
    updateUse()
  }
}
