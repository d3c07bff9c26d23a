/// The state directory according to the file system.
public struct StateFacts: Sendable {
  /// Whether a directory is present and usable.
  public enum Presence: Sendable {
    /// The directory does not exist yet.
    case missing
    /// The directory is unusable, with a sentence about the reason, and a remedy.
    case unusable(String, remedy: String?)
    /// The directory is readable.
    case readable
  }

  /// The holder of the lock.
  public enum Writer: Sendable {
    /// No process holds the lock.
    case none
    /// A process holds the lock. Its ID is given if it is known.
    case process(Int32?)
    /// The holder cannot be determined.
    case unknown
  }

  /// The path.
  public var path: String
  /// Whether the directory is present and usable.
  public var presence: Presence
  /// The name of the owner, or nil if the user has no name.
  public var owner: String?
  /// The permission bits.
  public var permissions: UInt32 = 0
  /// The way in which users other than root can change root's state, with a remedy; nil if they cannot, or if the state
  /// is not root's.
  public var exposure: (text: String, remedy: String?)?
  /// The names of its files that other users can change.
  public var exposedFiles: [String] = []
  /// The names of its files whose owner differs from the directory's.
  public var foreignFiles: [String] = []
  /// Whether its file system is read-only.
  public var isReadOnly = false
  /// The free space for this user, in bytes; nil if unknown.
  public var freeBytes: Int64?
  /// The process that works on the directory.
  public var writer = Writer.unknown
  /// Whether the torn end of a journal is kept after a crash.
  public var keepsTornEnd = false

  /// Creates facts about a directory.
  public init(path: String, presence: Presence) {
    self.path = path
    self.presence = presence
  }

  /// The minimum free space in bytes, enough for a journal and a snapshot with some thousand profiles.
  static let leastFreeBytes: Int64 = 16 << 20

  /// Whether the directory does not exist.
  var isMissing: Bool { if case .missing = presence { true } else { false } }

  /// Whether a process works on the directory.
  var isKept: Bool { if case .process = writer { true } else { false } }

  var findings: [Finding] {
    switch presence {
    case .missing:
      return [
        Finding(
          .note, code: .stateMissing, text: "there is no state in '\(path)'",
          remedy: "'schedctl run --once' makes it")
      ]
    case .unusable(let text, let remedy): return [Finding(.problem, code: .stateUnusable, text: text, remedy: remedy)]
    case .readable: return [directory, files, foreign, space, inUse, tornEnd].compactMap(\.self)
    }
  }

  private var directory: Finding {
    if let exposure { return Finding(.problem, code: .stateExposed, text: exposure.text, remedy: exposure.remedy) }
    let rights = (owner.map { "owner \($0), " } ?? "") + "mode " + String(permissions, radix: 8)
    guard permissions & 0o022 != 0 else {
      return Finding(.ok, code: .stateDirectory, text: "the state is in '\(path)' (\(rights))")
    }
    return Finding(
      .problem, code: .stateExposed, text: "others can change the state directory '\(path)' (\(rights))",
      remedy: "chmod go-w '\(path)'")
  }

  private var files: Finding? {
    guard !exposedFiles.isEmpty else { return nil }
    let names = exposedFiles.map { "'\($0)'" }.joined(separator: ", ")
    return Finding(
      .problem, code: .stateExposed, text: "others can change \(names) in '\(path)'",
      remedy: "chmod go-w " + exposedFiles.map { "'\(path)/\($0)'" }.joined(separator: " "))
  }

  private var foreign: Finding? {
    guard !foreignFiles.isEmpty else { return nil }
    let names = foreignFiles.map { "'\($0)'" }.joined(separator: ", ")
    return Finding(
      .problem, code: .stateDirectory,
      text: "\(names) in '\(path)' \(foreignFiles.count == 1 ? "belongs" : "belong") to another user",
      remedy: "chown --reference='\(path)' " + foreignFiles.map { "'\(path)/\($0)'" }.joined(separator: " "))
  }

  private var space: Finding? {
    if isReadOnly {
      return Finding(
        .problem, code: .space, text: "the file system of the state can only be read",
        remedy: "mount it for writing: until then nothing that happens can be recorded")
    }
    guard let freeBytes else { return nil }
    let free = "\(freeBytes >> 20) MiB are free for the state"
    guard freeBytes < Self.leastFreeBytes else { return Finding(.ok, code: .space, text: free) }
    return Finding(
      .problem, code: .space, text: "only \(free)",
      remedy: "make room: on a full disk nothing that happens can be recorded")
  }

  private var inUse: Finding? {
    switch writer {
    case .none: Finding(.ok, code: .writer, text: "no daemon runs, and no other process works on the state")
    case .process(let process?): Finding(.note, code: .writer, text: "process \(process) works on the state")
    case .process(nil): Finding(.note, code: .writer, text: "another process works on the state")
    case .unknown: nil
    }
  }

  private var tornEnd: Finding? {
    guard keepsTornEnd else { return nil }
    return Finding(
      .note, code: .tornEnd, text: "the end of a journal that could not be read was kept in '\(path)/journal.torn'",
      remedy:
        "a crash leaves such an end, and so does a disk that damages the last change; keep it until you know which")
  }
}
