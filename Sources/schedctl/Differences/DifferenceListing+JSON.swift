import Scheduler
import SchedulerCivilTime
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
        output.line("profile", of: profile, direction: direction) { $0.member("change", change) }
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
      json.member("difference", kind)
      if let profile {
        json.member("profile", profile.reference.key.text)
        json.member("id", profile.reference.id.description)
        if profile.isRenamed { json.member("oldProfile", ifPresent: profile.old?.key.text) }
      }
      json.member("direction", direction.rawValue)
      write(&json)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func members(of change: SettingChange) {
    member("key", change.key)
    member("old", orNull: change.old)
    member("new", orNull: change.new)
  }

  fileprivate mutating func members(of change: TargetChange) {
    member("targets", change.kind.rawValue)
    member("change", change.effect.rawValue)
    member("names", change.names)
  }

  fileprivate mutating func members(of group: IntervalChangeGroup) {
    member("change", group.kind.rawValue)
    member("on", group.pattern.description)
    span("old", as: group.old)
    span("new", as: group.new)
    if let warnings = group.warnings {
      warningTimes("oldWarnings", beforeStart: warnings.oldStart, beforeEnd: warnings.oldEnd)
      warningTimes("newWarnings", beforeStart: warnings.newStart, beforeEnd: warnings.newEnd)
    }
    member("seconds", group.seconds)
    member("dates", group.changes.map(\.date.description))
  }

  private mutating func span(_ key: StaticString, as span: CivilSpan?) {
    guard let span else { return member(key, JSONValue.null) }
    object(key) { json in
      json.member("start", span.start.description)
      json.member("startDays", span.startDays)
      json.member("end", span.end.description)
      json.member("endDays", span.endDays)
    }
  }

  /// Writes the seconds before the start and before the end.
  private mutating func warningTimes(_ key: StaticString, beforeStart start: [Int64], beforeEnd end: [Int64]) {
    object(key) { json in
      json.member("start", start)
      json.member("end", end)
    }
  }
}
