import SchedulerCivilTime
import SchedulerJSON

extension StatusAnswer {
  /// Writes the sessions and the other profiles as one object.
  ///
  /// - Parameter showsPassing: whether to include values that change from call to call without an event.
  public func write(to json: inout JSONWriter, showsPassing: Bool = true) {
    json.object { json in
      writeHead(to: &json, showsPassing: showsPassing)
      json.array("profiles", of: profiles) { Self.write($0, of: engine, to: &$1) }
    }
  }

  /// Writes the members of the object before its profiles.
  public func writeHead(to json: inout JSONWriter, showsPassing: Bool = true) {
    let zone = engine.configuration.zone.rules
    if showsPassing { json.member("at", value: now.wall, in: zone) }
    json.member("configuration", value: title)
    json.member("state", value: directory)
    if showsPassing {
      json.member("evaluatedAt", orNull: evaluatedAt, in: zone)
      json.member("due", value: dueCount)
    }
    json.member("fault", orNull: fault)
    json.authorization(of: engine)
    json.member("shield") { json in writeShield(to: &json, showsPassing) }
    json.object("enforcement") { enforcement.writeMembers(to: &$0) }
    json.array("sessions", of: sessions) { write($0, to: &$1, showsPassing: showsPassing) }
    json.array("planned", of: plannedStarts) { write($0.start, of: $0.profile, to: &$1) }
    json.array("limits", of: engine.limitStandings(at: now, for: viewer)) { standing, json in
      standing.write(to: &json, in: engine.zone(of: standing.profile), showsPassing: showsPassing)
    }
  }

  private func writeShield(to json: inout JSONWriter, _ showsGeneration: Bool) {
    guard let shield else { return json.null() }
    json.object { json in
      if showsGeneration { json.member("generation", orNull: shield.generation) }
      json.member("behind", value: shield.isBehind)
    }
  }

  private func write(_ start: PlannedStart, of profile: ProfileReference, to json: inout JSONWriter) {
    json.object { json in
      json.member("profile", value: profile.key.text)
      json.member("start", value: start.instant, in: engine.zone(of: profile))
      json.member("strategy", value: start.kind.rawValue)
      json.member("seconds", orNull: start.lengthSeconds)
    }
  }

  private func write(_ session: Session, to json: inout JSONWriter, showsPassing: Bool) {
    let zone = engine.zone(of: session.profile)
    json.object { json in
      json.member("session", value: session.id.description)
      json.member("profile", value: session.profile.key.text)
      json.member("start", value: session.start, in: zone)
      json.member("until", orNull: session.plannedEnd(at: present).map(present.instant), in: zone)
      json.member("shielding", value: engine.isShielding(session))
      json.member("lock", value: session.rules.lock.rawValue)
      json.array("holds", of: session.holds) { write($0, in: zone, to: &$1) }
      json.member("lift") { json in write(session.lift, until: session.liftEnd(at: present), in: zone, to: &json) }
      if showsPassing { json.member("breakSecondsLeft", orNull: session.breakSecondsLeft(at: present)) }
      json.member("accessesLeft", orNull: session.accessesLeft(at: present))
      json.member("accessRefill", orNull: session.accessRefill(at: present), in: zone)
      json.array("open", of: session.grants) { grant, json in
        json.writeOpen(grant.target.text, until: session.grantEnd(grant, at: present), in: zone)
      }
    }
  }

  private func write(_ hold: Hold, in zone: ZoneRules, to json: inout JSONWriter) {
    json.object { json in
      json.member("origin", value: hold.origin.rawValue)
      json.member("start", value: hold.start, in: zone)
      json.member("until", orNull: hold.plannedEnd.map(present.instant), in: zone)
      if let pomodoro = hold.pomodoro {
        json.member("mode", value: pomodoro.mode.rawValue)
        json.member("state", value: pomodoro.state.rawValue)
        let isRunning = pomodoro.state == .running
        let phaseEnd = isRunning ? present.instant(of: .elapsed(pomodoro.deadline)) : nil
        json.member("phaseEnd", orNull: phaseEnd, in: zone)
        json.member("waitsFor", orNull: pomodoro.awaitedAction)
        json.member("nextMode", orNull: pomodoro.waitingMode?.rawValue)
      }
    }
  }

  private func write(_ lift: Lift?, until end: Instant?, in zone: ZoneRules, to json: inout JSONWriter) {
    guard let lift else { return json.null() }
    json.object { json in
      json.member("kind", value: lift.kind.rawValue)
      json.member("until", orNull: end, in: zone)
    }
  }

  /// Writes a profile of an evaluated engine with its next interval.
  public static func write(_ profile: Profile, of engine: Engine, to json: inout JSONWriter) {
    let zone = engine.configuration.zone(of: profile).rules
    let next = engine.nextInterval(of: profile.id)
    json.object { json in
      json.member("profile", value: profile.key.text)
      json.member("enabled", value: profile.isEnabled)
      json.member("active", value: engine.book[profile.id] != nil)
      guard let next else { return json.member("next", value: JSONValue.null) }
      json.object("next") { json in
        json.member("start", value: next.start, in: zone)
        json.member("end", value: next.end, in: zone)
      }
    }
  }
}
