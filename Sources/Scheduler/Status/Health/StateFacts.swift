/// What was seen of a state directory from outside.
public struct StateFacts: Sendable {
  /// What there is.
  public enum Presence: Sendable {
    /// Nothing yet.
    case missing
    /// Something that cannot be used: a sentence that says which and why, and what helps.
    case unusable(String, remedy: String?)
    /// A directory that can be read.
    case readable
  }

  /// Who has the lock.
  public enum Writer: Sendable {
    /// Nobody.
    case none
    /// A process, by its identifier; nil for one that did not say.
    case process(Int32?)
    /// It is not to be found out.
    case unknown
  }

  /// Its path.
  public var path: String
  /// What there is.
  public var presence: Presence
  /// The name of its owner; nil when there is none.
  public var owner: String?
  /// The permission bits.
  public var permissions: UInt32 = 0
  /// How others can change what root keeps there, and what mends it; nil when they cannot, and where it is not root's.
  public var exposure: (text: String, remedy: String?)?
  /// The names of the files in it that others can change.
  public var exposedFiles: [String] = []
  /// The names of the files in it that belong to somebody else than the directory.
  public var foreignFiles: [String] = []
  /// Whether its file system can only be read.
  public var isReadOnly = false
  /// How many bytes this user may still write there; nil when that is unknown.
  public var freeBytes: Int64?
  /// Who works on it.
  public var writer = Writer.unknown
  /// Whether the end of a journal was kept aside after a crash.
  public var keepsTornEnd = false

  /// Facts on a directory.
  public init(path: String, presence: Presence) {
    self.path = path
    self.presence = presence
  }

  /// Below this the next evaluation may not be able to write what it comes to: a journal and a snapshot of some thousand
  /// profiles.
  static let leastFreeBytes: Int64 = 16 << 20

  /// Whether there is nothing.
  var isMissing: Bool { if case .missing = presence { true } else { false } }

  /// Whether a process works on it.
  var isKept: Bool { if case .process = writer { true } else { false } }

  var findings: [Finding] {
    switch presence {
    case .missing:
      return [
        Finding(
          .note, .stateMissing, "there is no state in '\(path)': nothing was ever evaluated",
          remedy: "'schedctl run --once' makes it")
      ]
    case .unusable(let text, let remedy): return [Finding(.problem, .stateUnusable, text, remedy: remedy)]
    case .readable: return [directory, files, foreign, space, inUse, tornEnd].compactMap(\.self)
    }
  }

  private var directory: Finding {
    if let exposure { return Finding(.problem, .stateExposed, exposure.text, remedy: exposure.remedy) }
    let rights = (owner.map { "owner \($0), " } ?? "") + "mode " + String(permissions, radix: 8)
    guard permissions & 0o022 != 0 else {
      return Finding(.ok, .stateDirectory, "the state is in '\(path)' (\(rights))")
    }
    return Finding(
      .problem, .stateExposed, "others can change the state directory '\(path)' (\(rights))",
      remedy: "chmod go-w '\(path)'")
  }

  private var files: Finding? {
    guard !exposedFiles.isEmpty else { return nil }
    let names = exposedFiles.map { "'\($0)'" }.joined(separator: ", ")
    return Finding(
      .problem, .stateExposed, "others can change \(names) in '\(path)'",
      remedy: "chmod go-w " + exposedFiles.map { "'\(path)/\($0)'" }.joined(separator: " "))
  }

  private var foreign: Finding? {
    guard !foreignFiles.isEmpty else { return nil }
    let names = foreignFiles.map { "'\($0)'" }.joined(separator: ", ")
    return Finding(
      .problem, .stateDirectory,
      "\(names) in '\(path)' \(foreignFiles.count == 1 ? "belongs" : "belong") to somebody else",
      remedy: "chown --reference='\(path)' " + foreignFiles.map { "'\(path)/\($0)'" }.joined(separator: " "))
  }

  private var space: Finding? {
    if isReadOnly {
      return Finding(
        .problem, .space, "the file system of the state can only be read",
        remedy: "mount it for writing: until then nothing that happens can be recorded")
    }
    guard let freeBytes else { return nil }
    let free = "\(freeBytes >> 20) MiB are free for the state"
    guard freeBytes < Self.leastFreeBytes else { return Finding(.ok, .space, free) }
    return Finding(
      .problem, .space, "only \(free)", remedy: "make room: on a full disk nothing that happens can be recorded")
  }

  private var inUse: Finding? {
    switch writer {
    case .none: Finding(.ok, .writer, "no daemon runs, and no other process works on the state")
    case .process(let process?): Finding(.note, .writer, "process \(process) works on the state")
    case .process(nil): Finding(.note, .writer, "another process works on the state")
    case .unknown: nil
    }
  }

  private var tornEnd: Finding? {
    guard keepsTornEnd else { return nil }
    return Finding(
      .note, .tornEnd, "the end of a journal that could not be read was kept in '\(path)/journal.torn'",
      remedy:
        "a crash leaves such an end, and so does a disk that damages the last change; keep it until you know which")
  }
}
