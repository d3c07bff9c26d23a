import SchedulerInstance

/// A waiting change as a line of a list.
struct PendingEntry {
  /// The reported values.
  let line: PendingLine
  /// The settings in force and to come, in words.
  let words: String
  /// Whether the sessions and limits end later than the cooldown.
  private let endsWithLocks: Bool
  /// The zone in which times are shown. It is the zone in force, even if a waiting edit changes it.
  let zone: ZoneRules

  /// Returns all waiting changes.
  static func all(in view: StateView) -> [PendingEntry] {
    var sources = SourceMap()
    for file in view.update.files { _ = sources.add(SourceText(name: file.name, file.text)) }
    var finder = SettingFinder(in: sources)
    let zone = view.engine.configuration.zone.rules
    return view.engine.pendingChanges.map { PendingEntry($0, at: view.present, in: zone, with: &finder) }
  }

  private init(_ change: PendingChange, at present: Present, in zone: ZoneRules, with finder: inout SettingFinder) {
    line = PendingLine(change, at: present, using: &finder)
    words = change.words
    endsWithLocks =
      !(change.sessions.isEmpty && change.limits.isEmpty) && line.until.map { change.cooldownEnd < $0 } ?? true
    self.zone = zone
  }

  /// Returns the end of the wait, for example `12:30` or `the session ends, at 12:30`.
  func untilText(in view: StateView) -> String {
    let time = line.until.map { view.words($0, in: zone) }
    if !endsWithLocks { return time ?? "" }
    let whose =
      switch line.sessions.count {
      case 0: ""
      case 1: "the session ends"
      default: "the sessions end"
      }
    let limits = line.limits.map { "the period of the used-up limit '\($0)' ends" }
    return ((whose.isEmpty ? [] : [whose]) + limits).joined(separator: " and ") + (time.map { ", at \($0)" } ?? "")
  }

  /// The file and the line, for example `config.toml:6`.
  var placeText: String { line.place.map { "\($0.file):\($0.line)" } ?? "" }
}

extension PendingChange {
  /// The settings in force and to come, in words.
  fileprivate var words: String {
    switch subject {
    case .setting(let change): DifferenceLine(change).words
    case .intervals(let group): DifferenceLine(group, in: zone).words
    case .targets(let change): DifferenceLine(change).words
    case .profile: newKey.map { "renamed to '\($0)'" } ?? "removed"
    }
  }
}

extension PendingEntry {
  /// The names of the columns, which are also the keys in JSON.
  static let columns = ["profile", "key", "old", "new", "since", "until", "sessions", "file", "line", "limits"]

  /// The cells in the order of the columns.
  var csv: String {
    [
      line.profile, line.key, line.old ?? "", line.new ?? "", line.since.rfc3339(in: zone),
      line.until?.rfc3339(in: zone) ?? "", line.sessions.joined(separator: " "), line.place?.file ?? "",
      line.place.map { "\($0.line)" } ?? "", line.limits.joined(separator: "; "),
    ].map(\.quotedForCSV).joined(separator: ",")
  }
}

extension String {
  /// The text as a cell of RFC 4180: quoted if it contains a comma, a quote or a line end.
  var quotedForCSV: String {
    guard utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return self }
    return "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
