import SchedulerCivilTime
import SchedulerJSON

extension StatusAnswer {
  /// Writes the sessions and the other profiles as one object.
  ///
  /// - Parameter showsPassing: whether what differs from look to look is part of it although nothing happened.
  public func write(to json: inout JSONWriter, showsPassing: Bool = true) {
    let zone = engine.configuration.zone.rules
    json.beginObject()
    if showsPassing {
      json.key("at")
      json.instant(now.wall, in: zone)
    }
    json.key("configuration")
    json.string(title)
    json.key("state")
    json.string(directory)
    if showsPassing {
      json.key("evaluatedAt")
      json.instant(orNull: evaluatedAt, in: zone)
      json.key("due")
      json.integer(dueCount)
    }
    json.key("fault")
    json.string(orNull: fault)
    json.authorization(of: engine)
    json.key("shield")
    writeShield(to: &json, showsPassing)
    json.key("sessions")
    json.beginArray()
    for session in sessions { write(session, to: &json, showsPassing) }
    json.endArray()
    json.key("planned")
    json.beginArray()
    for (profile, start) in plannedStarts { write(start, of: profile, to: &json) }
    json.endArray()
    json.key("profiles")
    json.beginArray()
    for profile in profiles { write(profile, to: &json) }
    json.endArray()
    json.endObject()
  }

  private func writeShield(to json: inout JSONWriter, _ showsGeneration: Bool) {
    guard let shield else { return json.null() }
    json.beginObject()
    if showsGeneration {
      json.key("generation")
      if let generation = shield.generation { json.integer(generation) } else { json.null() }
    }
    json.key("behind")
    json.bool(shield.isBehind)
    json.endObject()
  }

  private func write(_ start: PlannedStart, of profile: ProfileReference, to json: inout JSONWriter) {
    json.beginObject()
    json.key("profile")
    json.string(profile.key.text)
    json.key("start")
    json.instant(start.instant, in: engine.zone(of: profile))
    json.key("strategy")
    json.string(start.kind.rawValue)
    json.key("seconds")
    if let seconds = start.lengthSeconds { json.integer(seconds) } else { json.null() }
    json.endObject()
  }

  private func write(_ session: Session, to json: inout JSONWriter, _ showsPassing: Bool) {
    let zone = engine.zone(of: session.profile)
    json.beginObject()
    json.key("session")
    json.string(session.id.description)
    json.key("profile")
    json.string(session.profile.key.text)
    json.key("start")
    json.instant(session.start, in: zone)
    json.key("until")
    json.instant(orNull: session.plannedEnd(at: present).map(present.instant), in: zone)
    json.key("shielding")
    json.bool(engine.isShielding(session))
    json.key("lock")
    json.string(session.rules.lock.rawValue)
    json.key("holds")
    json.beginArray()
    for hold in session.holds { write(hold, zone, to: &json) }
    json.endArray()
    json.key("lift")
    write(session.lift, until: session.liftEnd(at: present), zone, to: &json)
    if showsPassing {
      json.key("breakSecondsLeft")
      json.integer(orNull: session.breakSecondsLeft(at: present))
    }
    json.key("accessesLeft")
    json.integer(orNull: session.accessesLeft(at: present))
    json.key("accessRefill")
    json.instant(orNull: session.accessRefill(at: present), in: zone)
    json.key("open")
    json.beginArray()
    for grant in session.grants {
      json.writeOpen(grant.target.text, until: session.grantEnd(grant, at: present), in: zone)
    }
    json.endArray()
    json.endObject()
  }

  private func write(_ hold: Hold, _ zone: ZoneRules, to json: inout JSONWriter) {
    json.beginObject()
    json.key("origin")
    json.string(hold.origin.rawValue)
    json.key("start")
    json.instant(hold.start, in: zone)
    json.key("until")
    json.instant(orNull: hold.plannedEnd.map(present.instant), in: zone)
    if let pomodoro = hold.pomodoro {
      json.key("mode")
      json.string(pomodoro.mode.rawValue)
      json.key("state")
      json.string(pomodoro.state.rawValue)
      json.key("phaseEnd")
      let isRunning = pomodoro.state == .running
      json.instant(orNull: isRunning ? present.instant(of: .elapsed(pomodoro.deadline)) : nil, in: zone)
    }
    json.endObject()
  }

  private func write(_ lift: Lift?, until end: Instant?, _ zone: ZoneRules, to json: inout JSONWriter) {
    guard let lift else { return json.null() }
    json.beginObject()
    json.key("kind")
    json.string(lift.kind.rawValue)
    json.key("until")
    json.instant(orNull: end, in: zone)
    json.endObject()
  }

  private func write(_ profile: Profile, to json: inout JSONWriter) {
    let zone = engine.configuration.zone(of: profile).rules
    let next = engine.nextInterval(of: profile.id)
    json.beginObject()
    json.key("profile")
    json.string(profile.key.text)
    json.key("enabled")
    json.bool(profile.isEnabled)
    json.key("active")
    json.bool(engine.book[profile.id] != nil)
    json.key("next")
    if let next {
      json.beginObject()
      json.key("start")
      json.instant(next.start, in: zone)
      json.key("end")
      json.instant(next.end, in: zone)
      json.endObject()
    } else {
      json.null()
    }
    json.endObject()
  }
}
