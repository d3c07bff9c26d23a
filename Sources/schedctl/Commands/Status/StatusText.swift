import SchedulerInstance

/// The running sessions as text.
struct StatusText {
  let view: StateView

  func write(to output: inout TextOutput) {
    output.write(view.heading(columns: output.columns))
    for text in [view.enforcement.headline] + view.enforcement.limits {
      for line in PrintableText.printable(text).wrapped(toColumns: output.columns ?? .max) { output.write(line + "\n") }
    }
    for line in PrintableText.printable(view.outlook).wrapped(toColumns: output.columns ?? .max) {
      output.write(line + "\n")
    }
    if let notice = view.engine.pendingNotice {
      for line in notice.wrapped(toColumns: output.columns ?? .max) { output.write(line + "\n") }
    }
    for session in view.sessions {
      output.write("\n")
      write(session, to: &output)
    }
    if view.sessions.isEmpty { output.write("\nno session is running\n") }
    for (profile, start) in view.plannedStarts {
      output.write("◌ \(title(of: profile)) · \(planned(start, of: profile))\n")
    }
    for standing in view.engine.limitStandings(at: view.now) {
      let words = standing.words { self.words($0, for: standing.profile) }
      let line = "◔ \(title(of: standing.profile)) · \(standing.limit) · \(words)"
      for part in line.wrapped(toColumns: output.columns ?? .max) { output.write(part + "\n") }
    }
    let idle = view.engine.configuration.profiles.filter { view.engine.book[$0.id] == nil && !$0.windows.isEmpty }
    if !idle.isEmpty { output.write("\n") }
    for profile in idle { output.write("○ \(title(of: profile.reference)) · \(plan(of: profile))\n") }
  }

  /// The key of a profile, and its zone if that is another one than the heading's.
  private func title(of profile: ProfileReference) -> String {
    let zone = view.zone(of: profile).identifier
    return zone == view.engine.configuration.zone.rules.identifier ? "\(profile.key)" : "\(profile.key) · \(zone)"
  }

  /// Returns the instant, kind and length of a planned start in words.
  private func planned(_ start: PlannedStart, of profile: ProfileReference) -> String {
    let length = start.lengthSeconds.map { " for \(LengthWords.text(seconds: $0))" } ?? ""
    return "starts by hand \(words(start.instant, for: profile))\(length)"
  }

  private func write(_ session: Session, to output: inout TextOutput) {
    output.write("● \(title(of: session.profile)) · \(headline(of: session))\n")
    for (label, text) in lines(on: session) {
      output.write("  \(label.padded(to: Self.labelWidth))\(text)\n")
    }
  }

  private static let labelWidth = 9

  private func headline(of session: Session) -> String {
    guard let end = session.plannedEnd(at: view.present) else { return "until it is stopped" }
    let instant = view.present.instant(of: end)
    if let action = session.awaitedAction, session.holds.count == 1 {
      return "waits for '\(action) \(session.profile.key)' until \(words(instant, for: session))"
    }
    return "until \(words(instant, for: session)), \(view.distance(to: instant)) left"
  }

  private func lines(on session: Session) -> [(String, String)] {
    let start = view.engine.wallInstant(at: session.start, of: session.profile.id)
    var lines = [("since", "\(words(start, for: session)), \(view.distance(from: start)) ago")]
    lines += holdLines(of: session)
    if let text = breakText(session) { lines.append(("breaks", text)) }
    if let text = accessText(session) { lines.append(("access", text)) }
    if session.rules.lock != .none { lines.append(("lock", session.rules.lock.rawValue)) }
    lines.append(("session", session.id.description))
    return lines
  }

  /// Returns labeled lines for the holds of a session, the state of its shield, and its open targets.
  func holdLines(of session: Session) -> [(String, String)] {
    let holds = session.holds.enumerated().map { ($0.offset == 0 ? "held" : "", text(of: $0.element, session)) }
    let open = session.grants.map { ("open", text(of: $0, session)) }
    return holds + [("shield", shieldText(session))] + open
  }

  /// Returns the kind of a hold and its end in words.
  private func text(of hold: Hold, _ session: Session) -> String {
    let end = hold.plannedEnd.map { " until \(words(view.present.instant(of: $0), for: session))" } ?? ""
    switch hold.kind {
    case .schedule: return "by its window\(end)"
    case .manual: return "by hand\(end)"
    case .timer: return "by a timer\(end)"
    case .pomodoro(let pomodoro):
      return "by a pomodoro: " + phase(pomodoro, of: session) + deadlineText(pomodoro, of: session)
    }
  }

  private func phase(_ pomodoro: Pomodoro, of session: Session) -> String {
    let mode = pomodoro.mode.words
    let key = session.profile.key
    switch pomodoro.state {
    case .running:
      return "\(mode) until \(words(view.present.instant(of: .elapsed(pomodoro.deadline)), for: session))"
    case .paused:
      let left = LengthWords.text(seconds: (pomodoro.remaining ?? 0) / 1_000_000_000)
      return "\(mode), paused with \(left) left; 'schedctl resume \(key)' continues it"
    case .ready: return "'schedctl start \(key)' begins the \(mode)"
    case .completed:
      return "\(mode) is over; 'schedctl start \(key)' begins the \(pomodoro.waitingMode?.words ?? mode)"
    }
  }

  /// Returns when a pomodoro that does not run is over by itself, in words; empty for one that runs.
  private func deadlineText(_ pomodoro: Pomodoro, of session: Session) -> String {
    guard pomodoro.state != .running, let end = pomodoro.plannedEnd else { return "" }
    return "; without that it ends at \(words(view.present.instant(of: end), for: session))"
  }

  private func shieldText(_ session: Session) -> String {
    if let lift = session.lift, let end = session.liftEnd(at: view.present) {
      let kind = lift.kind == .break ? "a break" : "a pause"
      return "lifted by \(kind) until \(words(end, for: session)), \(view.distance(to: end)) left"
    }
    if !session.rules.isEnforced { return "not applied: the profile is disabled" }
    if session.rules.layer.blocksNothing { return "none: the profile blocks nothing" }
    guard session.isShielding else { return "not applied: the pomodoro is not in focus" }
    if view.engine.authorization != .approved { return "not applied: consent is missing" }
    if view.shield?.isBehind == true { return "to be applied: 'shield.json' is behind" }
    return view.enforcement.words(on: session.rules.layer)
  }

  private func breakText(_ session: Session) -> String? {
    guard let rules = session.rules.breaks, let left = session.breakSecondsLeft(at: view.present) else { return nil }
    let budget = "\(LengthWords.text(seconds: left)) of \(LengthWords.text(seconds: rules.budgetSeconds)) left"
    return budget + (rules.count.map { ", \(session.breaks.taken) of \($0) taken" } ?? "")
  }

  /// Returns an open target and its end in words.
  private func text(of grant: Grant, _ session: Session) -> String {
    let end = session.grantEnd(grant, at: view.present)
    return "'\(grant.target.text)' until \(words(end, for: session)), \(view.distance(to: end)) left"
  }

  private func accessText(_ session: Session) -> String? {
    guard let rules = session.rules.access, let left = session.accessesLeft(at: view.present) else { return nil }
    let refill = session.accessRefill(at: view.present).map { ", all again from \(words($0, for: session)) on" }
    return "\(left) of \(rules.count) left" + (refill ?? "")
  }

  /// Returns the next start of a profile by its windows in words.
  private func plan(of profile: Profile) -> String {
    guard profile.isEnabled else { return "disabled" }
    var text = ""
    if let interval = view.engine.unheldInterval(of: profile.id),
      let reason = view.engine.unheldReason(of: profile.id)
    {
      text = "\(reason.words(until: words(interval.end, for: profile.reference))); "
    }
    guard let next = view.engine.nextInterval(of: profile.id) else { return text + "no interval is coming" }
    let zone = view.zone(of: profile.reference)
    let start = ZonedText(next.start, in: zone)
    return text
      + "next \(words(next.start, for: profile.reference)) to \(ZonedText(next.end, in: zone).words(besides: start))"
  }

  private func words(_ instant: Instant, for session: Session) -> String { words(instant, for: session.profile) }

  private func words(_ instant: Instant, for profile: ProfileReference) -> String {
    view.words(instant, in: view.zone(of: profile))
  }
}

extension UnheldReason {
  /// Returns the state of an interval that contains now, with its end, in words.
  fileprivate func words(until end: String) -> String {
    switch self {
    case .stopped: "stopped until \(end)"
    case .skipped: "skipped until \(end)"
    case .replaced: "replaced until \(end)"
    case .removed: "left out until \(end), since it was removed while it ran"
    case .waiting: "waits for a locked session until \(end)"
    case .ended: "left out until \(end), since it has ended before"
    }
  }
}

extension StateView {
  /// Returns the heading: the files, the zone, the present and the state directory, then notes on consent, the last
  /// evaluation and the shield.
  func heading(columns: Int?) -> String {
    let zone = engine.configuration.zone
    let at = ZonedText(now.wall, in: zone.rules)
    let first = "\(update.title) · \(zone.title) · \(at.day) \(at.time) · state in \(instance.directory)"
    let lines = [first, engine.authorizationWords, staleness, shieldDelay].compactMap(\.self)
    return lines.flatMap {
      PrintableText.printable($0).wrapped(toColumns: columns ?? .max)
    }
    .joined(separator: "\n") + "\n"
  }

  /// The time of the last evaluation in words, with a note if more is due.
  var staleness: String {
    let doer = instance.holder?.isProcess ?? false ? "the daemon is about to do" : "'schedctl run --once' would do"
    guard let evaluatedAt else { return "never evaluated: shown is what \(doer), and nothing was written" }
    let last = "evaluated last at \(words(evaluatedAt, in: engine.configuration.zone.rules))"
    if due.isEmpty { return last }
    return last + "; more is due by now: shown is what \(doer), and nothing was written"
  }

  /// A note that the shield on disk differs from the one that the last evaluation required; nil if it does not.
  private var shieldDelay: String? {
    guard let shield, shield.isBehind else { return nil }
    let found = shield.generation.map { "still has generation \($0)" } ?? "is not there or cannot be read"
    return "the shield on disk is behind: 'shield.json' \(found); "
      + (instance.holder?.isProcess ?? false
        ? "the daemon writes it as soon as it can" : "'schedctl run --once' writes it")
  }

  /// Returns an instant in words by the clocks of a zone, with its day if that is another one than the heading's.
  func words(_ instant: Instant, in zone: ZoneRules) -> String {
    ZonedText(instant, in: zone).words(besides: ZonedText(now.wall, in: engine.configuration.zone.rules))
  }

  /// Returns the time until an instant in words.
  func distance(to instant: Instant) -> String { Self.words(seconds: now.seconds(until: instant)) }

  /// Returns the time since an instant in words.
  func distance(from instant: Instant) -> String { Self.words(seconds: now.wall.seconds(since: instant)) }

  /// Lengths of an hour or more are shown without seconds.
  private static func words(seconds: Int64) -> String {
    let seconds = max(0, seconds)
    return LengthWords.text(seconds: seconds < 3_600 ? seconds : seconds - seconds % 60)
  }
}
