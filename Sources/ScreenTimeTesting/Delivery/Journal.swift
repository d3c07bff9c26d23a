import SchedulerCivilTime

/// Something that happened on a device.
public struct JournalEntry: Hashable, Sendable, CustomStringConvertible {
  /// What happened.
  public enum Occurrence: Hashable, Sendable {
    /// A method of a monitor was called.
    case callback(MonitorCallback)
    /// A callback was lost, with the reason.
    case lost(MonitorCallback, reason: String)
    /// Code of the app called the system, and the call returned.
    case call(String)
    /// The test or the user did something.
    case action(String)
    /// The app began a shield action, or configured a shield.
    case shield(String)
  }

  /// The reading of the device's clock.
  let localTime: CivilDateTime
  /// The bundle identifier of the app; nil for actions of the user.
  public let app: String?
  /// What happened.
  public let occurrence: Occurrence

  /// The time on the device's clock, such as `2026-08-13 22:00:00`.
  public var time: String {
    let seconds = localTime.time.secondsSinceMidnight
    let parts = [seconds / 3_600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(localTime.date) \(parts.joined(separator: ":"))"
  }

  /// The time and what happened.
  public var description: String {
    switch occurrence {
    case .callback(let callback): "\(time) \(callback)"
    case .lost(let callback, let reason): "\(time) (\(callback) lost: \(reason))"
    case .call(let text), .action(let text), .shield(let text): "\(time) \(text)"
    }
  }
}

/// The callbacks that a device delivered, in order. It is compared with an array of its lines.
///
/// ```swift
/// #expect(device.transcript == [
///   "2026-08-13 22:00:00 intervalDidStart night",
///   "2026-08-14 06:00:00 intervalDidEnd night",
/// ])
/// ```
public struct Transcript: Hashable, Sendable, RandomAccessCollection, ExpressibleByArrayLiteral,
  CustomStringConvertible
{
  /// The lines: the time on the device's clock, the method, the activity and the event.
  public let lines: [String]

  /// Creates a transcript of lines.
  public init(lines: [String]) { self.lines = lines }

  /// Creates a transcript of lines.
  public init(arrayLiteral elements: String...) { lines = elements }

  /// The position of the first line.
  public var startIndex: Int { 0 }
  /// The position after the last line.
  public var endIndex: Int { lines.count }
  /// The line at a position.
  public subscript(position: Int) -> String { lines[position] }

  /// The lines, each with a line break before it.
  public var description: String { lines.map { "\n" + $0 }.joined() }
}
