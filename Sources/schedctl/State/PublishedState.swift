import CivilTime
import JSON
import Platform
import Scheduler

/// What `live.json` says of the sessions that run: what is left for those who may not read the state.
struct PublishedState {
  /// The file.
  let path: String
  /// All that it says.
  let content: JSONObject
  let writtenAt: Instant
  let sessions: [Session]

  /// A session as far as it is published.
  struct Session {
    let profile: String
    let modeName: String
    /// Whether the phase of a pomodoro runs, which may be followed by another one.
    let isPhase: Bool
    let state: String
    /// The end to which is counted; nil for an open end, and while nothing is counted.
    let end: Instant?
    let liftEnd: Instant?
    /// When something of it changes by itself.
    let staleDate: Instant?
  }

  /// What a file says; nil when it is not one of ours.
  init?(_ path: String, _ bytes: [UInt8]) {
    self.path = path
    do throws(JSONError) {
      guard let content = try JSONValue(parsing: bytes).objectValue, let writtenAt = content.instant("writtenAt"),
        content["version"]?.integerValue == LiveState.version, let sessions = content["sessions"]?.arrayValue
      else { return nil }
      self.content = content
      self.writtenAt = writtenAt
      self.sessions = sessions.compactMap(\.objectValue).compactMap(Session.init)
    } catch {
      return nil
    }
  }

  /// Whether somebody has consented to the shield.
  var isAuthorized: Bool { content["shield"]?.stringValue != LiveState.Shield.notAuthorized.rawValue }

  /// The sessions that still run at an instant, as far as one can know without an evaluation.
  func sessions(at now: Instant) -> [Session] {
    sessions.filter { session in session.isPhase || session.end.map { $0 > now } ?? true }
  }
}

extension PublishedState.Session {
  fileprivate init?(_ object: JSONObject) {
    guard let profile = object["profile"]?.stringValue, let mode = object["modeIdentifier"]?.stringValue,
      let modeName = object["modeDisplayName"]?.stringValue, let state = object["stateIdentifier"]?.stringValue
    else { return nil }
    self.profile = profile
    self.modeName = modeName
    isPhase = !["schedule", "timer", "manual"].contains(mode)
    self.state = state
    end = object.instant("timerEndDate")
    liftEnd = object["lift"]?.objectValue?.instant("until")
    staleDate = object.instant("staleDate")
  }
}

extension Session {
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
