import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

/// The content of the files key by key, before names are resolved and rules across keys are checked.
struct ConfigurationDraft {
  var zone: Located<String>?
  var sets = NamedDrafts<SetDraft>()
  var calendars = NamedDrafts<CalendarDraft>()
  var profiles = NamedDrafts<ProfileDraft>()
  var emergency = EmergencyRules()
  var goals = NamedDrafts<GoalDraft>()
  var hooks: [Hook] = []
  var daemon = DaemonDraft()
  var enforcement = EnforcementSettings()
  var extensions: [String: Value] = [:]
  /// The names of the list files that were read.
  var listFiles: [String] = []
  /// The places of single values at the top of the files.
  var givenKeys: [String: SourceSpan] = [:]
}

/// A draft of a named table such as `[set.feeds]`.
protocol NamedDraft {
  /// The name and the place where the table is opened.
  var name: Located<String> { get }

  init(named name: Located<String>)
}

/// Drafts in the order of the files, indexed by name.
struct NamedDrafts<Draft: NamedDraft> {
  private(set) var drafts: [Draft] = []
  private var positions: [String: Int] = [:]

  subscript(name: String) -> Draft? { positions[name].map { drafts[$0] } }

  /// Reserves memory for `count` more drafts if that more than doubles their number. Otherwise `append` grows the array,
  /// so that each of many small files does not copy all drafts.
  mutating func reserveCapacity(forMore count: Int) {
    if count > drafts.count { drafts.reserveCapacity(drafts.count + count) }
  }

  /// Adds a draft. If one with that name exists, adds nothing and returns the place where it is opened.
  mutating func add(_ draft: consuming Draft) -> SourceSpan? {
    if let position = positions[draft.name.value] { return drafts[position].name.span }
    positions[draft.name.value] = drafts.count
    drafts.append(draft)
    return nil
  }

  /// Changes each draft in place. The names must not change.
  mutating func modifyEach(_ change: (inout Draft) -> Void) {
    for index in drafts.indices { change(&drafts[index]) }
  }
}

struct SetDraft: NamedDraft {
  var name: Located<String>
  var applications: [Located<ApplicationName>] = []
  var domains: [Located<DomainName>] = []
  /// The paths of its list files, as written.
  var listPaths: [Located<String>] = []
  /// The domains of its list files.
  var listedDomains: [DomainName] = []

  init(named name: Located<String>) { self.name = name }
}

struct CalendarDraft: NamedDraft {
  var name: Located<String>
  var dates: [CivilDate] = []
  var ranges: [ClosedRange<CivilDate>] = []

  init(named name: Located<String>) { self.name = name }
}

struct DaemonDraft {
  var settings = DaemonSettings()
  var group: Located<String>?
}

struct WindowDraft {
  var span: SourceSpan
  var name: String?
  var days: Located<WeekdaySet>?
  var on: Located<[DateReference]>?
  var start: Located<WeekdayTime>?
  var end: Located<WeekdayTime>?
  var warnings: [Located<Int64>] = []
  var skip: [DateReference] = []
  var every: Located<Int64>?
  var from: Located<CivilDate>?
  var until: Located<CivilDate>?
}

/// A date, or the name of a calendar.
enum DateReference {
  case date(Located<CivilDate>)
  case calendar(Located<String>)
}

extension Window {
  /// Maximum of `every`: 28 years in weeks, the period in which starts are searched for.
  static let everyWeeksLimit: Int64 = 28 * 365 / 7

  /// Creates the window of a draft. Returns nil after reporting errors. A window without a name is named after its
  /// position, from 1. A window without `on` also skips the dates `profileSkip`.
  init?(
    _ draft: WindowDraft, place: Int, skip profileSkip: DateSet, calendars: [String: DateSet], reading: inout Reading
  ) {
    let errorsBefore = reading.diagnostics.errorCount
    draft.reportConflicts(&reading)
    let skip = reading.dates(draft.skip, calendars: calendars)
    let on = draft.on.map { reading.dates($0.value, calendars: calendars) }
    guard let start = draft.start, let end = draft.end, reading.diagnostics.errorCount == errorsBefore else {
      return nil
    }
    if let first = start.value.weekday, let last = end.value.weekday {
      self.init(from: first, start: start.value.time, to: last, end: end.value.time)
    } else {
      let days = on.map(Days.dates) ?? .weekdays(draft.days?.value ?? .daily)
      self.init(days: days, start: start.value.time, end: end.value.time)
    }
    source = draft.span
    name = draft.name ?? "window-\(place)"
    everyWeeks = Int(draft.every?.value ?? 1)
    from = draft.from?.value
    until = draft.until?.value
    self.skip = draft.on != nil || profileSkip.isEmpty ? skip : profileSkip.union(skip)
    warningSeconds = Set(draft.warnings.map(\.value)).sorted(by: >)
  }
}

extension WindowDraft {
  /// Reports keys that contradict each other or have invalid values.
  fileprivate func reportConflicts(_ reading: inout Reading) {
    reportEnds(&reading)
    reportDates(&reading)
    for warning in warnings where warning.value == 0 { reading.report(.warningOfNothing(warning)) }
  }

  private func reportEnds(_ reading: inout Reading) {
    guard let start, let end else { return }
    if start.value.time == .endOfDay { reading.report(.startAtEndOfDay(start)) }
    switch (start.value.weekday, end.value.weekday) {
    case (nil, nil): break
    case (nil, _?): reading.report(.oneWeekday(end, other: start))
    case (_?, nil): reading.report(.oneWeekday(start, other: end))
    case (_?, _?):
      guard let days else { return }
      reading.report(.daysBesideWeekdays(days.span, start: start))
    }
  }

  private func reportDates(_ reading: inout Reading) {
    if let on {
      let others: [(String, SourceSpan?)] = [
        ("days", days?.span), ("every", every?.span), ("from", from?.span), ("until", until?.span),
      ]
      for case (let key, let span?) in others {
        let help = "'on' lists the dates itself; use 'skip' to leave some out"
        reading.report(.conflict(key, at: span, with: "on", otherSpan: on.span, help: help))
      }
      if let start, start.value.weekday != nil { reading.report(.weekdaysBesideOn(start, on: on.span)) }
    }
    if let every {
      if !(1...Window.everyWeeksLimit).contains(every.value) {
        reading.report(.everyOutOfRange(every))
      } else if from == nil, on == nil {
        reading.report(.everyWithoutFrom(every))
      }
    }
    if let from, let until, until.value < from.value {
      reading.report(.endsBeforeStart(endKey: "until", end: until, startKey: "from", start: from))
    }
  }
}

extension Reading {
  /// Returns the dates that a list of dates and calendars denotes. Reports unknown calendars.
  mutating func dates(_ references: [DateReference], calendars: [String: DateSet]) -> DateSet {
    var ranges: [ClosedRange<CivilDate>] = []
    for reference in references {
      switch reference {
      case .date(let date): ranges.append(date.value...date.value)
      case .calendar(let name):
        if let calendar = calendars[name.value] {
          ranges += calendar.ranges
        } else {
          reportError(.unknownCalendar(name, known: calendars.keys.sorted()))
        }
      }
    }
    return ranges.isEmpty ? .empty : DateSet(ranges: ranges)
  }
}
