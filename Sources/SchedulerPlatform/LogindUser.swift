/// A user as logind knows them.
///
/// Source: `/run/systemd/users/UID`, which logind keeps: `STATE` is `active` while a session of the user has a seat or is
/// in use, and `SESSIONS` lists the sessions.
public struct LogindUser {
  private let lines: [Substring]
  private let isKnown: Bool

  /// The directory in which logind keeps a file for each user who is logged in.
  public static let directory = "/run/systemd/users"

  /// Reads what logind knows of a user.
  public init(_ userID: UInt32, directory: String = LogindUser.directory) {
    let bytes = FileReader(onlyRegularFiles: true).readIfPossible("\(directory)/\(userID)", limit: 65_536)
    lines = bytes.map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    do throws(SystemError) {
      let status = try FileStatus.ifPresent(directory)
      isKnown = bytes != nil || status != nil
    } catch {
      isKnown = false
    }
  }

  /// Whether a session of the user is active; true on a machine without logind.
  public var isActive: Bool { !isKnown || lines.contains("STATE=active") }

  /// The sessions.
  public var sessions: [String] {
    let line = lines.first { $0.hasPrefix("SESSIONS=") }
    return line?.dropFirst("SESSIONS=".count).split(separator: " ").map(String.init) ?? []
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
