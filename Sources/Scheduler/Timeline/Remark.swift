import SchedulerCivilTime

/// A property of an interval that is not evident from its start and end.
public enum Remark: Hashable, Sendable, CustomStringConvertible {
  /// The interval touches a date that does not last 24 hours.
  case dayLength(CivilDate, seconds: Int64, isStartDate: Bool)
  /// The clocks jump over the civil time at which a window starts or ends.
  case moved(end: WindowEnd, from: CivilDateTime, to: CivilDateTime)
  /// Several windows form one interval.
  case merged(windowNames: [String])
  /// The interval is a part of a union longer than seven dates.
  case cutAtMonday
  /// A window of the profile would have started on these dates before the interval.
  case skipped([CivilDate])
  /// The interval starts late, because it waits until intervals of these profiles are over. Some may not be named.
  case waited(for: [ProfileKey])
  /// An interval of another profile ends it early; nil if that profile may not be named.
  case replaced(by: ProfileKey?)

  /// The start or the end of a window.
  public enum WindowEnd: String, Sendable {
    /// The start.
    case start
    /// The end.
    case end
  }

  /// A short text, such as `23 h day` or `merged: morning, late`.
  public var description: String {
    switch self {
    case .dayLength(let date, let seconds, let isStartDate):
      LengthWords.text(seconds: seconds) + " day" + (isStartDate ? "" : " on \(date)")
    case .moved(let end, let from, let to):
      // A gap may skip a whole date and keep the time.
      "\(end.rawValue) moved by a gap from "
        + (from.date == to.date ? "\(from.time) to \(to.time)" : "\(from) to \(to)")
    case .merged(let names): Self.mergedText(names)
    case .cutAtMonday: "cut at Monday"
    case .skipped(let dates): Self.skippedText(dates)
    case .waited(let keys): keys.isEmpty ? "starts late" : "waits for \(Self.listText(keys.map(\.text)))"
    case .replaced(let key): key.map { "replaced by \($0)" } ?? "replaced"
    }
  }

  /// Maximum number of dates that are listed. More are summarised as a number and a range.
  private static let listedDates = 3
  /// Maximum number of names that are listed. More are summarised as a number.
  private static let listedNames = 4

  private static func mergedText(_ names: [String]) -> String { "merged: " + listText(names) }

  private static func listText(_ names: [String]) -> String {
    let listed = names.prefix(listedNames).joined(separator: ", ")
    return names.count > listedNames ? "\(listed) and \(names.count - listedNames) more" : listed
  }

  private static func skippedText(_ dates: [CivilDate]) -> String {
    guard dates.count > listedDates, let first = dates.first, let last = dates.last else {
      return "skipped " + dates.map(\.description).joined(separator: ", ")
    }
    return "skipped \(dates.count) dates from \(first) to \(last)"
  }
}

/// Formats durations for display: `3 h 30 min`, `45 s`.
public enum LengthWords {
  /// Returns hours, minutes and seconds without those that are zero; zero is `0 s`. Hours may exceed 24, because days
  /// differ in length. A negative length begins with a minus sign: `-1 min`.
  public static func text(seconds: Int64) -> String { String(appending: { append(seconds: seconds, to: &$0) }) }

  /// Appends what `text(seconds:)` returns.
  public static func append(seconds: Int64, to bytes: inout [UInt8]) {
    if seconds < 0 { bytes.append(UInt8(ascii: "-")) }
    let (minutes, second) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
    let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    bytes.append(addingCapacity: maximumLength) { text in
      if hour != 0 { append(hour, unit: " h", to: &text) }
      if minute != 0 { append(minute, unit: " min", to: &text) }
      if second != 0 || seconds == 0 { append(second, unit: " s", to: &text) }
    }
  }

  /// Room for the longest text without its sign, in bytes; that text has 30.
  private static let maximumLength = 32

  private static func append(_ count: UInt64, unit: StaticString, to text: inout OutputSpan<UInt8>) {
    if !text.isEmpty { text.append(UInt8(ascii: " ")) }
    append(count, to: &text)
    unit.withUTF8Buffer { for byte in $0 { text.append(byte) } }
  }

  /// Appends a number in base 10.
  private static func append(_ number: UInt64, to text: inout OutputSpan<UInt8>) {
    if number >= 10 { append(number / 10, to: &text) }
    text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

/// The start or end of a window on a date on which the clocks jump over it.
struct GapMove: Hashable, Sendable {
  let end: Remark.WindowEnd
  /// The civil time of the window.
  let planned: CivilDateTime
  /// The civil time that the clocks show at the resulting instant.
  let actual: CivilDateTime
}

extension Window {
  /// Returns the starts and ends that the clocks jump over if the window starts on `date`.
  func gapMoves(on date: CivilDate, in zone: ZoneRules) -> [GapMove] {
    let midnight = Int64(date.epochDay) * 86_400
    let ends: [(Remark.WindowEnd, Int64)] = [
      (.start, midnight + Int64(start.secondsSinceMidnight)),
      (.end, midnight + Int64(endDayOffset) * 86_400 + Int64(end.secondsSinceMidnight)),
    ]
    return ends.compactMap { end, localSeconds in
      guard case .gap(let instant, _) = zone.resolve(localSeconds: localSeconds) else { return nil }
      guard let planned = CivilDateTime(localSeconds: localSeconds) else { return nil }
      return GapMove(end: end, planned: planned, actual: zone.civil(at: instant))
    }
  }
}
