import Scheduler
import SchedulerPlatform
import Synchronization

/// A resolver that several adapters use, each in its own thread. What one of them has just asked for is answered to the
/// other without resolving it again.
public final class SharedApplicationResolver: Sendable {
  private struct Contents: Sendable {
    var resolver: ApplicationResolver
    var vital = VitalFiles()
    var layers: [AppliedLayer] = []
    var blocks: [ApplicationBlock] = []
    /// What of these layers could not be resolved.
    var limits: [String] = []
    /// The time of the last resolution; nil before the first one.
    var boot: Int64?
  }

  private let contents: Mutex<Contents>

  /// Creates a shared resolver.
  public init(_ resolver: ApplicationResolver) { contents = Mutex(Contents(resolver: resolver)) }

  /// The time for which an answer is kept, in nanoseconds. Adapters that are given the same set ask within it.
  private static let keptNanoseconds: Int64 = 2_000_000_000

  /// Returns what a shield set blocks on this machine; see `ApplicationResolver.blocks(of:)`. A call waits while another
  /// thread resolves.
  public func blocks(of shield: ShieldSet) -> [ApplicationBlock] {
    contents.withLock { contents in
      let now = SystemClocks.boot()
      if let boot = contents.boot, now - boot < Self.keptNanoseconds, contents.layers == shield.layers {
        return contents.blocks
      }
      contents.vital.refresh()
      let (blocks, spared) = contents.vital.sparing(contents.resolver.blocks(of: shield.layers))
      contents.blocks = blocks
      contents.limits = contents.resolver.limits + spared
      (contents.layers, contents.boot) = (shield.layers, now)
      return contents.blocks
    }
  }

  /// What of the last set could not be resolved, one sentence each, without a full stop.
  public var limits: [String] { contents.withLock { $0.limits } }
}

/// The files of programs without which the machine could not be used or repaired, under all their names: a link to a
/// shell is the shell.
private struct VitalFiles: Sendable {
  private var names: [ExecutableFile: String] = [:]
  /// The directories and the list of shells as they were when the files were found.
  private var stamp: [FileChange?] = []

  private static let directories = ["/bin", "/usr/bin", "/sbin", "/usr/sbin", "/usr/local/bin"]
  /// Shells that `/etc/shells` may not list, and the program that is many others at once.
  private static let shells = ["sh", "bash", "dash", "busybox"]

  private static let shellList = "/etc/shells"

  /// Finds the files that are there, unless nothing has changed since the last call. Takes about 400 system calls.
  mutating func refresh() {
    let now = (Self.directories + [Self.shellList]).map { FileChange(path: $0) }
    guard now != stamp else { return }
    (stamp, names) = (now, [:])
    let shells = FileReader(onlyRegularFiles: true).readIfPossible(Self.shellList, limit: 1 << 16) ?? []
    let lines = String(decoding: shells, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("/") }.map(
      String.init)
    let programs = Self.shells + ApplicationName.vitalFileNames.sorted()
    let paths = Self.directories.flatMap { directory in programs.map { "\(directory)/\($0)" } }
    for path in paths + lines + ["/proc/1/exe", "/proc/self/exe"] {
      if let file = ExecutableFile(path: path), names[file] == nil { names[file] = path }
    }
  }

  /// Returns the blocks without those of vital files, and a sentence about each of these.
  func sparing(_ blocks: [ApplicationBlock]) -> (blocks: [ApplicationBlock], limits: [String]) {
    var limits: [String] = []
    let kept = blocks.filter { block in
      guard let path = block.path, let file = ExecutableFile(path: path), let name = names[file] else { return true }
      limits.append("'\(path)' is the same file as '\(name)', which is never blocked")
      return false
    }
    return (kept, limits.uniqued)
  }
}
