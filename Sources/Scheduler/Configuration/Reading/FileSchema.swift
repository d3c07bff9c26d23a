import CivilTime
import Diagnostics
import TOML

extension TableSchema where Draft == ConfigurationDraft {
  /// A whole file.
  static var file: Self {
    TableSchema(
      "the configuration",
      [
        KeyRow("version", expecting: "1", "Version of the language", default: "1") { entry, draft, reading in
          guard draft.giveOnce(entry, &reading) else { return }
          if let version = ValueReader.integer.read(entry.value, &reading), version != 1 {
            reading.report(.unknownVersion(version, entry.value))
          }
        },
        KeyRow(
          "timezone", expecting: "a zone such as \"Europe/Berlin\"",
          "Zone of all windows: an IANA name, \"UTC\" or \"system\"", default: "\"system\""
        ) { entry, draft, reading in
          guard draft.giveOnce(entry, &reading) else { return }
          draft.zone = ValueReader<Located<String>>.located(.string).read(entry.value, &reading)
        },
        .namedTables("set", .set, "Named sets of targets") { $0.sets.add($1) },
        .namedTables("calendar", .calendar, "Dates that windows can skip, or happen on") { $0.calendars.add($1) },
        .namedTables("profile", .profile, "Profiles") { $0.profiles.add($1) },
      ]
    ) { draft, entry, reading in
      if draft.giveOnce(entry, &reading) { draft.extensions[entry.key.text] = entry.value }
    }
  }
}

extension ConfigurationDraft {
  /// Notes that a key at the top was given; reports it and answers false when another file gave it before.
  mutating func giveOnce(_ entry: Entry, _ reading: inout Reading) -> Bool {
    let key = entry.key.text
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
      ])
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

/// The ends of a range of dates, while it is read.
private struct RangeDraft {
  var from: Located<CivilDate>?
  var to: Located<CivilDate>?
}

extension ValueReader where Output == DateRange {
  fileprivate static var dateRange: Self {
    let schema = TableSchema<RangeDraft>(
      "a range of dates",
      [
        KeyRow("from", .located(.date), "First date") { $0.from = $1 },
        KeyRow("to", .located(.date), "Last date") { $0.to = $1 },
      ])
    return ValueReader(expectation: "a range such as { from = 2026-12-24, to = 2027-01-02 }") { value, reading in
      var draft = RangeDraft()
      schema.read(value, into: &draft, &reading)
      for (key, example) in [("from", "2026-12-24"), ("to", "2027-01-02")] where value.table?.lacks(key) ?? false {
        reading.report(.requiredKey(key, example, in: "a range of dates", at: value.span))
      }
      guard let from = draft.from, let to = draft.to else { return nil }
      guard from.value <= to.value else {
        reading.report(.endsBeforeStart("to", to, "from", from))
        return nil
      }
      return DateRange(from: from.value, to: to.value)
    }
  }
}
