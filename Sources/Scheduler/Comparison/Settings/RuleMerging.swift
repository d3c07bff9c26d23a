extension Optional {
  /// What of some rules is left where others hold as well: nothing where one of them is not there, for rules that loosen
  /// by being there.
  static func limited(_ new: Wrapped?, to old: Wrapped?, by both: (Wrapped, Wrapped) -> Wrapped) -> Wrapped? {
    guard let new, let old else { return nil }
    return both(new, old)
  }
}

extension BreakRules {
  /// These breaks as far as others allow them too. At two different times of renewal it is that of the others.
  func limited(to old: BreakRules) -> BreakRules {
    var rules = self
    rules.lengthSeconds = min(lengthSeconds, old.lengthSeconds)
    rules.budgetSeconds = min(budgetSeconds, old.budgetSeconds)
    rules.count = [count, old.count].compactMap(\.self).min()
    rules.reset = reset == nil ? nil : old.reset
    return rules
  }
}

extension PauseRules {
  /// These pauses as far as others allow them too.
  func limited(to old: PauseRules) -> PauseRules {
    PauseRules(lengthSeconds: min(lengthSeconds, old.lengthSeconds), count: min(count, old.count))
  }
}

extension AccessRules {
  /// These grants as far as others allow them too.
  func limited(to old: AccessRules) -> AccessRules {
    AccessRules(
      lengthSeconds: min(lengthSeconds, old.lengthSeconds), count: min(count, old.count),
      refillSeconds: .limited(refillSeconds, to: old.refillSeconds, by: max))
  }
}

extension EmergencyRules {
  /// These emergencies as far as others allow them too.
  func limited(to old: EmergencyRules) -> EmergencyRules {
    var rules = self
    rules.uses = min(uses, old.uses)
    rules.refillSeconds = .limited(refillSeconds, to: old.refillSeconds, by: max)
    return rules
  }
}

extension UsageLimit {
  /// The limit on the targets of both, for the shorter use. Uses over different periods cannot be compared: then the older
  /// one goes on.
  func keeping(_ old: UsageLimit) -> UsageLimit {
    var limit = old
    if period == old.period { limit.useSeconds = min(useSeconds, old.useSeconds) }
    limit.applications += applications.filter { !old.applications.contains($0) }
    limit.categories += categories.filter { !old.categories.contains($0) }
    limit.domains += domains.filter { !old.domains.contains($0) }
    return limit
  }
}

extension Strategy {
  /// The kind and the rounds of an older strategy, and a timer that is as long and as hard to stop as those of both.
  func keeping(_ old: Strategy) -> Strategy {
    var strategy = self
    strategy.kind = old.kind
    strategy.pomodoro = old.pomodoro
    guard let timer, let oldTimer = old.timer else {
      strategy.timer = timer ?? old.timer
      return strategy
    }
    strategy.timer = TimerRules(
      lengthSeconds: max(timer.lengthSeconds, oldTimer.lengthSeconds),
      allowsEarlyStop: timer.allowsEarlyStop && oldTimer.allowsEarlyStop)
    return strategy
  }
}
