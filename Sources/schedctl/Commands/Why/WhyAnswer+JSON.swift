import CivilTime
import Diagnostics
import JSON
import Scheduler

extension WhyAnswer {
  /// Writes the answer as one JSON object.
  mutating func writeJSON(to output: inout TextOutput) {
    output.json.beginObject()
    output.json.key("target")
    output.json.string(question.target.text)
    output.json.key("kind")
    output.json.string(question.target.kind)
    output.json.key("at")
    output.json.instant(question.instant, in: zone.rules)
    output.json.key("atEpoch")
    output.json.integer(question.instant.epochSeconds)
    output.json.key("user")
    output.json.string(orNull: question.user?.name)
    output.json.key("groupsKnown")
    output.json.bool(question.user?.isComplete ?? true)
    output.json.key("blocked")
    output.json.bool(isBlocked)
    output.json.key("until")
    if let change = change { output.json.instant(change, in: zone.rules) } else { output.json.null() }
    output.json.key("untilEpoch")
    if let change = change { output.json.integer(change.epochSeconds) } else { output.json.null() }
    output.json.key("live")
    output.json.bool(live != nil || published != nil)
    output.json.key("uncounted")
    output.json.beginArray()
    for stance in uncounted { write(stance, to: &output.json) }
    output.json.endArray()
    output.json.key("profiles")
    output.json.beginArray()
    for stance in outlook.stances { write(stance, to: &output.json) }
    output.json.endArray()
    output.json.endSampleObject(loaded.isSample)
    output.endJSONLine()
  }

  private func write(_ stance: LiveVerdict.Stance, to json: inout JSONWriter) {
    json.beginObject()
    json.key("profile")
    json.string(stance.session.profile.key.text)
    json.key("session")
    json.string(stance.session.id.description)
    json.key("until")
    json.instant(orNull: stance.end, in: stance.view.zone(of: stance.session.profile))
    json.endObject()
  }

  private mutating func write(_ stance: TargetOutlook.Stance, to json: inout JSONWriter) {
    let layer = loaded.configuration.layer(of: stance.profile)
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
      live.stance(of: stance.profile.reference).map { live.view.isShielding($0.session) } ?? false
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
      write(window.source.map { location($0) }, to: &json)
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
