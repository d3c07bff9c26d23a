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
      output.write(PrintableText.printable("● \(session.profile) · \(text(of: session))") + "\n")
    }
  }

  /// Writes the sessions as one JSON object.
  func writeJSON(to output: inout TextOutput) {
    output.jsonLine { json in
      json.member("at", value: now, in: zone)
      json.member("state", value: instance.directory)
      json.member("published", value: published.content)
    }
  }

  private func text(of session: BarSession) -> String {
    if let end = session.lift?.end { return "\(session.mode.displayName), lifted until \(words(end))" }
    guard let end = session.end, end > now else { return "\(session.mode.displayName), \(session.state.rawValue)" }
    return "\(session.mode.displayName) until \(words(end)), \(LengthWords.text(seconds: end.seconds(since: now))) left"
  }

  private func words(_ instant: Instant) -> String {
    ZonedText(instant, in: zone).words(besides: ZonedText(now, in: zone))
  }
}

extension Console {
  /// Returns the published status of a state that this user may not read.
  ///
  /// Throws `refusal` if there is none.
  func publishedStatus(_ instance: Instance, after refusal: CommandFailure) throws(CommandFailure) -> PublishedStatus {
    guard refusal.code == .refused, let published = instance.publishedState() else { throw refusal }
    let moment = try moment()
    do throws(ZoneError) {
      return PublishedStatus(published: published, instance: instance, moment: moment, zone: try zones.systemRules())
    } catch {
      return PublishedStatus(published: published, instance: instance, moment: moment, zone: .utc)
    }
  }
}
