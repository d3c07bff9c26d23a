import SchedulerInstance

/// The output of `status` for users who may not read the state.
struct PublishedStatus {
  let published: PublishedState
  let instance: Instance
  let moment: Moment
  /// The rules of the zone in which times are shown.
  let zone: ZoneRules

  /// The present.
  var now: Instant { moment.wall }

  /// Writes the sessions as text.
  func writeText(to output: inout TextOutput) {
    let at = ZonedText(now, in: zone)
    let isDue = published.staleDates.contains { $0 <= now }
    let heading =
      [
        "\(published.path) · \(zone.identifier) · \(at.day) \(at.time) · state in \(instance.directory)",
        "you may not read the state: shown is what was published at \(words(published.writtenAt))"
          + (isDue ? "; more is due by now" : ""),
        (instance.isCurrent(published) ? EnforcementStatus(adapters: published.live.adapters) : EnforcementStatus())
          .headline,
      ] + (published.isAuthorized ? [] : ["nothing is shielded: consent is missing"])
    for line in heading.flatMap({ PrintableText.printable($0).wrapped(toColumns: output.columns ?? .max) }) {
      output.write(line + "\n")
    }
    let sessions = bar.sessions
    output.write(sessions.isEmpty ? "\nno session is running\n" : "\n")
    for session in sessions {
      output.write(PrintableText.printable("● \(title(of: session)) · \(text(of: session))") + "\n")
    }
    for limit in published.live.limits where limit.isBlocking && limit.user == ownName {
      let own = limit.zone.map { instance.zone(published: $0) } ?? zone
      let end = limit.until.map { " until \(words($0, in: own))" } ?? ""
      output.write(
        PrintableText.printable("◔ \(limit.profile) · \(limit.limit) · \(limit.user): used up\(end)") + "\n")
    }
  }

  /// The name of the user who asks.
  private var ownName: String? {
    instance.host.accounts.userName(of: instance.host.environment.effectiveUserID)
  }

  /// Writes the sessions as one JSON object.
  func writeJSON(to output: inout TextOutput) {
    output.jsonLine { json in
      json.member("at", value: now, in: zone)
      json.member("state", value: instance.directory)
      json.member("published", value: published.content)
    }
  }

  /// The key of the profile of a session, and its zone if that is another one than the heading's.
  private func title(of session: BarSession) -> String {
    let own = zone(of: session).identifier
    return own == zone.identifier ? "\(session.profile)" : "\(session.profile) · \(own)"
  }

  private func text(of session: BarSession) -> String {
    let own = zone(of: session)
    if let end = session.lift?.end { return "\(session.mode.displayName), lifted until \(words(end, in: own))" }
    guard let end = session.end, end > now else { return "\(session.mode.displayName), \(session.state.rawValue)" }
    let left = LengthWords.text(seconds: end.seconds(since: now))
    return "\(session.mode.displayName) until \(words(end, in: own)), \(left) left"
  }

  /// The zone of the profile of a session.
  private func zone(of session: BarSession) -> ZoneRules {
    let identifier = published.live.sessions.first { $0.id == session.id }?.zone
    return identifier.map { instance.zone(published: $0) } ?? zone
  }

  /// Returns an instant in words by the clocks of a zone, with its day if that is another one than the heading's.
  private func words(_ instant: Instant, in zone: ZoneRules? = nil) -> String {
    ZonedText(instant, in: zone ?? self.zone).words(besides: ZonedText(now, in: self.zone))
  }
}

extension Console {
  /// Returns the published status of a state that this user may not read.
  ///
  /// Throws `refusal` if there is none.
  func publishedStatus(_ instance: Instance, after refusal: CommandFailure) throws(CommandFailure) -> PublishedStatus {
    guard refusal.code == .refused, let published = instance.publishedState() else { throw refusal }
    let zone = instance.zone(published: published.live.zone)
    return PublishedStatus(published: published, instance: instance, moment: try moment(), zone: zone)
  }
}
