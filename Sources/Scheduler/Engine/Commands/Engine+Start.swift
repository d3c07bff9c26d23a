extension Engine {
  /// Starts a profile by hand. A second hold of the same origin is refused. A plain start of an active profile changes
  /// nothing. A pomodoro whose next phase waits continues with that phase. If the profile replaces others, a new hold
  /// ends all other sessions, or is refused if the requester could not stop one of them without a key.
  mutating func start(
    _ key: ProfileKey, with options: StartOptions, by requester: Requester, at present: Present
  ) throws(Refusal) -> CommandResult {
    let plan = try plan(of: key)
    let kind = options.strategy ?? (options.lengthSeconds == nil ? plan.profile.strategy.kind : .manual)
    let own = present.shown(by: plan.clock)
    if let instant = options.instant, instant != own.wall {
      let start = PlannedStart(instant: instant, kind: kind, lengthSeconds: options.lengthSeconds, by: requester)
      return try planStart(start, of: plan, at: present)
    }
    if book[plan.id]?[kind.origin]?.isWaiting == true {
      return startPhase(of: plan, at: present)
    }
    if kind == .manual, options.lengthSeconds == nil, let session = book[plan.id] {
      return result(.alreadyRunning, of: plan.id, in: session, until: session.plannedEnd(at: present), at: present)
    }
    let hold = try hold(kind, lasting: options.lengthSeconds, of: plan, at: own)
    if let held = book[plan.id]?[hold.origin] {
      if held.phaseState == .paused { throw .pausedPomodoro(.alreadyHeld, of: key) }
      throw Refusal(
        .alreadyHeld, message: "profile '\(key)' already has a \(hold.words)",
        allowedAt: held.nextStart.map(present.instant(of:)))
    }
    let replaced = try replaceSessions(for: plan, by: requester, at: present)
    book.open(hold, of: plan, at: own)
    let session = book[plan.id]
    // Other holds may keep the session for longer. The end of a phase after which the next one waits is returned
    // anyway.
    let end = hold.pomodoro?.nextPhaseWaits == true ? hold.nextStart : session?.plannedEnd(at: present)
    return CommandResult(
      change: .started, profile: key, session: session?.id, until: end.map(present.instant(of:)), others: replaced)
  }

  /// Returns the hold that a start adds.
  ///
  /// - Parameter present: the present by the profile's clock.
  func hold(
    _ kind: Strategy.Kind, lasting lengthSeconds: Int64?, of plan: ProfilePlan, at present: Present
  ) throws(Refusal) -> Hold {
    let strategy = plan.profile.strategy
    func hold(_ kind: Hold.Kind, until end: Deadline?) -> Hold {
      Hold(kind, start: present.wall, startElapsed: present.elapsed, end: end)
    }
    switch kind {
    case .manual:
      if lengthSeconds == nil, plan.profile.lock == .strict {
        throw Refusal(
          .lengthMissing,
          message:
            "profile '\(plan.reference.key)' is strict: a start by hand needs a length, or it could never be ended")
      }
      return hold(
        .manual, until: try lengthSeconds.map { seconds throws(Refusal) in try end(after: seconds, at: present) })
    case .timer:
      guard let seconds = lengthSeconds ?? strategy.timer?.lengthSeconds else {
        throw Refusal(.lengthMissing, message: "profile '\(plan.reference.key)' has no timer, and no length was given")
      }
      let allowsEarlyStop = strategy.timer?.allowsEarlyStop ?? true
      return hold(.timer(allowsEarlyStop: allowsEarlyStop), until: try end(after: seconds, at: present))
    case .pomodoro:
      guard lengthSeconds == nil else {
        throw Refusal(.lengthInvalid, message: "a pomodoro has no length of its own")
      }
      if plan.profile.lock == .strict, strategy.pomodoro.autoStart == .both {
        throw Refusal(
          .lengthMissing,
          message:
            "profile '\(plan.reference.key)' is strict, and its pomodoro never ends by itself: it could not be ended")
      }
      return hold(.pomodoro(Pomodoro(strategy.pomodoro, at: present)), until: nil)
    }
  }

  private func end(after seconds: Int64, at present: Present) throws(Refusal) -> Deadline {
    guard 1...TimerRules.maximumLengthSeconds ~= seconds else {
      throw Refusal(
        .lengthInvalid, message: "a length is 1 second to 7 days, not \(LengthWords.text(seconds: seconds))")
    }
    return .elapsed(present.elapsed(afterNanoseconds: Nanoseconds.of(seconds: seconds)))
  }
}

extension Strategy.Kind {
  /// The origin of the hold that a start of this kind adds.
  var origin: Hold.Origin {
    switch self {
    case .manual: .manual
    case .timer: .timer
    case .pomodoro: .pomodoro
    }
  }
}
