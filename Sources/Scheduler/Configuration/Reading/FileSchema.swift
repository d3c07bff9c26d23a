import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

extension TableSchema where Draft == ConfigurationDraft {
  /// A whole file.
  static var file: Self {
    TableSchema(name: "the configuration") {
      KeyRow(
        key: "version", expectation: "1", summary: "Version of the language", defaultValue: "1",
        shape: { .integer(1...1) }
      ) { entry, draft, reading in
        guard draft.recordKey(entry, reading: &reading) else { return }
        if let version = ValueReader.integer.read(entry.value, &reading), version != 1 {
          reading.report(.unknownVersion(version, at: entry.value))
        }
      }
      KeyRow(
        key: "timezone", expectation: "a zone such as \"Europe/Berlin\"",
        summary: "Zone of all windows: an IANA name, \"UTC\" or \"system\"", defaultValue: "\"system\"",
        shape: { .string(pattern: nil, example: "Europe/Berlin") }
      ) { entry, draft, reading in
        guard draft.recordKey(entry, reading: &reading) else { return }
        draft.zone = ValueReader<Located<String>>.located(.string).read(entry.value, &reading)
      }
      KeyRow.namedTables("set", into: \.sets, schema: .set, summary: "Named sets of targets")
      KeyRow.namedTables(
        "calendar", into: \.calendars, schema: .calendar, summary: "Dates that windows can skip, or happen on")
      KeyRow.namedTables("profile", into: \.profiles, schema: .profile, summary: "Profiles")
      KeyRow.mergedTable(
        "emergency", into: \.emergency, schema: .emergency, summary: "How often anything may be stopped in an emergency"
      )
      KeyRow.namedTables("goal", into: \.goals, schema: .goal, summary: "What 'insights' compares with use and focus")
      KeyRow.concatenated(
        "hook", into: \.hooks, value: .list("a list of hooks", of: .table("a hook", schema: .hook)),
        summary: "Programs that are run on events")
      KeyRow.mergedTable("daemon", into: \.daemon, schema: .daemon, summary: "How the daemon behaves")
      KeyRow.mergedTable("enforce", into: \.enforcement, schema: .enforcement, summary: "How the shield is enforced")
    } keepExtension: { draft, entry, reading in
      if draft.recordKey(entry, reading: &reading) { draft.extensions[entry.key.text] = entry.value }
    }
  }
}

extension ConfigurationDraft {
  /// Records that a top-level key is given. If another file has given it already, reports that and returns false.
  mutating func recordKey(_ entry: Entry, in table: String = "", reading: inout Reading) -> Bool {
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
    TableSchema(name: "a set") {
      KeyRow(
        "apps", into: \.applications, value: .list("a list of applications", of: .blockedApplication),
        summary: "Applications", default: "[]")
      KeyRow(
        "domains", into: \.domains, value: .list("a list of domains", of: .domain),
        summary: "Domains with their subdomains", default: "[]")
      KeyRow(
        "domains-file", into: \.listPaths, value: .list("a list of paths of list files", of: .listPath),
        summary: "Files of domains, one a line or in the format of /etc/hosts; relative to this file", default: "[]")
    }
  }
}

extension ValueReader where Output == Located<String> {
  /// The path of a list file.
  fileprivate static var listPath: Self {
    .located(
      .parsed("the path of a list file", pattern: "[^\\x00]+", example: "lists/feeds.txt", parse: ListFilePath.checked))
  }
}

extension TableSchema where Draft == CalendarDraft {
  /// `[calendar.holidays]`
  static var calendar: Self {
    TableSchema(name: "a calendar") {
      KeyRow("dates", into: \.dates, value: .list("a list of dates", of: .date), summary: "Single dates", default: "[]")
      KeyRow(
        "ranges", into: \.ranges,
        value: .list("a list of ranges such as { from = 2026-12-24, to = 2027-01-02 }", of: .dateRange),
        summary: "Ranges of dates, both ends included", default: "[]")
    }
  }
}

extension ValueReader where Output == ClosedRange<CivilDate> {
  fileprivate static var dateRange: Self {
    .table("a range such as { from = 2026-12-24, to = 2027-01-02 }", schema: .dateRange)
  }
}

/// The ends of a range of dates while it is read.
struct DateRangeDraft: TableDraft {
  var from: Located<CivilDate>?
  var to: Located<CivilDate>?

  func finished(at span: SourceSpan, _ reading: inout Reading) -> ClosedRange<CivilDate>? {
    guard let from, let to else { return nil }
    guard from.value <= to.value else {
      reading.report(.endsBeforeStart(endKey: "to", end: to, startKey: "from", start: from))
      return nil
    }
    return from.value...to.value
  }
}

extension TableSchema where Draft == DateRangeDraft {
  /// `{ from = 2026-12-24, to = 2027-01-02 }`
  fileprivate static var dateRange: Self {
    TableSchema(name: "a range of dates") {
      KeyRow("from", into: \.from, value: .located(.date), summary: "First date", required: "2026-12-24")
      KeyRow("to", into: \.to, value: .located(.date), summary: "Last date", required: "2027-01-02")
    }
  }
}
