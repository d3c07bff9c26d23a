import Foundation
import SchedulerCivilTime
import ScreenTimeTesting

/// What came of the steps of a row. docs/conformance.md lists the forms of its text.
enum ConformanceExpectation: Sendable {
  /// The next refusal of a registration.
  case refused(String)
  /// The next answer of a question for an interval: the start, the end; nil for none.
  case resolved(String?)
  /// The next callback.
  case callback(time: CivilDateTime, text: String)
  /// There are no callbacks, or no others than those of the row.
  case noCallbacks
  case shielded(String, Bool)
  case status(ProcessKind, String)
  case shieldedCount(ProcessKind, Int)
  case foreground(String)
  case activities([String])

  /// Reads an expectation; nil if the text has no known form.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let processes: [String: ProcessKind] = ["app": .app, "monitor": .monitor]
    switch words.first {
    case "refused" where words.count == 2: self = .refused(words[1])
    case "interval" where text == "interval none": self = .resolved(nil)
    case "interval" where words.count == 6 && words[3] == "to":
      self = .resolved(words.dropFirst().joined(separator: " "))
    case "no" where text == "no callbacks": self = .noCallbacks
    case "no" where text == "no activities": self = .activities([])
    case "activities" where words.count > 1: self = .activities(Array(words.dropFirst()))
    case "shielded" where words.count == 2: self = .shielded(words[1], true)
    case "not" where words.count == 3 && words[1] == "shielded": self = .shielded(words[2], false)
    case "in" where words.count == 3 && words[1] == "front": self = .foreground(words[2])
    case "the" where words.count == 4 && words[2] == "reads":
      guard let process = processes[words[1]] else { return nil }
      self = .status(process, words[3])
    case "the" where text.hasSuffix("shielded applications") && words.count == 6 && words[2] == "reads":
      guard let process = processes[words[1]], let count = Int(words[3]) else { return nil }
      self = .shieldedCount(process, count)
    default:
      guard words.count >= 4, let time = CivilDateTime(parsing: words[0...1].joined(separator: " ")),
        MonitorCallback.Kind(rawValue: words[2]) != nil
      else { return nil }
      self = .callback(time: time, text: words[2...].joined(separator: " "))
    }
  }
}
