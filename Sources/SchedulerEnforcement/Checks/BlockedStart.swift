import Scheduler
import SchedulerPlatform

/// A start that a shield blocks, which can be tried without running anything: the program is held before its first
/// instruction, and killed.
///
/// ```swift
/// let starts = BlockedStart.all(of: blocks, preferring: 1000)
/// for start in starts where start.isFile { print(start.words[0], start.attempt().outcome) }
/// ```
public struct BlockedStart: Hashable, Sendable {
  /// The name of the application.
  public let name: String
  /// The path of the program and its arguments.
  public let words: [String]
  /// A covered user, who tries it; nil for the user of this process.
  public let user: UInt32?
  /// Whether the file alone is blocked, and not only together with arguments: `exec-guard` denies its start then.
  public let isFile: Bool

  /// Returns the starts of blocks, each once, as covered users. Blocks of units, of files that are not there, and of
  /// users whom this process may not become have none.
  ///
  /// - Parameters:
  ///   - user: the user who tries it if the block covers them.
  ///   - own: the user of this process. Only root can try it as another one.
  public static func all(
    of blocks: [ApplicationBlock], preferring user: UInt32, own: UInt32
  ) -> [BlockedStart] {
    var seen: Set<[String]> = []
    return blocks.compactMap { BlockedStart($0, preferring: user, own: own) }.filter { start in
      seen.insert(start.words + [start.user.map(String.init) ?? ""]).inserted
    }
  }

  private init?(_ block: ApplicationBlock, preferring user: UInt32, own: UInt32) {
    switch block.pattern {
    case .file(let path): (words, isFile) = ([path], ExecutablePlace(unlinked: path)?.waitsForOthers == false)
    case .arguments(let program, let arguments): (words, isFile) = ([program] + arguments, false)
    case .unit: return nil
    }
    guard ExecutableFile(path: words[0]) != nil, !words.contains(where: { $0.utf8.contains(0) }),
      words.count > 1 || !ApplicationName(words[0]).isNeverShielded
    else { return nil }
    name = block.name
    if own == 0 {
      guard let covered = block.users.preferring(user) else { return nil }
      self.user = covered
    } else {
      guard block.users.contains(own) else { return nil }
      self.user = nil
    }
  }

  /// An attempt that was made here, to tell it from those of others.
  public struct Attempt: Sendable {
    /// The process that made it.
    public let process: Int32
    /// The readings of CLOCK_BOOTTIME between which it was made, in nanoseconds.
    public let boot: ClosedRange<Int64>
    /// What became of it.
    public let outcome: HeldProgram.Outcome

    /// Whether the kernel answered as it does if a guard denies the start (EPERM).
    public var isDenied: Bool { if case .refused(let error) = outcome { error == .notPermitted } else { false } }
  }

  /// Tries the start.
  public func attempt() -> Attempt {
    let begin = SystemClocks.boot()
    let (process, outcome) = HeldProgram.start(words, as: user)
    return Attempt(process: process, boot: begin...SystemClocks.boot(), outcome: outcome)
  }
}

extension CoveredUsers {
  /// Returns a covered user, if possible this one; nil if no user is covered.
  fileprivate func preferring(_ user: UInt32) -> UInt32? {
    if contains(user) { return user }
    return switch self {
    case .everybodyButRoot: Self.nobody
    case .only(let users): users.min()
    }
  }

  /// The ID of an account that owns no files, by custom.
  private static let nobody: UInt32 = 65_534
}
