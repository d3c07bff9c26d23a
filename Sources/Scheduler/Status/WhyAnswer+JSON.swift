import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerJSON

extension WhyAnswer {
  /// Writes the members of the object that `why --json` prints.
  public mutating func writeMembers(to json: inout JSONWriter) {
    writeHead(to: &json)
    json.array("profiles") { json in writeStances(outlook.stances.indices, to: &json) }
  }

  /// Writes the members before `profiles`.
  public func writeHead(to json: inout JSONWriter) {
    json.member("target", value: request.target.text)
    json.member("kind", value: request.target.kind)
    json.member("at", value: outlook.instant, in: zone.rules)
    json.member("atEpoch", value: outlook.instant.epochSeconds)
    json.member("user", orNull: request.user?.name)
    json.member("groupsKnown", value: request.user?.isComplete ?? true)
    json.member("blocked", value: isBlocked)
    json.member("until", orNull: change, in: zone.rules)
    json.member("untilEpoch", orNull: change?.epochSeconds)
    json.member("live", value: live != nil || published != nil)
    json.array("uncounted", of: uncounted) { write($0, to: &$1) }
    json.array("limits", of: limits) { $0.write(to: &$1, in: zone.rules, showsPassing: true) }
  }

  /// Writes some elements of `profiles`, given by the positions of their stances in the outlook.
  public mutating func writeStances(_ positions: Range<Int>, to json: inout JSONWriter) {
    for position in positions { write(outlook.stances[position], to: &json) }
  }

  private func write(_ stance: LiveVerdict.Stance, to json: inout JSONWriter) {
    json.object { json in
      json.member("profile", value: stance.session.profile.key.text)
      json.member("session", value: stance.session.id.description)
      json.member("until", orNull: stance.end, in: zone(ofSession: stance))
    }
  }

  /// Returns the zone of a session's profile, by the rules under which the session runs.
  private func zone(ofSession stance: LiveVerdict.Stance) -> ZoneRules {
    if case .windows(let beside?) = basis { beside.engine.zone(of: stance.session.profile) } else { zone.rules }
  }

  private mutating func write(_ stance: TargetOutlook.Stance, to json: inout JSONWriter) {
    let layer = configuration.layer(of: stance.profile)
    json.object { json in
      json.member("profile", value: stance.profile.key.text)
      json.member("blocks", value: stance.decision.isBlocked)
      json.member("enabled", value: stance.profile.isEnabled)
      json.member("holds", value: holds(stance))
      let openUntil = live?.stance(of: stance.profile.reference)?.openUntil
      json.member("openUntil", orNull: openUntil, in: zone(of: stance.profile))
      json.member("coversUser", orNull: stance.mayCoverUser ? nil : stance.coversUser)
      json.member("users", value: layer.users)
      json.member("groups", value: layer.groups)
      json.member("by") { json in writeEntry(of: stance, to: &json) }
      json.member("interval") { json in writeInterval(of: stance, to: &json) }
      json.member("lifts") { json in writeLifts(of: stance.profile, to: &json) }
      json.member("exception") { json in
        guard stance.decision.isBlocked, let exception = exception(of: stance) else { return json.null() }
        write(exception, to: &json)
      }
    }
  }

  /// Writes the configured ways to end or interrupt the shield of a profile.
  private func writeLifts(of profile: Profile, to json: inout JSONWriter) {
    json.object { json in
      json.member("lock", value: profile.lock.rawValue)
      json.member("breakSeconds", orNull: profile.breaks?.lengthSeconds)
      json.member("pauseSeconds", orNull: profile.pause?.lengthSeconds)
      json.member("accessSeconds", orNull: profile.access?.lengthSeconds)
      json.member("unlockKeys", value: profile.unlockKeys.map(\.name))
    }
  }

  private func write(_ exception: (key: String, name: String), to json: inout JSONWriter) {
    json.object { json in
      json.member("key", value: exception.key)
      json.member("name", value: exception.name)
    }
  }

  /// Returns whether the shield of a profile is applied or, by its windows, would be applied.
  private func holds(_ stance: TargetOutlook.Stance) -> Bool {
    switch basis {
    case .windows: stance.holds
    case .sessions(let live):
      live.stance(of: stance.profile.reference)?.isShielding ?? false
    case .shield(let published): published.applies(stance.profile.id)
    }
  }

  private mutating func writeEntry(of stance: TargetOutlook.Stance, to json: inout JSONWriter) {
    let origin = origin(of: stance)
    let location = origin?.location
    let (kind, name) = stance.decision.ground.words
    json.object { json in
      json.member("kind", value: kind)
      json.member("name", orNull: name)
      json.member("set", orNull: origin?.setName)
      write(location, to: &json)
    }
  }

  /// Writes the members of a place; null without one.
  private func write(_ location: SourceLocation?, to json: inout JSONWriter) {
    json.member("file", orNull: location?.file)
    json.member("line", orNull: location?.line)
    json.member("column", orNull: location?.column)
  }

  private mutating func writeInterval(of stance: TargetOutlook.Stance, to json: inout JSONWriter) {
    guard let interval = stance.interval else { return json.null() }
    let rules = zone(of: stance.profile)
    json.object { json in
      json.member("start", value: interval.start, in: rules)
      json.member("end", value: interval.end, in: rules)
      json.member("startEpoch", value: interval.start.epochSeconds)
      json.member("endEpoch", value: interval.end.epochSeconds)
      json.member("windows", value: windows(of: stance).map(\.name))
      if !stance.remarks.isEmpty { json.member("remarks", value: stance.remarks.map(\.description)) }
      json.array("windowPlaces", of: windows(of: stance)) { window, json in
        json.object { json in write(window.source.flatMap { location($0) }, to: &json) }
      }
    }
  }
}

extension Decision.Ground {
  /// The kind of entry that decides, and its name if it has one.
  fileprivate var words: (kind: String, name: String?) {
    switch self {
    case .domain(let name): ("domain", name.text)
    case .page(let url): ("url", url.text)
    case .application(let name): ("application", name.text)
    case .category(let category): ("category", category.name)
    case .unlisted: ("all", nil)
    case .exempt(let exemption): (exemption.rawValue, nil)
    }
  }
}
