import Scheduler
import SchedulerPlatform
import Synchronization

/// The files that the guard denies, and the blocks to which the tokens of its attempts lead.
struct GuardTable: Sendable {
  /// The blocks of files; others are left to the sweeper.
  private(set) var blocks: [ApplicationBlock] = []
  /// The file of each path that is there.
  var files: [String: ExecutableFile] = [:]
  /// The paths on file systems that may wait for another machine or a program. The guard leaves these to the sweeper: it
  /// must answer at once, and would wait with them.
  private(set) var waitingPaths: Set<String> = []
  /// The token of the first block. Tokens of earlier tables are smaller.
  private(set) var firstToken: UInt64 = 0

  /// The paths of the blocks, without repetition.
  let paths: [String]

  /// Creates a table without blocks.
  init() { paths = [] }

  /// Creates a table of these blocks that follows an earlier one. Programs that are never shielded are left out,
  /// whatever a resolver says.
  init(_ blocks: [ApplicationBlock], after earlier: GuardTable) {
    self.blocks = blocks.filter { block in
      block.path.map { !ApplicationName($0).isNeverShielded } ?? false
    }
    paths = Set(self.blocks.compactMap(\.path)).sorted()
    firstToken = earlier.firstToken + UInt64(earlier.blocks.count)
  }

  /// Returns the file at a path if the guard can deny it.
  mutating func examine(_ path: String) -> ExecutableFile? {
    let place = ExecutablePlace(unlinked: path)
    waitingPaths.remove(path)
    guard place?.waitsForOthers == true else { return place?.file }
    waitingPaths.insert(path)
    return nil
  }

  /// The blocks whose programs cannot start once all files are marked.
  var denied: Set<ApplicationBlock> {
    Set(blocks.filter { block in block.path.map { !waitingPaths.contains($0) } ?? false })
  }

  /// What the guard leaves to the sweeper, one sentence each.
  var limits: [String] {
    waitingPaths.sorted().map {
      "'\($0)' is on a file system of a network or program, and is ended after it has started"
    }
  }

  /// Whether nothing is denied.
  var isEmpty: Bool { blocks.isEmpty }

  /// The rows for the guard, in the order of the blocks.
  var rows: [StartGuard.Row] {
    blocks.enumerated().compactMap { index, block in
      guard let file = block.path.flatMap({ files[$0] }) else { return nil }
      return StartGuard.Row(file: file, token: firstToken + UInt64(index), users: block.users.list)
    }
  }

  /// The block of a token; nil for a token of another table.
  func block(of token: UInt64) -> ApplicationBlock? {
    guard token >= firstToken, token - firstToken < UInt64(blocks.count) else { return nil }
    return blocks[Int(token - firstToken)]
  }
}

/// The blocks whose files cannot be started, because the guard denies them. The sweeper need not look at each start of a
/// program for them.
public final class DeniedBlocks: Sendable {
  private struct Contents: Sendable {
    var blocks: Set<ApplicationBlock> = []
    /// The number of changes.
    var version = 0
    /// What rings after a change.
    var bell: Bell?
  }

  private let contents = Mutex(Contents())

  /// Creates an empty set.
  public init() {}

  /// The blocks; empty while one of the guard's files may start.
  var all: Set<ApplicationBlock> {
    get { contents.withLock { $0.blocks } }
    set {
      contents.withLock { contents in
        guard contents.blocks != newValue else { return }
        contents.blocks = newValue
        contents.version += 1
        contents.bell?.ring()
      }
    }
  }

  /// The number of changes so far.
  var version: Int { contents.withLock { $0.version } }

  /// Rings a bell after each change from now on.
  func ring(_ bell: Bell) { contents.withLock { $0.bell = bell } }
}

extension ApplicationBlock {
  /// The path of the executable file, if the block concerns one.
  var path: String? {
    if case .file(let path) = pattern { path } else { nil }
  }
}

extension CoveredUsers {
  /// The IDs in ascending order; nil for everybody but root.
  var list: [UInt32]? {
    switch self {
    case .everybodyButRoot: nil
    case .only(let users): users.sorted()
    }
  }
}
