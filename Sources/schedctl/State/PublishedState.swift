import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerPlatform

/// What `live.json` says of the sessions that run: what is left for those who may not read the state.
struct PublishedState {
  /// The file.
  let path: String
  /// All that it says.
  let content: JSONObject
  let writtenAt: Instant
  /// What a file says; nil when it is not one of ours.
  init?(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    do throws(JSONError) {
      guard let content = try JSONValue(parsing: bytes).objectValue, let writtenAt = content.instant("writtenAt"),
        content["version"]?.integerValue == LiveState.version, content["sessions"]?.arrayValue != nil
      else { return nil }
      self.content = content
      self.writtenAt = writtenAt
    } catch {
      return nil
    }
  }

  /// Whether somebody has consented to the shield.
  var isAuthorized: Bool { content["shield"]?.stringValue != LiveState.Shield.notAuthorized.rawValue }

  /// When something of its sessions changes by itself.
  var staleDates: [Instant] {
    (content["sessions"]?.arrayValue ?? []).compactMap { $0.objectValue?.instant("staleDate") }
  }
}

extension Console {
  /// Larger files are not ours.
  private static let publishedLimit = 16 << 20

  /// What is published of the state of an instance; nil when nothing is, or when it is private.
  func publishedState(_ place: StatePlace) -> PublishedState? {
    guard let path = place.runtime.map({ $0 + "/live.json" }) else { return nil }
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: Self.publishedLimit)
    return bytes.flatMap { PublishedState(path, $0) }
  }

  /// The shield set on disk; nil when it cannot be read.
  func publishedShield(_ path: String) -> ShieldSet? {
    guard let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: Self.publishedLimit) else {
      return nil
    }
    do throws(ShieldSetError) { return try ShieldSet(parsing: bytes) } catch { return nil }
  }

  /// Whether there is a state that this user may read.
  func hasReadableState(_ place: StatePlace) throws(CommandFailure) -> Bool {
    do throws(CommandFailure) {
      return try isStateKept(place)
    } catch {
      guard error.code == .refused else { throw error }
      return false
    }
  }
}
