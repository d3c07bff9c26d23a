import Scheduler
import SchedulerCivilTime
import SchedulerEnforcement
import SchedulerPlatform
import Synchronization

/// The blocks that a resolver finds, whatever the shield set; a test changes them.
final class BlockList: Sendable {
  private let list = Mutex<[ApplicationBlock]>([])

  init(_ blocks: [ApplicationBlock] = []) { replace(with: blocks) }

  func replace(with blocks: [ApplicationBlock]) { list.withLock { $0 = blocks } }

  /// The resolver for an adapter.
  var source: @Sendable (ShieldSet) -> [ApplicationBlock] { { _ in self.list.withLock { $0 } } }

  /// A set for `apply`, which only the resolver looks at.
  static let shield = ShieldSet(writtenAt: Instant(epochSeconds: 0), bootID: "")
}

extension ApplicationBlock {
  /// A block of a profile `work`.
  static func test(
    _ pattern: Pattern, name: String = "game", users: CoveredUsers = .everybodyButRoot, session: UInt8 = 1
  ) -> ApplicationBlock {
    let id = UUIDValue(version5Of: "\(session)", in: .urlNamespace)
    let key = ProfileKey("work").map { ProfileReference(key: $0) }
    return ApplicationBlock(
      name: name, pattern: pattern, users: users, profile: key ?? ProfileReference(key: Self.spare),
      session: SessionID(id))
  }

  private static var spare: ProfileKey { ["x"].compactMap { ProfileKey($0) }[0] }
}
