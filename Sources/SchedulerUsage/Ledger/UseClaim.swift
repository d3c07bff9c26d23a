import SchedulerPlatform
import SchedulerStore

/// The right to record the use of one session, which one agent at a time has. Two would count each second twice.
///
/// It is a locked file in the directory of the record, named by the display. A killed agent loses it at once.
public struct UseClaim: Sendable {
  /// Whether another agent had the right at the last attempt.
  public private(set) var isTaken = false

  /// The name of the lock file.
  let name: String
  private var held: Held?

  /// A lock that a value which is copied can hold.
  private final class Held: Sendable {
    let lock: LockFile

    init(_ path: String) throws(FileSystemError) { lock = try LockFile(path) }
  }

  /// Creates a claim for the session of an environment, which accesses nothing yet.
  ///
  /// An agent that the desktop starts and one that systemd starts agree about the display. Only one of them knows
  /// XDG_SESSION_ID, which therefore counts only without a display.
  public init(_ environment: ProcessEnvironment) {
    let session =
      environment["WAYLAND_DISPLAY"].flatMap { $0.split(separator: "/").last }
      ?? environment["DISPLAY"].map(Self.withoutScreen) ?? environment["XDG_SESSION_ID"].map { "session-\($0)" }
      ?? "session"
    let safe = session.prefix(64).map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) ? $0 : "_" }
    name = "agent-\(String(safe)).lock"
  }

  /// `:0.1` is a screen of the display `:0`.
  private static func withoutScreen(_ display: String) -> Substring {
    guard let colon = display.lastIndex(of: ":") else { return display[...] }
    return display[..<(display[colon...].firstIndex(of: ".") ?? display.endIndex)]
  }

  /// Takes the right without waiting, or makes sure of it. Returns whether this agent has it. Takes some 20 µs.
  ///
  /// - Throws: the error of the file system, if it is not known who has the right.
  public mutating func take(in directory: String) throws(FileSystemError) -> Bool {
    if let held, held.lock.isInPlace { return true }
    held = nil
    do throws(FileSystemError) {
      held = try Held("\(directory)/\(name)")
      isTaken = false
    } catch {
      guard case .inUse = error.reason else { throw error }
      isTaken = true
    }
    return !isTaken
  }
}
