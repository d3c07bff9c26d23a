import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

extension TableSchema where Draft == ConfigurationDraft {
  /// A whole file.
  static var file: Self {
    TableSchema(
      "the configuration",
      [
        KeyRow("version", expecting: "1", "Version of the language", default: "1", shape: { .integer(1...1) }) {
          entry, draft, reading in
          guard draft.giveOnce(entry, &reading) else { return }
          if let version = ValueReader.integer.read(entry.value, &reading), version != 1 {
            reading.report(.unknownVersion(version, entry.value))
          }
        },
        KeyRow(
          "timezone", expecting: "a zone such as \"Europe/Berlin\"",
          "Zone of all windows: an IANA name, \"UTC\" or \"system\"", default: "\"system\"",
          shape: { .string(pattern: nil, example: "Europe/Berlin") }
        ) { entry, draft, reading in
          guard draft.giveOnce(entry, &reading) else { return }
          draft.zone = ValueReader<Located<String>>.located(.string).read(entry.value, &reading)
        },
        .namedTables("set", .set, "Named sets of targets") { $0.sets.add($1) },
        .namedTables("calendar", .calendar, "Dates that windows can skip, or happen on") { $0.calendars.add($1) },
        .namedTables("profile", .profile, "Profiles") { $0.profiles.add($1) },
        .mergedTable("emergency", .emergency, "How often anything may be stopped in an emergency") { draft, read in
          read(&draft.emergency)
        },
        .concatenated(
          "hook", .list("a list of hooks", of: .table("a hook", .hook)), "Programs that are run on events"
        ) { draft, read in read(&draft.hooks) },
        .mergedTable("daemon", .daemon, "How the daemon behaves") { draft, read in read(&draft.daemon) },
        .mergedTable("enforce", .enforcement, "How the shield is enforced") { draft, read in read(&draft.enforcement) },
      ]
    ) { draft, entry, reading in
      if draft.giveOnce(entry, &reading) { draft.extensions[entry.key.text] = entry.value }
    }
  }
}

extension ConfigurationDraft {
  /// Records that a top-level key is given. If another file has given it already, reports that and returns false.
  mutating func giveOnce(_ entry: Entry, in table: String = "", _ reading: inout Reading) -> Bool {
    let key = table + entry.key.text
    if let first = givenKeys[key] {
      reading.report(.givenTwice(entry.key, first: first))
      return false
    }
    givenKeys[key] = entry.key.span
    return true
  }
}

extension TableSchema where Draft == SetDraft {
  /// `[set.feeds]`
  static var set: Self {
    TableSchema(
      "a set",
      [
        KeyRow("apps", .list("a list of applications", of: .blockedApplication), "Applications", default: "[]") {
          $0.applications = $1
        },
        KeyRow("domains", .list("a list of domains", of: .domain), "Domains with their subdomains", default: "[]") {
          $0.domains = $1
        },
        KeyRow(
          "domains-file", .list("a list of paths of list files", of: .listPath),
          "Files of domains, one a line or in the format of /etc/hosts; relative to this file", default: "[]"
        ) { $0.listPaths = $1 },
      ])
  }
}

extension ValueReader where Output == Located<String> {
  /// The path of a list file.
  fileprivate static var listPath: Self {
    .located(.parsed("the path of a list file", pattern: "[^\\x00]+", example: "lists/feeds.txt", ListFilePath.checked))
  }
}

extension TableSchema where Draft == CalendarDraft {
  /// `[calendar.holidays]`
  static var calendar: Self {
    TableSchema(
      "a calendar",
      [
        KeyRow("dates", .list("a list of dates", of: .date), "Single dates", default: "[]") {
          $0.ranges += $1.map { DateRange(from: $0, to: $0) }
        },
        KeyRow(
          "ranges", .list("a list of ranges such as { from = 2026-12-24, to = 2027-01-02 }", of: .dateRange),
          "Ranges of dates, both ends included", default: "[]"
        ) { $0.ranges += $1 },
      ])
  }
}

extension ValueReader where Output == DateRange {
  fileprivate static var dateRange: Self {
    .table("a range such as { from = 2026-12-24, to = 2027-01-02 }", .dateRange)
  }
}

/// The ends of a range of dates while it is read.
struct DateRangeDraft: TableDraft {
  var from: Located<CivilDate>?
  var to: Located<CivilDate>?

  func finished(at span: SourceSpan, _ reading: inout Reading) -> DateRange? {
    guard let from, let to else { return nil }
    guard from.value <= to.value else {
      reading.report(.endsBeforeStart("to", to, "from", from))
      return nil
    }
    return DateRange(from: from.value, to: to.value)
  }
}

extension TableSchema where Draft == DateRangeDraft {
  /// `{ from = 2026-12-24, to = 2027-01-02 }`
  fileprivate static var dateRange: Self {
    TableSchema(
      "a range of dates",
      [
        KeyRow("from", .located(.date), "First date", required: "2026-12-24") { $0.from = $1 },
        KeyRow("to", .located(.date), "Last date", required: "2027-01-02") { $0.to = $1 },
      ])
  }
}
