import DeviceActivity
import Foundation
import SchedulerCivilTime
import ScreenTimeTesting

/// Something that was done on a device. Its text is English of a fixed form; docs/conformance.md lists the forms.
enum ConformanceStep: Sendable {
  case monitor(MonitorStep)
  case resolve(start: DateComponents, end: DateComponents)
  /// Stops activities; all without a name.
  case stop([String])
  case advance(String)
  case wait(seconds: Int64)
  case pickUp, putDown, reboot, revoke
  case travel(String)
  case setClock(String)
  case use(String, seconds: Int64)
  case open(String)
  case shield(Shielded, by: ProcessKind)
  case clearStore(by: ProcessKind)
  case press(answer: String)
  /// Lets the monitor stop an activity whenever a method is called.
  case stopWhen(MonitorCallback.Kind, activity: String)

  /// What a step shields.
  enum Shielded: Sendable {
    case application(String)
    case category(String)
    case everything
  }

  /// Reads a step; nil if the text has no known form.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    switch (words.first ?? "", words.dropFirst().joined(separator: " ")) {
    case ("monitor", let rest): self.init(MonitorStep(rest).map { .monitor($0) })
    case ("resolve", let rest):
      self.init(MonitorStep.ends(rest).map { .resolve(start: $0.start, end: $0.end) })
    case ("stop", "everything"): self = .stop([])
    case ("stop", let rest) where !rest.isEmpty: self = .stop(Array(words.dropFirst()))
    case ("advance", let rest) where rest.hasPrefix("to "): self.init(Self.time(rest.dropFirst(3)).map { .advance($0) })
    case ("wait", let rest): self.init(Self.seconds(rest).map { .wait(seconds: $0) })
    case ("pick", "up"): self = .pickUp
    case ("put", "down"): self = .putDown
    case ("reboot", ""): self = .reboot
    case ("revoke", ""): self = .revoke
    case ("travel", let rest) where rest.hasPrefix("to "):
      let zone = String(rest.dropFirst(3))
      self.init(TimeZone(identifier: zone).map { _ in .travel(zone) })
    case ("set", let rest) where rest.hasPrefix("the clock to "):
      self.init(Self.time(rest.dropFirst(13)).map { .setClock($0) })
    case ("open", let rest) where words.count == 2: self = .open(rest)
    case ("use", _) where words.count == 5 && words[2] == "for":
      self.init(Self.seconds(words.dropFirst(3).joined(separator: " ")).map { .use(words[1], seconds: $0) })
    case ("press", let rest) where rest.hasPrefix("a button that answers ") && words.count == 6:
      self.init(Self.answers.contains(words[5]) ? .press(answer: words[5]) : nil)
    case ("shield", _), ("clear", _): self.init(settingsStep: words)
    case ("when", _) where words.count == 5 && words[2] == "comes" && words[3] == "stop":
      self.init(MonitorCallback.Kind(rawValue: words[1]).map { .stopWhen($0, activity: words[4]) })
    default: return nil
    }
  }

  private init?(_ step: ConformanceStep?) {
    guard let step else { return nil }
    self = step
  }

  /// Reads `shield X` and `clear the store`, which may end with `in the monitor`.
  private init?(settingsStep words: [String]) {
    let isMonitor = words.suffix(3).joined(separator: " ") == "in the monitor"
    let process = isMonitor ? ProcessKind.monitor : .app
    let rest = isMonitor ? Array(words.dropLast(3)) : words
    switch (rest[0], rest.dropFirst().joined(separator: " ")) {
    case ("clear", "the store"): self = .clearStore(by: process)
    case ("shield", "everything"): self = .shield(.everything, by: process)
    case ("shield", let category) where category.hasPrefix("category ") && rest.count == 3:
      self = .shield(.category(rest[2]), by: process)
    case ("shield", let application) where rest.count == 2: self = .shield(.application(application), by: process)
    default: return nil
    }
  }

  /// What a shield action can answer.
  private static let answers: Set<String> = ["close", "defer", "none", "openParentalControlsApp"]

  /// Whether a text is a date and a time.
  static func isDateAndTime(_ text: String) -> Bool { CivilDateTime(parsing: text) != nil && text.contains(" ") }

  private static func time(_ text: some StringProtocol) -> String? {
    let text = String(text)
    return isDateAndTime(text) || TimeOfDay(parsing: text) != nil ? text : nil
  }

  /// Reads an amount of time, such as `43 s`, `5 min`, `2 h` or `3 days`.
  static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ").map(String.init)
    let units: [String: Int64] = ["s": 1, "min": 60, "h": 3_600, "day": 86_400, "days": 86_400]
    guard words.count == 2, let count = Int64(words[0]), count > 0, count < 100_000, let unit = units[words[1]] else {
      return nil
    }
    return count * unit
  }
}

/// The registration of an activity: `day 09:00 to 17:00, once, warning 5 min, event limit 30 min of com.example.video`.
struct MonitorStep: Sendable {
  let name: String
  let start: DateComponents
  let end: DateComponents
  var repeats = true
  var warningSeconds: Int64?
  var event: (name: String, seconds: Int64, item: String?)?
  var includesPast = false

  init?(_ text: String) {
    var clauses = text.components(separatedBy: ", ")
    let words = clauses.removeFirst().split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2, let ends = Self.ends(words[1]) else { return nil }
    (name, start, end) = (words[0], ends.start, ends.end)
    for clause in clauses where !read(clause) { return nil }
  }

  private mutating func read(_ clause: String) -> Bool {
    let words = clause.split(separator: " ").map(String.init)
    switch words.first {
    case "once" where words.count == 1: repeats = false
    case "counting" where clause == "counting the past": includesPast = true
    case "warning":
      warningSeconds = ConformanceStep.seconds(words.dropFirst().joined(separator: " "))
      return warningSeconds != nil
    case "event" where words.count == 4 || words.count == 6 && words[4] == "of":
      guard let seconds = ConformanceStep.seconds(words[2...3].joined(separator: " ")) else { return false }
      event = (words[1], seconds, words.count == 6 ? words[5] : nil)
    default: return false
    }
    return true
  }

  /// Reads two ends, such as `mon 09:00 to fri 17:00`.
  static func ends(_ text: String) -> (start: DateComponents, end: DateComponents)? {
    let ends = text.components(separatedBy: " to ")
    guard ends.count == 2, let start = components(ends[0]), let end = components(ends[1]) else { return nil }
    return (start, end)
  }

  /// Reads components: a time, with a weekday or a date before it if they have one.
  private static func components(_ text: String) -> DateComponents? {
    let words = text.split(separator: " ").map(String.init)
    guard let last = words.last, words.count <= 2, let time = TimeOfDay(parsing: last) else { return nil }
    let seconds = Int(time.secondsSinceMidnight)
    var components = DateComponents(hour: seconds / 3_600, minute: seconds / 60 % 60)
    if last.count > 5 { components.second = seconds % 60 }
    guard words.count == 2 else { return components }
    if let weekday = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].firstIndex(of: words[0]) {
      components.weekday = weekday + 1
      return components
    }
    let date = words[0].split(separator: "-").map { Int($0) }
    guard CivilDate(parsing: words[0]) != nil, date.count == 3 else { return nil }
    (components.year, components.month, components.day) = (date[0], date[1], date[2])
    return components
  }
}
