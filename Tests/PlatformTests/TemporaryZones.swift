import Foundation
import SchedulerCivilTime
import SchedulerPlatform

/// A zone database, `localtime` and `timezone` of an artificial machine, in a folder that is removed with the instance.
final class TemporaryZones {
  let folder: URL
  var database: String { folder.appendingPathComponent("zoneinfo").path }
  var localtime: String { folder.appendingPathComponent("localtime").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Returns a file of version 1 with a constant offset.
  static func fixed(_ hours: UInt8) -> [UInt8] {
    let counts: [UInt8] = [0, 0, 0, 0, 1, 4].flatMap { [0, 0, 0, $0] }
    let seconds = Int(hours) * 3600
    let type: [UInt8] = [0, 0, UInt8(seconds / 256), UInt8(seconds % 256), 0, 0]
    return Array("TZif".utf8) + Array(repeating: 0, count: 16) + counts + type + Array("TST\0".utf8)
  }

  /// Writes a file in the folder.
  @discardableResult
  func write(_ path: String, _ bytes: [UInt8]) throws -> TemporaryZones {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    return self
  }

  /// Creates a symbolic link in the folder.
  @discardableResult
  func link(_ path: String, to target: String) throws -> TemporaryZones {
    let file = folder.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    return self
  }

  /// Creates a database with five zones, and with files that are not zones.
  @discardableResult
  func withDatabase() throws -> TemporaryZones {
    for (index, identifier) in ["Europe/Berlin", "America/Argentina/Salta", "Etc/GMT+1", "EST5EDT", "Etc/UTC"]
      .enumerated()
    {
      try write("zoneinfo/\(identifier)", Self.fixed(UInt8(index + 1)))
    }
    for other in ["posix/Europe/Berlin", "right/Europe/Berlin", "posixrules", "localtime", "Factory"] {
      try write("zoneinfo/\(other)", Self.fixed(9))
    }
    try write("zoneinfo/zone.tab", Array("# a table".utf8))
    try write("zoneinfo/Europe/Broken", Array(Self.fixed(1).dropLast()))
    return try write("zoneinfo/Europe/Odd name", Self.fixed(9))
  }

  func directory(environmentTZ: String? = nil) -> ZoneInfoDirectory {
    ZoneInfoDirectory(
      directories: [folder.appendingPathComponent("nowhere").path, database], environmentTZ: environmentTZ,
      localtimePath: localtime, timezonePath: folder.appendingPathComponent("timezone").path)
  }
}

extension ZoneRules {
  /// The hours ahead of UTC, which identify the zones of `TemporaryZones`.
  var hours: Int { Int(offset(at: Instant(epochSeconds: 0)).seconds) / 3600 }
}
