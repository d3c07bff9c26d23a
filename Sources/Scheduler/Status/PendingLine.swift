import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerJSON

/// A change that waits, as `pending` lists it.
public struct PendingLine: Sendable {
  /// The key of the profile; empty for what the files say about everything at once.
  public let profile: String
  /// The key that it changes.
  public let key: String
  /// What is in force, and what will be; nil for nothing.
  public let old: String?
  /// What will be in force; nil for nothing.
  public let new: String?
  /// When the configuration was accepted that brought it.
  public let since: Instant
  /// Nil while a session without an end is waited for.
  public let until: Instant?
  /// The strict sessions that it waits for.
  public let sessions: [String]
  /// Where the configuration says it; nil where it says nothing any more.
  public let place: SourceLocation?

  /// A change, whose place is looked up in the files that are in force.
  public init(_ change: PendingChange, at present: Present, _ finder: inout SettingFinder) {
    profile = change.profile?.key.text ?? ""
    key = change.key
    (old, new) = change.texts
    since = change.since
    until = change.until(at: present)
    sessions = change.sessions.map(\.id.description)
    let table = change.newKey ?? change.profile?.key
    place = finder.place(of: key, in: table) ?? (table == nil ? nil : finder.place(of: "", in: table))
  }

  /// Writes it as an object, with times in a zone.
  public func write(to json: inout JSONWriter, in zone: ZoneRules) {
    json.object { json in
      json.member("profile", profile)
      json.member("key", key)
      json.member("old", orNull: old)
      json.member("new", orNull: new)
      json.member("since", since, in: zone)
      json.member("until", orNull: until, in: zone)
      json.member("sessions", sessions)
      json.member("file", orNull: place?.file)
      json.member("line", orNull: place?.line)
    }
  }
}

extension PendingChange {
  /// What is in force, and what will be.
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
