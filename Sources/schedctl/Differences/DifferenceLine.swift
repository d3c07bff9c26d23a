import Scheduler

/// A change as a line: a sign followed by wrapped words.
struct DifferenceLine {
  let sign: Sign
  /// The direction of the change; nil for remarks.
  let direction: ChangeDirection?
  /// The words. Names in them may contain any character.
  let words: String

  private static let indent = "    "

  /// Creates the line of a change.
  init(_ direction: ChangeDirection, words: String, isMixed: Bool = false) {
    self.direction = direction
    self.words = words
    sign = isMixed ? .both : Sign(direction)
  }

  /// Creates the line of a remark.
  init(note words: String, _ sign: Sign = .note) {
    direction = nil
    self.words = words
    self.sign = sign
  }

  /// Returns the wrapped lines for a terminal of that width.
  func text(columns: Int, color: Bool) -> String {
    let lines = PrintableText.printable(words).wrapped(toColumns: max(1, columns - Self.indent.count))
    let first = color ? sign.colored : sign.rawValue
    return "  \(first) " + lines.joined(separator: "\n" + Self.indent) + "\n"
  }
}

/// The sign before a change.
enum Sign: String {
  case more = "+"
  case less = "-"
  case both = "±"
  case neither = "~"
  case total = "="
  case note = "·"

  init(_ direction: ChangeDirection) {
    switch direction {
    case .tightens: self = .more
    case .loosens: self = .less
    case .neutral: self = .neither
    }
  }

  /// The sign in its colour (SGR; ECMA-48, 8.3.117): green, red, or yellow for both.
  var colored: String {
    switch self {
    case .more: "\u{1B}[32m\(rawValue)\u{1B}[0m"
    case .less: "\u{1B}[31m\(rawValue)\u{1B}[0m"
    case .both: "\u{1B}[33m\(rawValue)\u{1B}[0m"
    case .neither, .total, .note: rawValue
    }
  }

  /// Returns a text in bold type.
  static func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }
}

extension DifferenceLine {
  /// Creates the line of a setting, for example `lock: strict (was none)`.
  init(_ change: SettingChange) {
    let words =
      switch (change.key, change.old, change.new) {
      case ("enabled", _, "false"): "disabled: its windows do not fire"
      case ("enabled", _, _): "enabled: its windows fire"
      case (let key, let old?, let new?): "\(key): \(new) (was \(old))"
      case ("hook", nil, let new?): "hook added: \(new)"
      case (let key, nil, let new?): "\(key): \(new)"
      case (let key, let old, nil): "\(key) removed: \(old ?? "")"
      }
    self.init(change.direction, words: words, isMixed: change.isMixed)
  }

  /// Creates the line of targets, for example `3 domains no longer blocked: reddit.com, tumblr.com and x.com`.
  init(_ change: TargetChange) { self.init(change.direction, words: change.words) }
}

extension TargetChange {
  fileprivate var words: String {
    switch kind {
    case .otherApplications: "all other apps \(effectText)"
    case .otherDomains: "all other domains \(effectText)"
    case .applications: "\(count("app", plural: "apps")) \(effectText): \(nameText)"
    case .categories: "\(count("category", plural: "categories")) \(effectText): \(nameText)"
    case .domains: "\(count("domain", plural: "domains")) \(effectText): \(nameText)"
    case .urls: "\(count("url", plural: "urls")) \(effectText): \(nameText)"
    case .denials: "\(effect == .blocked ? "denied" : "no longer denied"): \(nameText)"
    }
  }

  private var effectText: String {
    switch effect {
    case .blocked: "blocked"
    case .unblocked: "no longer blocked"
    case .excepted: "excepted"
    case .unexcepted: "no longer excepted"
    case .narrowed: "blocked only if on the desktop"
    case .widened: "blocked even if not on the desktop"
    }
  }

  private func count(_ one: String, plural many: String) -> String {
    "\(names.count.grouped) \(names.count == 1 ? one : many)"
  }

  /// The first names and the number of the rest.
  private var nameText: String {
    guard names.count > Self.listedNames else { return names.joined(separator: ", ") }
    let rest = names.count - Self.listedNames
    return names.prefix(Self.listedNames).joined(separator: ", ") + " and \(rest.grouped) more"
  }

  private static let listedNames = 10
}

extension Int {
  /// The number with commas between thousands: `1,990`.
  fileprivate var grouped: String {
    let digits = Array("\(self)")
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index).isMultiple(of: 3) ? [",", digit] : [digit]
      })
  }
}
