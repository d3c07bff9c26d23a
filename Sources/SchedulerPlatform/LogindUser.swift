/// A user as logind knows them.
///
/// Source: `/run/systemd/users/UID`, which logind keeps: `STATE` is `active` while a session of the user has a seat or is
/// in use, and `SESSIONS` lists the sessions.
public struct LogindUser {
  private let lines: [Substring]
  private let isKnown: Bool
  private let userID: UInt32
  private let directory: String

  /// The directory in which logind keeps a file for each user who is logged in. Beside it is `sessions`.
  public static let directory = "/run/systemd/users"

  /// Reads what logind knows of a user.
  public init(_ userID: UInt32, directory: String = LogindUser.directory) {
    (self.userID, self.directory) = (userID, directory)
    let file = Self.lines(of: "\(directory)/\(userID)")
    lines = file ?? []
    do throws(SystemError) {
      let status = try FileStatus.ifPresent(directory)
      isKnown = file != nil || status != nil
    } catch {
      isKnown = false
    }
  }

  /// Whether a session of the user is active; true on a machine without logind.
  public var isActive: Bool { !isKnown || lines.contains("STATE=active") }

  /// Whether a person may use the machine as this user now: a session is active or, without logind, the user is not one that
  /// runs services.
  public var mayBeUsing: Bool { isKnown ? isActive : userID > Self.lastSystemUser }

  /// The last number of the users that run services; see login.defs(5), "SYS_UID_MAX".
  private static let lastSystemUser: UInt32 = 999

  /// The sessions.
  public var sessions: [String] {
    let line = lines.first { $0.hasPrefix("SESSIONS=") }
    return line?.dropFirst("SESSIONS=".count).split(separator: " ").map(String.init) ?? []
  }

  /// The sessions of the user in person, without those of the user's service manager, of programs in the background and of
  /// remote shells: at most 32, those with a desktop first.
  public var lockableSessions: [String] {
    var (desktops, others): ([String], [String]) = ([], [])
    for session in sessions where !session.contains("/") {
      let lines = Self.lines(of: directory + "/../sessions/" + session) ?? []
      let isText = lines.contains("TYPE=tty")
      if isText && lines.contains("REMOTE=1") { continue }
      if lines.contains(where: { line in Self.unlockableClasses.contains { line.hasPrefix("CLASS=" + $0) } }) {
        continue
      }
      if isText { others.append(session) } else { desktops.append(session) }
    }
    return Array((desktops + others).prefix(32))
  }

  /// The beginnings of the classes of sessions that have no screen; see sd_session_get_class(3).
  private static let unlockableClasses = ["manager", "background", "none"]

  private static func lines(of path: String) -> [Substring]? {
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible(path, limit: 65_536)
    return bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
  }

  /// Whether a session of any user is active; true on a machine without logind, or if the files may not be listed.
  public static func isAnyActive(directory: String = LogindUser.directory) -> Bool {
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(directory)
      return try files.names().contains { name in
        UInt32(name).map { LogindUser($0, directory: directory).isActive } ?? false
      }
    } catch {
      return true
    }
  }
}
