import Glibc
import SchedulerCivilTime

/// The zone files of a machine: one file per identifier, below a directory such as `/usr/share/zoneinfo`.
///
/// This type caches nothing: each call reads the files as they are now, which takes about 50 µs per zone.
public struct ZoneInfoDirectory: ZoneSource {
  /// The possible locations of the database. The first that is a directory is used.
  public let directories: [String]
  let environmentTZ: String?
  let localtimePath: String
  let timezonePath: String

  /// Creates a database in one of `directories`, and the sources of the machine's own zone.
  ///
  /// - Parameters:
  ///   - environmentTZ: the value of `$TZ`; nil if it is not set.
  ///   - localtimePath: usually `/etc/localtime`, a zone file or a link to one.
  ///   - timezonePath: usually `/etc/timezone`, a text file with an identifier.
  public init(directories: [String], environmentTZ: String?, localtimePath: String, timezonePath: String) {
    self.directories = directories
    self.environmentTZ = environmentTZ
    self.localtimePath = localtimePath
    self.timezonePath = timezonePath
  }

  /// Returns the database of this machine: in `$TZDIR`, or in the usual directories if that is not set. The machine's
  /// own zone is determined by `$TZ`, `/etc/localtime` and `/etc/timezone`. Reads no file yet.
  public static func system(_ environment: ProcessEnvironment) -> ZoneInfoDirectory {
    ZoneInfoDirectory(
      directories: environment["TZDIR"].map { [$0] } ?? usualDirectories,
      environmentTZ: environment.rawValue(of: "TZ"),
      localtimePath: "/etc/localtime",
      timezonePath: "/etc/timezone")
  }

  /// The usual locations of zone files, the most common first.
  public static let usualDirectories = [
    "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
  ]

  /// Returns the rules of an identifier from its file. `UTC` needs no file, nor does `Etc/UTC` on a machine without a
  /// database.
  ///
  /// - Throws: `unknownIdentifier` for a name without a file, for a text that cannot be a name, such as `../x`, and for
  ///   files of the database that are not IANA zones, such as `localtime`; `noDatabase`, `unreadable` and `damaged` as
  ///   they say.
  public func rules(for identifier: String) throws(ZoneError) -> ZoneRules {
    guard !ZoneListing.leavesOut(identifier) else { throw .unknownIdentifier(identifier) }
    return try storedRules(for: identifier)
  }

  /// Returns the rules of any file of the database, as glibc accepts them in `$TZ`.
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

  /// Returns every identifier that has a file, and `UTC`, sorted by their bytes.
  ///
  /// Examines every file instead of reading an index, because distributions omit files that the index lists. Takes
  /// milliseconds; for suggestions and tests. Omits the copies in `posix/` and `right/`, `posixrules`, `localtime` and
  /// `Factory`.
  public func identifiers() -> [String] {
    guard let database else { return [] }
    let found = ZoneListing.identifiers(below: database)
    return found.contains("UTC") ? found : (found + ["UTC"]).sorted()
  }

  /// The first of `directories` that exists.
  var database: String? { directories.first(where: FileStatus.isDirectory) }

  /// Maximum size of a zone file, in bytes. The largest real one has about 4 kB.
  static let sizeLimit = 1 << 20

  /// Returns the whole file, or nil if it does not exist.
  func bytes(at path: String) throws(ZoneError) -> [UInt8]? {
    do throws(FileSystemError) {
      return try FileReader(onlyRegularFiles: true).read(path, limit: Self.sizeLimit)
    } catch {
      switch error.reason {
      case .missing, .leadsNowhere, .isDirectory, .system(ENOTDIR, _), .system(ENAMETOOLONG, _): return nil
      default: throw .unreadable(path: path, reason: error.reason.description)
      }
    }
  }

  /// Returns the rules in the bytes of a file.
  func rules(_ identifier: String, bytes: [UInt8], path: String) throws(ZoneError) -> ZoneRules {
    try ZoneError.mapping(ZoneRules(identifier: identifier, tzif: bytes)) { .damaged(path: path, $0) }
  }
}
