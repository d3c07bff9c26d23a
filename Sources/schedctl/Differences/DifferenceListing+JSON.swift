import Scheduler
import SchedulerCivilTime
import SchedulerJSON

extension DifferenceListing {
  /// Writes each change as an object of one line.
  func writeJSON(to output: inout TextOutput) {
    for change in difference.settings { output.line("setting", of: nil, change.direction) { $0.members(of: change) } }
    for profile in difference.profiles {
      if let change = profile.presenceName {
        let direction = profile.presence == .kept ? .neutral : profile.direction
        output.line("profile", of: profile, direction) { $0.member("change", change) }
      }
      for group in profile.intervalGroups {
        output.line("intervals", of: profile, group.direction) { $0.members(of: group) }
      }
      for change in profile.targets {
        output.line("targets", of: profile, change.direction) { $0.members(of: change) }
      }
      for change in profile.settings {
        output.line("setting", of: profile, change.direction) { $0.members(of: change) }
      }
      if output.isBroken { return }
    }
  }
}

extension ProfileDifference {
  /// What became of the profile itself; nil for nothing.
  fileprivate var presenceName: String? {
    presence == .kept ? (isRenamed ? "renamed" : nil) : presence.rawValue
  }
}

extension TextOutput {
  /// Writes a change: its kind, its profile and what it does, then what `write` adds.
  fileprivate mutating func line(
    _ kind: String, of profile: ProfileDifference?, _ direction: ChangeDirection, _ write: (inout JSONWriter) -> Void
  ) {
    json.beginObject()
    json.member("difference", kind)
    if let profile {
      json.member("profile", profile.reference.key.text)
      json.member("id", profile.reference.id.description)
      if profile.isRenamed, let old = profile.old { json.member("oldProfile", old.key.text) }
    }
    json.member("direction", direction.rawValue)
    write(&json)
    json.endObject()
    endJSONLine()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: StaticString, _ text: String?) {
    self.key(key)
    if let text { string(text) } else { null() }
  }

  fileprivate mutating func member(_ key: StaticString, _ number: Int64) {
    self.key(key)
    integer(number)
  }

  fileprivate mutating func members(of change: SettingChange) {
    member("key", change.key)
    member("old", change.old)
    member("new", change.new)
  }

  fileprivate mutating func members(of change: TargetChange) {
    member("targets", change.kind.rawValue)
    member("change", change.effect.rawValue)
    key("names")
    strings(change.names)
  }

  fileprivate mutating func members(of group: IntervalChangeGroup) {
    member("change", group.kind.rawValue)
    member("on", group.pattern.description)
    key("old")
    span(group.old)
    key("new")
    span(group.new)
    if let warnings = group.warnings {
      key("oldWarnings")
      warningTimes(warnings.oldStart, warnings.oldEnd)
      key("newWarnings")
      warningTimes(warnings.newStart, warnings.newEnd)
    }
    member("seconds", group.seconds)
    key("dates")
    strings(group.changes.map(\.date.description))
  }

  private mutating func span(_ span: CivilSpan?) {
    guard let span else { return null() }
    beginObject()
    member("start", span.start.description)
    member("startDays", Int64(span.startDays))
    member("end", span.end.description)
    member("endDays", Int64(span.endDays))
    endObject()
  }

  /// Seconds before the start and before the end.
  private mutating func warningTimes(_ start: [Int64], _ end: [Int64]) {
    beginObject()
    for (name, times) in [("start", start), ("end", end)] {
      key(name)
      beginArray()
      for time in times { integer(time) }
      endArray()
    }
    endObject()
  }
}
