/// The state of the running sessions in `live.json`, for users who may not read the state directory.
public struct PublishedState: Sendable {
  /// The path of the file.
  public let path: String
  /// The whole content of the file.
  public let content: JSONObject
  /// The state in the file.
  public let live: LiveState

  /// Parses a file. Returns nil if no version of this program writes such a file.
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

  /// The time at which the file was written.
  public var writtenAt: Instant { live.writtenAt }

  /// The times after which its sessions and limits change without an event.
  public var staleDates: [Instant] {
    live.sessions.compactMap(\.staleDate) + live.limits.filter(\.isBlocking).compactMap(\.until)
  }
}

extension Instance {
  /// The maximum size of a published file, in bytes. No version of this program writes larger files.
  private static let maximumPublishedBytes = 16 << 20

  /// Returns the published state of the sessions, or nil if there is none or this user may not read it.
  public func publishedState() -> PublishedState? {
    guard let path = runtime.map({ $0 + "/live.json" }) else { return nil }
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: Self.maximumPublishedBytes)
    return bytes.flatMap { PublishedState($0, at: path) }
  }

  /// Whether the daemon that wrote a published state still runs, so that it is current.
  public func isCurrent(_ published: PublishedState) -> Bool {
    guard let keeper = published.live.keeper else { return false }
    do throws(InstanceError) {
      return try host.moment().bootID == keeper.bootID && RunningProcess.exists(keeper.process)
    } catch {
      return false
    }
  }

  /// Returns the rules of the zone in which to show published times, by its published identifier. Without one, or if the
  /// machine does not have that zone: those of the machine, else UTC.
  public func zone(published identifier: String?) -> ZoneRules {
    do throws(ZoneError) {
      if let identifier { return try host.zones.rules(for: identifier) }
    } catch {
      // A copy of a zone file has no identifier that others could look up.
    }
    do throws(ZoneError) { return try host.zones.systemRules() } catch { return .utc }
  }

  /// The sessions in the published state, with the keys of their profiles; empty if it cannot be read.
  var publishedSessions: [SessionID: ProfileKey] {
    let sessions = publishedState()?.live.sessions ?? []
    return Dictionary(sessions.map { ($0.id, $0.profile) }) { first, _ in first }
  }

  /// Whether the published state says that targets were blocked, which takes consent.
  var isPublishedActive: Bool { [.active, .applying].contains(publishedState()?.live.shield) }

  /// The path of the shield set on disk.
  public var shieldPath: String { directory + "/shield.json" }

  /// Returns the shield set on disk, or nil if it cannot be read.
  public func publishedShield() -> ShieldSet? {
    let reader = FileReader(onlyRegularFiles: true)
    guard let bytes = reader.readIfPossible(shieldPath, limit: Self.maximumPublishedBytes) else { return nil }
    do throws(ShieldSetError) { return try ShieldSet(parsing: bytes) } catch { return nil }
  }
}
