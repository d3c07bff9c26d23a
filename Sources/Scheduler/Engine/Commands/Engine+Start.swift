import SchedulerCivilTime

extension Engine {
  /// Starts a profile by hand. A second hold of the same origin is refused. A plain start of an active profile changes
  /// nothing. A pomodoro whose next phase waits continues with that phase.
  mutating func start(
    _ key: ProfileKey, _ options: StartOptions, _ present: Present
  ) throws(Refusal) -> CommandResult {
    let plan = try plan(of: key)
    let kind = options.strategy ?? (options.lengthSeconds == nil ? plan.profile.strategy.kind : .manual)
    let own = present.shown(by: plan.clock)
    if let instant = options.instant, instant != own.wall {
      return try planStart(kind, options.lengthSeconds, at: instant, of: plan, present)
    }
    if kind == .pomodoro, book[plan.id]?[.pomodoro]?.pomodoro?.isWaiting == true {
      return startPhase(of: plan, present)
    }
    if kind == .manual, options.lengthSeconds == nil, let session = book[plan.id] {
      return result(.alreadyRunning, plan.id, session, until: session.plannedEnd(at: present), present)
    }
    let hold = try hold(kind, options.lengthSeconds, of: plan, own)
    if let held = book[plan.id]?[hold.origin] {
      if held.pomodoro?.state == .paused { throw .pausedPomodoro(.alreadyHeld, of: key) }
      throw Refusal(
        .alreadyHeld, "profile '\(key)' already has a \(hold.origin.words)",
        allowedAt: held.nextStart.map(present.instant(of:)))
    }
    book.open(hold, of: plan, at: own)
    let session = book[plan.id]
    // Other holds may keep the session for longer. The end of a phase after which the next one waits is returned
    // anyway.
    let end = hold.pomodoro?.nextPhaseWaits == true ? hold.nextStart : session?.plannedEnd(at: present)
    return CommandResult(change: .started, profile: key, session: session?.id, until: end.map(present.instant(of:)))
  }

  /// Returns the hold that a start adds.
  ///
  /// - Parameter present: the present by the profile's clock.
  func hold(
    _ kind: Strategy.Kind, _ lengthSeconds: Int64?, of plan: ProfilePlan, _ present: Present
  ) throws(Refusal) -> Hold {
    let strategy = plan.profile.strategy
    var hold = Hold(kind.origin, start: present.wall, startElapsed: present.elapsed)
    switch kind {
    case .manual:
      if lengthSeconds == nil, plan.profile.lock == .strict {
        throw Refusal(
          .lengthMissing,
          "profile '\(plan.reference.key)' is strict: a start by hand needs a length, or it could never be ended")
      }
      hold.end = try lengthSeconds.map { seconds throws(Refusal) in try end(after: seconds, present) }
    case .timer:
      guard let seconds = lengthSeconds ?? strategy.timer?.lengthSeconds else {
        throw Refusal(.lengthMissing, "profile '\(plan.reference.key)' has no timer, and no length was given")
      }
      hold.end = try end(after: seconds, present)
      hold.allowsEarlyStop = strategy.timer?.allowsEarlyStop ?? true
    case .pomodoro:
      guard lengthSeconds == nil else {
        throw Refusal(.lengthInvalid, "a pomodoro has no length of its own")
      }
      if plan.profile.lock == .strict, strategy.pomodoro.autoStart == .both {
        throw Refusal(
          .lengthMissing,
          "profile '\(plan.reference.key)' is strict, and its pomodoro goes on by itself: it could never be ended")
      }
      hold.pomodoro = Pomodoro(strategy.pomodoro, at: present)
    }
    return hold
  }

  private func end(after seconds: Int64, _ present: Present) throws(Refusal) -> Deadline {
    guard 1...TimerRules.maximumLengthSeconds ~= seconds else {
      throw Refusal(.lengthInvalid, "a length is 1 second to 7 days, not \(LengthWords.text(seconds: seconds))")
    }
    return .elapsed(present.elapsed(afterNanoseconds: Nanoseconds.of(seconds: seconds)))
  }

  /// Starts the next phase of a pomodoro that waits.
  mutating func startPhase(of plan: ProfilePlan, _ present: Present) -> CommandResult {
    let own = present.shown(by: plan.clock)
    book.changePomodoro(of: plan.id, at: own.wall) { $0.startNext(at: own) }
    let pomodoro = book[plan.id]?[.pomodoro]?.pomodoro
    return CommandResult(
      change: .phaseStarted, profile: plan.reference.key, session: book[plan.id]?.id,
      until: pomodoro.map { present.instant(of: .elapsed($0.deadline)) })
  }
}

extension Strategy.Kind {
  /// The origin of the hold that a start of this kind adds.
  fileprivate var origin: Hold.Origin {
    switch self {
    case .manual: .manual
    case .timer: .timer
    case .pomodoro: .pomodoro
    }
  }
}

extension Hold.Origin {
  /// The words for the origin in a sentence.
  fileprivate var words: String {
    switch self {
    case .schedule: "running window"
    case .manual: "start by hand"
    case .timer: "running timer"
    case .pomodoro: "running pomodoro"
    }
  }
}

extension Hold {
  /// The deadline at which another start of the hold's origin would be carried out: at its end, or at the end of a
  /// pomodoro's phase after which the next one waits. Nil for never, and if the next phase begins by itself.
  fileprivate var nextStart: Deadline? {
    guard let pomodoro else { return end }
    return pomodoro.nextPhaseWaits ? .elapsed(pomodoro.deadline) : nil
  }
}
