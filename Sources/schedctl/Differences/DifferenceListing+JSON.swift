import Scheduler
import SchedulerJSON

extension DifferenceListing {
  /// Writes each change as an object of one line.
  func writeJSON(to output: inout TextOutput) {
    for change in difference.settings {
      output.line("setting", of: nil, direction: change.direction) { $0.members(of: change) }
    }
    for profile in difference.profiles {
      if let change = profile.presenceName {
        let direction = profile.presence == .kept ? .neutral : profile.direction
        output.line("profile", of: profile, direction: direction) { $0.member("change", value: change) }
      }
      for group in profile.intervalGroups {
        output.line("intervals", of: profile, direction: group.direction) { $0.members(of: group) }
      }
      for change in profile.targets {
        output.line("targets", of: profile, direction: change.direction) { $0.members(of: change) }
      }
      for change in profile.settings {
        output.line("setting", of: profile, direction: change.direction) { $0.members(of: change) }
      }
      if output.isBroken { return }
    }
  }
}

extension ProfileDifference {
  /// The change of the profile itself: `added`, `removed`, `renamed`; else nil.
  fileprivate var presenceName: String? {
    presence == .kept ? (isRenamed ? "renamed" : nil) : presence.rawValue
  }
}

extension TextOutput {
  /// Writes a change: its kind, its profile, its direction and the members that `write` adds.
  fileprivate mutating func line(
    _ kind: String, of profile: ProfileDifference?, direction: ChangeDirection, write: (inout JSONWriter) -> Void
  ) {
    jsonLine { json in
      json.member("difference", value: kind)
      if let profile {
        json.member("profile", value: profile.reference.key.text)
        json.member("id", value: profile.reference.id.description)
        if profile.isRenamed { json.member("oldProfile", ifPresent: profile.old?.key.text) }
      }
      json.member("direction", value: direction.rawValue)
      write(&json)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of change: SettingChange) {
    member("key", value: change.key)
    member("old", orNull: change.old)
    member("new", orNull: change.new)
  }

  fileprivate mutating func members(of change: TargetChange) {
    member("targets", value: change.kind.rawValue)
    member("change", value: change.effect.rawValue)
    member("names", value: change.names)
  }

  fileprivate mutating func members(of group: IntervalChangeGroup) {
    member("change", value: group.kind.rawValue)
    member("on", value: group.pattern.description)
    span("old", as: group.old)
    span("new", as: group.new)
    if let warnings = group.warnings {
      warningTimes("oldWarnings", beforeStart: warnings.oldStart, beforeEnd: warnings.oldEnd)
      warningTimes("newWarnings", beforeStart: warnings.newStart, beforeEnd: warnings.newEnd)
    }
    if !group.remarks.isEmpty { member("remarks", value: group.remarks.map(\.description)) }
    member("seconds", value: group.seconds)
    member("dates", value: group.changes.map(\.date.description))
  }

  private mutating func span(_ key: StaticString, as span: CivilSpan?) {
    guard let span else { return member(key, value: JSONValue.null) }
    object(key) { json in
      json.member("start", value: span.start.description)
      json.member("startDays", value: span.startDays)
      json.member("end", value: span.end.description)
      json.member("endDays", value: span.endDays)
    }
  }

  /// Writes the seconds before the start and before the end.
  private mutating func warningTimes(_ key: StaticString, beforeStart start: [Int64], beforeEnd end: [Int64]) {
    object(key) { json in
      json.member("start", value: start)
      json.member("end", value: end)
    }
  }
}
