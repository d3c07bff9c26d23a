import CivilTime
import Diagnostics
import Scheduler

/// A change that waits, as a line of a list.
struct PendingEntry {
  /// The key of the profile; empty for what the files say about everything at once.
  let profile: String
  let key: String
  /// What is in force, and what will be; nil for nothing.
  let old: String?
  let new: String?
  /// Both in words.
  let words: String
  let since: Instant
  /// Nil while a session without an end is waited for.
  let until: Instant?
  let sessions: [String]
  /// Whether the sessions end later than the cooldown.
  private let endsWithSessions: Bool
  /// Where the configuration says it; nil where it says nothing any more.
  let place: SourceLocation?
  /// In which zone its times are shown: the one that is in force, whatever an edit that waits says.
  let zone: ZoneRules

  /// All changes that wait.
  static func all(in view: StateView) -> [PendingEntry] {
    var sources = SourceMap()
    for file in view.inForce.files { _ = sources.add(SourceText(name: file.name, file.text)) }
    var finder = SettingFinder(in: sources)
    let zone = view.engine.configuration.zone.rules
    return view.engine.pendingChanges.map { PendingEntry($0, at: view.present, in: zone, &finder) }
  }

  private init(_ change: PendingChange, at present: Present, in zone: ZoneRules, _ finder: inout SettingFinder) {
    profile = change.profile?.key.text ?? ""
    key = change.key
    (old, new, words) = change.texts
    since = change.since
    until = change.until(at: present)
    endsWithSessions = !change.sessions.isEmpty && until.map { change.cooldownEnd < $0 } ?? true
    sessions = change.sessions.map(\.id.description)
    self.zone = zone
    let table = change.newKey ?? change.profile?.key
    place = finder.place(of: key, in: table) ?? (table == nil ? nil : finder.place(of: "", in: table))
  }

  /// `12:30`, or `the session ends, at 12:30`.
  func untilText(in view: StateView) -> String {
    let time = until.map { view.words($0, in: zone) }
    if !endsWithSessions { return time ?? "" }
    let whose = sessions.count == 1 ? "the session ends" : "the sessions end"
    return whose + (time.map { ", at \($0)" } ?? "")
  }

  /// `config.toml:6`
  var placeText: String { place.map { "\($0.file):\($0.line)" } ?? "" }
}

extension PendingChange {
  /// What is in force, what will be, and both in words.
  fileprivate var texts: (old: String?, new: String?, words: String) {
    switch subject {
    case .setting(let change): return (change.old, change.new, DifferenceLine(change).words)
    case .intervals(let group):
      let line = DifferenceLine(group, in: zone)
      return (group.old?.description, group.new?.description, line.words)
    case .targets(let change):
      let names = change.names.isEmpty ? "all" : change.names.joined(separator: " ")
      let isGone = change.direction == .loosens && key == "block"
      return (isGone ? names : nil, isGone ? nil : names, DifferenceLine(change).words)
    case .profile:
      let words = newKey.map { "renamed to '\($0)'" } ?? "removed"
      return (profile?.key.text, newKey?.text, words)
    }
  }
}

extension PendingEntry {
  /// The names of the columns, which are also the keys of JSON.
  static let columns = ["profile", "key", "old", "new", "since", "until", "sessions", "file", "line"]

  /// The cells in the order of the columns.
  var csv: String {
    [
      profile, key, old ?? "", new ?? "", since.rfc3339(in: zone), until?.rfc3339(in: zone) ?? "",
      sessions.joined(separator: " "), place?.file ?? "", place.map { "\($0.line)" } ?? "",
    ].map(\.quotedForCSV).joined(separator: ",")
  }

  /// Writes it as a line of JSON.
  func writeJSON(to output: inout TextOutput) {
    output.json.beginObject()
    output.json.key("profile")
    output.json.string(profile)
    output.json.key("key")
    output.json.string(key)
    output.json.key("old")
    output.json.string(orNull: old)
    output.json.key("new")
    output.json.string(orNull: new)
    output.json.key("since")
    output.json.instant(since, in: zone)
    output.json.key("until")
    output.json.instant(orNull: until, in: zone)
    output.json.key("sessions")
    output.json.strings(sessions)
    output.json.key("file")
    output.json.string(orNull: place?.file)
    output.json.key("line")
    if let place { output.json.integer(place.line) } else { output.json.null() }
    output.json.endObject()
    output.endJSONLine()
  }
}

extension String {
  /// A cell of RFC 4180: in quotes where it has a comma, a quote or a line end in it.
  fileprivate var quotedForCSV: String {
    guard utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return self }
    return "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
