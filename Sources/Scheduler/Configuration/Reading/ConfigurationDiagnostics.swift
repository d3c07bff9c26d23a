import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

extension DiagnosticCode {
  static let unknownKey = DiagnosticCode("unknown-key")
  static let requiredKey = DiagnosticCode("required-key")
  static let missingAdapter = DiagnosticCode("missing-adapter")
  static let wrongType = DiagnosticCode("wrong-type")
  static let unknownVersion = DiagnosticCode("unknown-version")
  static let definedTwice = DiagnosticCode("defined-twice")
  static let invalidName = DiagnosticCode("invalid-name")
  static let invalidUUID = DiagnosticCode("invalid-uuid")
  static let duplicateID = DiagnosticCode("duplicate-id")
  static let invalidColor = DiagnosticCode("invalid-color")
  static let invalidDuration = DiagnosticCode("invalid-duration")
  static let invalidTime = DiagnosticCode("invalid-time")
  static let invalidWindow = DiagnosticCode("invalid-window")
  static let unknownWeekday = DiagnosticCode("unknown-weekday")
  static let dateOutOfRange = DiagnosticCode("date-out-of-range")
  static let conflictingKeys = DiagnosticCode("conflicting-keys")
  static let reversedRange = DiagnosticCode("reversed-range")
  static let invalidEvery = DiagnosticCode("invalid-every")
  static let tooMany = DiagnosticCode("too-many")
  static let unknownZone = DiagnosticCode("unknown-zone")
  static let unusableZone = DiagnosticCode("unusable-zone")
  static let unknownSet = DiagnosticCode("unknown-set")
  static let unknownCalendar = DiagnosticCode("unknown-calendar")
  static let unknownCategory = DiagnosticCode("unknown-category")
  static let invalidDomain = DiagnosticCode("invalid-domain")
  static let invalidURL = DiagnosticCode("invalid-url")
  static let invalidApplication = DiagnosticCode("invalid-app")
  static let relativePath = DiagnosticCode("relative-path")
  static let neverShielded = DiagnosticCode("never-shielded")
}

extension Diagnostic {
  private static func error(
    _ code: DiagnosticCode, message: String, at span: SourceSpan, label: String = "",
    also: [DiagnosticLabel] = [], help: [String] = []
  ) -> Diagnostic {
    Diagnostic(.error, code: code, message: message, at: span, label: label, secondary: also, help: help)
  }

  static func unknownKey(_ key: Key, in table: String, known: [String]) -> Diagnostic {
    error(
      .unknownKey, message: "unknown key '\(key.text)' in \(table)", at: key.span,
      help: NearestName.help(
        for: key.text, among: known, otherwise: "known keys: \(known.sorted().joined(separator: ", "))"))
  }

  static func requiredKey(_ key: String, example: String, in table: String, at span: SourceSpan) -> Diagnostic {
    error(.requiredKey, message: "\(table) has no '\(key)'", at: span, help: ["add one: \(key) = \(example)"])
  }

  /// Returns the warning about an adapter that is valid, but that this version does not have.
  static func missingAdapter(_ adapter: EnforcementSettings.Adapter, at value: Value) -> Diagnostic {
    let included = EnforcementSettings.Adapter.allCases.filter(\.isIncluded).map(\.rawValue)
    return Diagnostic(
      .warning, code: .missingAdapter, message: "this version has no adapter '\(adapter.rawValue)'", at: value.span,
      label: "it enforces nothing", help: ["adapters of this version: \(included.joined(separator: ", "))"])
  }

  static func wrongType(_ value: Value, expected: String, help: [String] = []) -> Diagnostic {
    error(.wrongType, message: "expected \(expected), found \(value.kind.noun)", at: value.span, help: help)
  }

  static func notAList(_ value: Value, expected: String) -> Diagnostic {
    let help =
      value.kind == .table
      ? ["write its header in double brackets: [[…]]"] : value.string.map { ["put it in brackets: [\"\($0)\"]"] } ?? []
    return error(.wrongType, message: "expected \(expected), found \(value.kind.noun)", at: value.span, help: help)
  }

  static func notADate(_ value: Value) -> Diagnostic {
    let looksLikeDate = value.string.map { $0.utf8.count == 10 && CivilDate(parsing: $0) != nil } ?? false
    return error(
      .wrongType, message: "expected a date such as 2026-12-25, found \(value.kind.noun)", at: value.span,
      help: looksLikeDate ? ["write it without quotes: \(value.string ?? "")"] : [])
  }

  static func dateOutOfRange(_ value: Value) -> Diagnostic {
    error(.dateOutOfRange, message: "dates go from 0001-01-01 to 9999-12-31", at: value.span)
  }

  static func fractionalTime(_ value: Value) -> Diagnostic {
    error(.invalidTime, message: "windows start and end on whole seconds", at: value.span)
  }

  static func emptyDays(_ value: Value, of subject: String) -> Diagnostic {
    error(
      .unknownWeekday, message: "an empty list of days", at: value.span,
      help: ["leave 'days' out for every day, or remove the \(subject)"])
  }

  static func tooManyWindows(_ value: Value, count: Int) -> Diagnostic {
    error(
      .tooMany, message: "a profile has at most \(ConfigurationLimits.windowsPerProfile) windows, found \(count)",
      at: value.span
    )
  }

  /// Returns the error about too many profiles. `first` is the first one past the limit.
  static func tooManyProfiles(_ count: Int, first: Located<String>) -> Diagnostic {
    error(
      .tooMany, message: "a configuration has at most \(ConfigurationLimits.profiles) profiles, found \(count)",
      at: first.span)
  }

  static func tooManyURLs(_ urls: [Located<SitePath>]) -> Diagnostic {
    let limit = ConfigurationLimits.urlsPerProfile
    return error(.tooMany, message: "a profile has at most \(limit) urls, found \(urls.count)", at: urls[limit].span)
  }

  static func tooManyDomains(_ count: Int) -> Diagnostic {
    Diagnostic(
      .error, code: .tooMany,
      message: "a configuration has at most \(ConfigurationLimits.domains) domains, found \(count)", at: nil)
  }

  static func unknownVersion(_ version: Int64, at value: Value) -> Diagnostic {
    error(
      .unknownVersion, message: "version \(version) of the configuration language is not known to this program",
      at: value.span,
      help: ["this program knows version 1"])
  }

  static func definedTwice(_ kind: String, name: Located<String>, first: SourceSpan) -> Diagnostic {
    error(
      .definedTwice, message: "\(kind) '\(name.value)' is defined in two files", at: name.span,
      also: [DiagnosticLabel(first, message: "first defined here")])
  }

  static func givenTwice(_ key: Key, first: SourceSpan) -> Diagnostic {
    error(
      .definedTwice, message: "'\(key.text)' is given in two files", at: key.span,
      also: [DiagnosticLabel(first, message: "first given here")])
  }

  static func invalidName(_ kind: String, name: Located<String>) -> Diagnostic {
    let mended = String(name.value.lowercased().map { $0 == " " ? "-" : $0 }.filter { ProfileKey.isValid(String($0)) })
    return error(
      .invalidName, message: "'\(name.value)' cannot be the name of a \(kind)", at: name.span,
      label: "only a-z, 0-9, - and _ are allowed", help: mended.isEmpty ? [] : ["write [\(kind).\(mended)]"])
  }

  static func duplicateID(_ id: ProfileID, profile: Located<String>, first: Located<String>) -> Diagnostic {
    error(
      .duplicateID, message: "profiles '\(first.value)' and '\(profile.value)' have the same id \(id)",
      at: profile.span,
      also: [DiagnosticLabel(first.span, message: "first used here")],
      help: ["remove one 'id' line: without it an id is derived from the profile's key"])
  }

  static func idOfBuiltIn(_ profile: Located<String>, builtIn: ProfileKey) -> Diagnostic {
    error(
      .duplicateID, message: "profile '\(profile.value)' has the id of the built-in profile '\(builtIn)'",
      at: profile.span,
      help: ["remove the 'id' line: without it an id is derived from the profile's key"])
  }

  static func endsBeforeStart(
    endKey: String, end: Located<CivilDate>, startKey: String, start: Located<CivilDate>
  ) -> Diagnostic {
    error(
      .reversedRange, message: "'\(endKey)' is before '\(startKey)'", at: end.span,
      also: [DiagnosticLabel(start.span, message: "'\(startKey)' is here")])
  }

  static func conflict(_ key: String, at span: SourceSpan, with other: String, otherSpan: SourceSpan, help: String)
    -> Diagnostic
  {
    error(
      .conflictingKeys, message: "'\(key)' cannot be combined with '\(other)'", at: span,
      also: [DiagnosticLabel(otherSpan, message: "'\(other)' is here")], help: [help])
  }

  static func daysBesideWeekdays(_ days: SourceSpan, start: Located<WeekdayTime>) -> Diagnostic {
    error(
      .conflictingKeys, message: "'days' cannot be combined with ends that name weekdays", at: days,
      also: [DiagnosticLabel(start.span, message: "this one does")],
      help: ["leave 'days' out, or the weekdays of both ends"])
  }

  static func weekdaysBesideOn(_ start: Located<WeekdayTime>, on: SourceSpan) -> Diagnostic {
    error(
      .conflictingKeys, message: "ends that name weekdays cannot be combined with 'on'", at: start.span,
      also: [DiagnosticLabel(on, message: "'on' is here")], help: ["leave the weekdays out: 'on' lists the dates"])
  }

  static func oneWeekday(_ end: Located<WeekdayTime>, other: Located<WeekdayTime>) -> Diagnostic {
    error(
      .conflictingKeys, message: "one end of the window names a weekday and the other does not", at: other.span,
      also: [DiagnosticLabel(end.span, message: "this one does")],
      help: ["name the weekday at both ends, or at neither and use 'days'"])
  }

  static func startAtEndOfDay(_ start: Located<WeekdayTime>) -> Diagnostic {
    error(
      .invalidTime, message: "a window cannot start at 24:00", at: start.span,
      help: ["start it at 00:00 of the next day"])
  }

  static func everyWithoutFrom(_ every: Located<Int64>) -> Diagnostic {
    error(
      .invalidEvery, message: "'every' needs 'from', the date that its weeks are counted from", at: every.span,
      help: ["add 'from = 2026-09-05', for instance"])
  }

  static func everyOutOfRange(_ every: Located<Int64>) -> Diagnostic {
    error(
      .invalidEvery, message: "'every' is a number of weeks from 1 to \(Window.everyWeeksLimit), found \(every.value)",
      at: every.span)
  }

  static func warningOfNothing(_ warning: Located<Int64>) -> Diagnostic {
    error(.invalidDuration, message: "a warning comes at least 1 s ahead", at: warning.span)
  }

  static func unknownSet(_ name: Located<String>, known: [String]) -> Diagnostic {
    if name.value.contains("."), DomainText.isDomain(name.value) {
      return error(
        .unknownSet, message: "there is no set '\(name.value)': it is a domain", at: name.span,
        help: ["domains have a key of their own: domains = [\"\(name.value)\"]"])
    }
    return unknownReference(.unknownSet, kind: "set", name: name, known: known)
  }

  static func unknownCalendar(_ name: Located<String>, known: [String]) -> Diagnostic {
    if CivilDate(parsing: name.value) != nil {
      return error(
        .unknownCalendar, message: "there is no calendar '\(name.value)'", at: name.span,
        help: ["dates are written without quotes: \(name.value)"])
    }
    return unknownReference(.unknownCalendar, kind: "calendar", name: name, known: known)
  }

  private static func unknownReference(
    _ code: DiagnosticCode, kind: String, name: Located<String>, known: [String]
  ) -> Diagnostic {
    error(
      code, message: "there is no \(kind) '\(name.value)'", at: name.span,
      help: NearestName.help(for: name.value, among: known, otherwise: "define it: [\(kind).\(name.value)]"))
  }
}

extension TextProblem {
  static func unknownCategory(_ text: String) -> TextProblem {
    TextProblem(
      code: .unknownCategory, range: 0..<text.utf8.count, message: "there is no category '\(text)'",
      help: NearestName.help(
        for: text, among: ApplicationCategory.registeredNames.sorted(),
        otherwise: "categories are those of freedesktop.org menus, such as Game or Network"))
  }
}

extension Value.Kind {
  /// The name of a value of this kind, with an article.
  var noun: String {
    switch self {
    case .string: "a string"
    case .integer: "a whole number"
    case .float: "a floating-point number"
    case .boolean: "a boolean"
    case .offsetDateTime, .localDateTime: "a date with a time"
    case .localDate: "a date"
    case .localTime: "a time"
    case .array: "a list"
    case .table: "a table"
    }
  }
}
