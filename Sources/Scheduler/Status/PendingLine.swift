import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerJSON

/// A waiting change, in the form that `pending` lists.
public struct PendingLine: Sendable {
  /// The key of the profile; empty for a change of settings outside profiles.
  public let profile: String
  /// The key whose value changes.
  public let key: String
  /// The value in force, or nil for none.
  public let old: String?
  /// The value that will be in force, or nil for none.
  public let new: String?
  /// The time at which the configuration with the change was accepted.
  public let since: Instant
  /// The time until which the change waits; nil while it waits for a session or a limit without an end.
  public let until: Instant?
  /// The strict sessions for which the change waits.
  public let sessions: [String]
  /// The limits that were used up for which the change waits, in words, as far as the viewer may know of the use.
  public let limits: [String]
  /// The place of the setting in the configuration, or nil if it is not there any more.
  public let place: SourceLocation?

  /// Creates the line of a change for a viewer. Its place is looked up in the files that are in force.
  public init(
    _ change: PendingChange, at present: Present, using finder: inout SettingFinder, for viewer: Viewer = .everything
  ) {
    profile = change.profile?.key.text ?? ""
    key = change.key
    (old, new) = change.texts
    since = change.since
    until = change.until(at: present)
    sessions = change.sessions.map(\.id.description)
    limits = Set(change.limits.filter { viewer.seesUse(of: $0.user) }.map(\.limit)).sorted()
    let table = change.newKey ?? change.profile?.key
    place = finder.place(of: key, in: table) ?? (table == nil ? nil : finder.place(of: "", in: table))
  }

  /// Writes the line as an object, with times in a zone.
  public func write(to json: inout JSONWriter, in zone: ZoneRules) {
    json.object { json in
      json.member("profile", value: profile)
      json.member("key", value: key)
      json.member("old", orNull: old)
      json.member("new", orNull: new)
      json.member("since", value: since, in: zone)
      json.member("until", orNull: until, in: zone)
      json.member("sessions", value: sessions)
      json.member("file", orNull: place?.file)
      json.member("line", orNull: place?.line)
      json.member("limits", value: limits)
    }
  }
}

extension PendingChange {
  /// The value in force and the value that will be in force.
  fileprivate var texts: (old: String?, new: String?) {
    switch subject {
    case .setting(let change): return (change.old, change.new)
    case .intervals(let group): return (group.old?.description, group.new?.description)
    case .targets(let change):
      let names = change.names.isEmpty ? "all" : change.names.joined(separator: " ")
      let isGone = change.direction == .loosens && key == "block"
      return (isGone ? names : nil, isGone ? nil : names)
    case .profile: return (profile?.key.text, newKey?.text)
    }
  }
}
