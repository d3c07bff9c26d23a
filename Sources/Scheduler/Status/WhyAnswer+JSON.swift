import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerJSON

extension WhyAnswer {
  /// Writes the members of the object that `why --json` prints.
  public mutating func writeMembers(to json: inout JSONWriter) {
    json.key("target")
    json.string(request.target.text)
    json.key("kind")
    json.string(request.target.kind)
    json.key("at")
    json.instant(outlook.instant, in: zone.rules)
    json.key("atEpoch")
    json.integer(outlook.instant.epochSeconds)
    json.key("user")
    json.string(orNull: request.user?.name)
    json.key("groupsKnown")
    json.bool(request.user?.isComplete ?? true)
    json.key("blocked")
    json.bool(isBlocked)
    json.key("until")
    json.instant(orNull: change, in: zone.rules)
    json.key("untilEpoch")
    json.integer(orNull: change?.epochSeconds)
    json.key("live")
    json.bool(live != nil || published != nil)
    json.key("uncounted")
    json.beginArray()
    for stance in uncounted { write(stance, to: &json) }
    json.endArray()
    json.key("profiles")
    json.beginArray()
    for stance in outlook.stances { write(stance, to: &json) }
    json.endArray()
  }

  private func write(_ stance: LiveVerdict.Stance, to json: inout JSONWriter) {
    json.beginObject()
    json.key("profile")
    json.string(stance.session.profile.key.text)
    json.key("session")
    json.string(stance.session.id.description)
    json.key("until")
    json.instant(orNull: stance.end, in: zone(ofSession: stance))
    json.endObject()
  }

  /// The zone of a session's profile, by the rules under which it runs.
  private func zone(ofSession stance: LiveVerdict.Stance) -> ZoneRules {
    if case .windows(let beside?) = basis { beside.engine.zone(of: stance.session.profile) } else { zone.rules }
  }

  private mutating func write(_ stance: TargetOutlook.Stance, to json: inout JSONWriter) {
    let layer = configuration.layer(of: stance.profile)
    json.beginObject()
    json.key("profile")
    json.string(stance.profile.key.text)
    json.key("blocks")
    json.bool(stance.decision.isBlocked)
    json.key("enabled")
    json.bool(stance.profile.isEnabled)
    json.key("holds")
    json.bool(holds(stance))
    json.key("openUntil")
    let openUntil = live?.stance(of: stance.profile.reference)?.openUntil
    json.instant(orNull: openUntil, in: zone(of: stance.profile))
    json.key("coversUser")
    if stance.mayCoverUser { json.null() } else { json.bool(stance.coversUser) }
    json.key("users")
    json.strings(layer.users)
    json.key("groups")
    json.strings(layer.groups)
    json.key("by")
    writeEntry(of: stance, to: &json)
    json.key("interval")
    writeInterval(of: stance, to: &json)
    json.key("lifts")
    writeLifts(of: stance.profile, to: &json)
    json.key("exception")
    if stance.decision.isBlocked { write(exception(of: stance), to: &json) } else { json.null() }
    json.endObject()
  }

  /// What ends or interrupts the shield of a profile, as configured.
  private func writeLifts(of profile: Profile, to json: inout JSONWriter) {
    json.beginObject()
    json.key("lock")
    json.string(profile.lock.rawValue)
    json.key("breakSeconds")
    json.integer(orNull: profile.breaks?.lengthSeconds)
    json.key("pauseSeconds")
    json.integer(orNull: profile.pause?.lengthSeconds)
    json.key("accessSeconds")
    json.integer(orNull: profile.access?.lengthSeconds)
    json.key("unlockKeys")
    json.strings(profile.unlockKeys.map(\.name))
    json.endObject()
  }

  private func write(_ exception: (key: String, name: String), to json: inout JSONWriter) {
    json.beginObject()
    json.key("key")
    json.string(exception.key)
    json.key("name")
    json.string(exception.name)
    json.endObject()
  }

  /// Whether the shield of a profile is applied, or would be by its windows.
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
    json.beginObject()
    json.key("kind")
    json.string(kind)
    json.key("name")
    json.string(orNull: name)
    json.key("set")
    json.string(orNull: origin?.setName)
    write(location, to: &json)
    json.endObject()
  }

  /// The keys of a place, null without one.
  private func write(_ location: SourceLocation?, to json: inout JSONWriter) {
    json.key("file")
    json.string(orNull: location?.file)
    json.key("line")
    if let location { json.integer(location.line) } else { json.null() }
    json.key("column")
    if let location { json.integer(location.column) } else { json.null() }
  }

  private mutating func writeInterval(of stance: TargetOutlook.Stance, to json: inout JSONWriter) {
    guard let interval = stance.interval else { return json.null() }
    let rules = zone(of: stance.profile)
    json.beginObject()
    json.key("start")
    json.instant(interval.start, in: rules)
    json.key("end")
    json.instant(interval.end, in: rules)
    json.key("startEpoch")
    json.integer(interval.start.epochSeconds)
    json.key("endEpoch")
    json.integer(interval.end.epochSeconds)
    json.key("windows")
    json.strings(windows(of: stance).map(\.name))
    json.key("windowPlaces")
    json.beginArray()
    for window in windows(of: stance) {
      json.beginObject()
      write(window.source.flatMap { location($0) }, to: &json)
      json.endObject()
    }
    json.endArray()
    json.endObject()
  }
}

extension Decision.Ground {
  /// What decides, and its name where it has one.
  fileprivate var words: (kind: String, name: String?) {
    switch self {
    case .domain(let name): ("domain", name.text)
    case .application(let name): ("application", name.text)
    case .category(let category): ("category", category.name)
    case .unlisted: ("all", nil)
    case .exempt(let exemption): (exemption.rawValue, nil)
    }
  }
}
