extension BreakRules {
  /// Whether these breaks can take more from a session than others.
  func loosens(_ old: BreakRules) -> Bool {
    lengthSeconds > old.lengthSeconds || budgetSeconds > old.budgetSeconds || (count ?? .max) > (old.count ?? .max)
      || reset != nil && reset != old.reset
  }
}

extension PauseRules {
  /// Whether these pauses can take more from a session than others.
  func loosens(_ old: PauseRules) -> Bool { lengthSeconds > old.lengthSeconds || count > old.count }
}

extension AccessRules {
  /// Whether these grants can open more than others.
  func loosens(_ old: AccessRules) -> Bool {
    lengthSeconds > old.lengthSeconds || count > old.count || (refillSeconds ?? .max) < (old.refillSeconds ?? .max)
  }
}

extension UsageLimit {
  /// Whether this limit leaves room for more use than another.
  func loosens(_ old: UsageLimit) -> Bool {
    useSeconds > old.useSeconds || period != old.period || !Set(applications).isSuperset(of: old.applications)
      || !Set(categories).isSuperset(of: old.categories) || !Set(domains).isSuperset(of: old.domains)
  }
}

extension Strategy {
  /// Whether what it runs can block less, or be stopped more easily, than what another runs.
  func loosens(_ old: Strategy) -> Bool {
    kind != old.kind || pomodoro.loosens(old.pomodoro) || old.timer.map { timer?.loosens($0) ?? true } ?? false
  }
}

extension TimerRules {
  fileprivate func loosens(_ old: TimerRules) -> Bool {
    lengthSeconds < old.lengthSeconds || allowsEarlyStop && !old.allowsEarlyStop
  }
}

extension PomodoroRules {
  /// Whatever changes, if only longer phases of focus, moves later breaks to where focus was: some instant is less blocked.
  fileprivate func loosens(_ old: PomodoroRules) -> Bool { self != old }
}

extension EmergencyRules {
  /// Whether there are more uses, or sooner.
  func loosens(_ old: EmergencyRules) -> Bool {
    uses > old.uses || uses > 0 && (refillSeconds ?? .max) < (old.refillSeconds ?? .max)
  }
}
