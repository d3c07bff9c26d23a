/// A program that is run on events, `[[hook]]`, without a shell.
public struct Hook: Hashable, Sendable {
  /// The events on which the program is run.
  public var events: [EventName]
  /// The activities whose intervals and phases are meant. Other events do not depend on it.
  public var activities: ActivitySelection
  /// The absolute path of the program and its arguments, in which `{event}` and other placeholders are replaced.
  public var command: [String]

  /// Creates a hook.
  public init(on events: [EventName], of activities: ActivitySelection = .standard, command: [String]) {
    self.events = events
    self.activities = activities
    self.command = command
  }

  /// The known placeholders.
  public static let placeholders = [
    "event", "profile", "name", "id", "session", "activity", "kind", "mode", "at", "until", "remaining",
    "application", "program", "user", "count", "outcome",
  ]
}

/// A selection of activities by kind, the part of their names before the colon.
public enum ActivitySelection: Hashable, Sendable {
  /// Schedules, strategies, and everything that a program registers; no breaks, pauses and accesses.
  case standard
  /// All activities.
  case all
  /// The activities of these kinds.
  case kinds(Set<String>)

  /// The kinds of the activities that this program delivers by itself.
  public static let knownKinds = ["schedule", "strategy", "break", "pause", "access"]

  /// Whether activities of a kind are selected.
  public func contains(kind: String) -> Bool {
    switch self {
    case .standard: !["break", "pause", "access"].contains(kind)
    case .all: true
    case .kinds(let kinds): kinds.contains(kind)
    }
  }
}

extension EventName {
  /// Whether the event is about an interval or a phase, which hooks select by the kind of activity.
  public var concernsInterval: Bool { rawValue.hasPrefix("interval") || rawValue.hasPrefix("phase") }
}

/// The name of an event for hooks. The names of interval events are Apple's (DeviceActivityMonitor).
public enum EventName: String, CaseIterable, Sendable {
  case intervalWillStartWarning, intervalDidStart, intervalWillEndWarning, intervalDidEnd
  case eventWillReachThresholdWarning, eventDidReachThreshold, useGapDidStart, useGapDidEnd
  case sessionDidStart, sessionDidEnd, sessionReminder
  case phaseDidStart, phaseDidEnd
  case breakDidStart, breakDidEnd, pauseDidStart, pauseDidEnd, accessDidStart, accessDidEnd
  case shieldDidChange, shieldDidBlock, emergencyDidUse, clockTamper, trustedClockDidChange, configurationDidChange,
    authorizationDidChange, stateDidLose
}

/// The placeholders in the arguments of a hook.
///
///     argument = *( text / "{" name "}" / "{{" name "}}" )
///     name     = 1*( ALPHA / DIGIT / "-" / "_" )
///
/// Two braces on both sides of a name stand for one: `{{event}}` is the text `{event}`, and `{{{event}}}` puts braces
/// around the replacement. Braces around anything else are text, so that JSON in an argument is unchanged.
extension Hook {
  /// Returns the names in braces in an argument, including unknown ones.
  static func names(in argument: String) -> [String] {
    var names: [String] = []
    _ = filled(argument) { name in
      names.append(name)
      return nil
    }
    return names
  }

  /// Returns an argument with the placeholders replaced for which `text` returns a value.
  ///
  /// Complexity: O(bytes of the argument).
  public static func filled(_ argument: String, with text: (String) -> String?) -> String {
    var result = ""
    var rest = argument[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      let behind = rest[open...].drop { $0 == "{" }
      let name = behind.prefix(while: isNameCharacter)
      let closing = behind[name.endIndex...].prefix { $0 == "}" }
      let opening = rest[open..<behind.startIndex]
      let depth = name.isEmpty ? 0 : min(opening.count, closing.count)
      // Unclosed braces, and braces without a name, are text.
      result += opening.dropFirst(depth)
      rest = behind
      guard depth > 0 else { continue }
      let isName = depth % 2 == 1
      guard let found = isName ? text(String(name)) : String(name) else {
        result += opening.prefix(depth)
        continue
      }
      result += String(repeating: "{", count: depth / 2) + found + String(repeating: "}", count: depth / 2)
      rest = closing.dropFirst(depth).isEmpty ? rest[closing.endIndex...] : rest[closing.dropFirst(depth).startIndex...]
    }
    return result + rest
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.utf8.count == 1
      && character.utf8.allSatisfy { isASCIILetter($0) || isASCIIDigit($0) || $0 == 0x2D || $0 == 0x5F }
  }
}
