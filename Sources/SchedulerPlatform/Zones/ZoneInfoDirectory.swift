import Glibc
import SchedulerCivilTime

/// The zone files of a machine: one file for each identifier, below a directory such as `/usr/share/zoneinfo`.
///
/// Holds no rules and keeps no file open: each question reads the files as they are now, which takes some 50 µs a zone.
public struct ZoneInfoDirectory: ZoneSource {
  /// Where the database may be; the first that is a directory is the database, the others are not looked at.
  public let directories: [String]
  let environmentTZ: String?
  let localtimePath: String
  let timezonePath: String

  /// A database to be found in one of `directories`, and what says which of its zones is the machine's own.
  ///
  /// - Parameters:
  ///   - environmentTZ: the value of `$TZ`; nil when it is not set.
  ///   - localtimePath: usually `/etc/localtime`, a zone file or a link to one.
  ///   - timezonePath: usually `/etc/timezone`, a text file with an identifier.
  public init(directories: [String], environmentTZ: String?, localtimePath: String, timezonePath: String) {
    self.directories = directories
    self.environmentTZ = environmentTZ
    self.localtimePath = localtimePath
    self.timezonePath = timezonePath
  }

  /// The database of this machine: in `$TZDIR`, or the usual places when that is not set; the machine's own zone by `$TZ`,
  /// `/etc/localtime` and `/etc/timezone`. Reads no file yet.
  public static func system(_ environment: ProcessEnvironment) -> ZoneInfoDirectory {
    ZoneInfoDirectory(
      directories: environment["TZDIR"].map { [$0] } ?? usualDirectories,
      environmentTZ: environment.rawValue(of: "TZ"),
      localtimePath: "/etc/localtime",
      timezonePath: "/etc/timezone")
  }

  /// Where systems keep their zone files, the most usual first.
  public static let usualDirectories = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
  ]

  /// The rules of an identifier, from its file. `UTC` needs none, nor does `Etc/UTC` on a machine without a database.
  ///
  /// - Throws: `unknownIdentifier` for a name without a file, for what cannot be a name, such as `../x`, and for files of
  ///   the database that are no zones of IANA's, such as `localtime`; `noDatabase`, `unreadable` and `damaged` as they say.
  public func rules(for identifier: String) throws(ZoneError) -> ZoneRules {
    guard !ZoneListing.leavesOut(identifier) else { throw .unknownIdentifier(identifier) }
    return try storedRules(for: identifier)
  }

  /// The same for every file of the database, as glibc takes them in `$TZ`.
  func storedRules(for identifier: String) throws(ZoneError) -> ZoneRules {
    if identifier == "UTC" { return .utc }
    guard ZoneIdentifier.isValid(identifier) else { throw .unknownIdentifier(identifier) }
    guard let database else {
      guard identifier != "Etc/UTC" else { return .utc }
      throw .noDatabase(directories: directories)
    }
    guard let bytes = try bytes(at: "\(database)/\(identifier)") else { throw .unknownIdentifier(identifier) }
    return try rules(identifier, bytes: bytes, path: "\(database)/\(identifier)")
  }

  /// Every identifier that has a file, sorted by its bytes, and `UTC`.
  ///
  /// Found by looking into every file, not by reading an index: distributions leave files out that the index names. Takes
  /// milliseconds; for suggestions and tests. The second copies `posix/` and `right/`, `posixrules`, `localtime` and
  /// `Factory` are left out.
  public func identifiers() -> [String] {
    guard let database else { return [] }
    let found = ZoneListing.identifiers(below: database)
    return found.contains("UTC") ? found : (found + ["UTC"]).sorted()
  }

  /// The first of `directories` that exists.
  var database: String? { directories.first(where: ZoneListing.isDirectory) }

  /// The largest real zone file has some 4 kB; what is larger than this is none, and not worth the memory.
  static let sizeLimit = 1 << 20

  /// The whole file, or nil when there is none.
  func bytes(at path: String) throws(ZoneError) -> [UInt8]? {
    do throws(FileError) {
      return try FileReader(onlyRegularFiles: true).read(path, limit: Self.sizeLimit)
    } catch {
      switch error.reason {
      case .missing, .leadsNowhere, .isDirectory, .system(SystemError(code: ENOTDIR)),
        .system(SystemError(code: ENAMETOOLONG)):
        return nil
      default: throw .unreadable(path: path, reason: error.reason.description)
      }
    }
  }

  /// The rules in the bytes of a file.
  func rules(_ identifier: String, bytes: [UInt8], path: String) throws(ZoneError) -> ZoneRules {
    do throws(TZifError) {
      return try ZoneRules(identifier: identifier, tzif: bytes)
    } catch {
      throw .damaged(path: path, error)
    }
  }
}
