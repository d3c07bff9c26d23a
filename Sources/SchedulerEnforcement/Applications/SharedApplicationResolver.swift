import Scheduler
import SchedulerPlatform
import Synchronization

/// A resolver that several adapters use, each in its own thread. What one of them has just asked for is answered to the
/// other without resolving it again.
public final class SharedApplicationResolver: Sendable {
  private struct Contents: Sendable {
    var resolver: ApplicationResolver
    var layers: [AppliedLayer] = []
    var blocks: [ApplicationBlock] = []
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
      contents.blocks = contents.resolver.blocks(of: shield.layers)
      (contents.layers, contents.boot) = (shield.layers, now)
      return contents.blocks
    }
  }

  /// What of the last set could not be resolved, one sentence each, without a full stop.
  public var limits: [String] { contents.withLock { $0.resolver.limits } }
}
