import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerPlatform

/// What `live.json` says of the running sessions, for users who may not read the state.
public struct PublishedState: Sendable {
  /// The path of the file.
  public let path: String
  /// Everything that it says.
  public let content: JSONObject
  /// The state that it says.
  public let live: LiveState

  /// The content of a file; nil when no version of this program writes such a file.
  init?(_ bytes: [UInt8], at path: String) {
    self.path = path
    do throws(JSONError) {
      guard let content = try JSONValue(parsing: bytes).objectValue, let live = LiveState(content) else { return nil }
      self.content = content
      self.live = live
    } catch {
      return nil
    }
  }

  /// Whether the user has consented to the shield.
  public var isAuthorized: Bool { live.shield != .notAuthorized }

  /// When it was written.
  public var writtenAt: Instant { live.writtenAt }

  /// When something of its sessions changes by itself.
  public var staleDates: [Instant] { live.sessions.compactMap(\.staleDate) }
}

extension Instance {
  /// The maximum size of a published file in bytes. No version of this program writes larger ones.
  private static let maximumPublishedBytes = 16 << 20

  /// What is published of the sessions; nil when nothing is, or when this user may not read it.
  public func publishedState() -> PublishedState? {
    guard let path = runtime.map({ $0 + "/live.json" }) else { return nil }
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: Self.maximumPublishedBytes)
    return bytes.flatMap { PublishedState($0, at: path) }
  }

  /// The path of the shield set on disk.
  public var shieldPath: String { directory + "/shield.json" }

  /// The shield set on disk; nil when it cannot be read.
  public func publishedShield() -> ShieldSet? {
    let reader = FileReader(onlyRegularFiles: true)
    guard let bytes = reader.readIfPossible(shieldPath, limit: Self.maximumPublishedBytes) else { return nil }
    do throws(ShieldSetError) { return try ShieldSet(parsing: bytes) } catch { return nil }
  }
}
