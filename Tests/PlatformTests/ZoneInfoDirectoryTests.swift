import Foundation
import SchedulerCivilTime
import SchedulerPlatform
import Testing

@Suite struct ZoneInfoDirectoryTests {
  /// Removed with the instance. Each test case has its own.
  private let zones: TemporaryZones

  init() throws { zones = try TemporaryZones() }

  @Test(
    "an identifier is read from its file",
    arguments: [("Europe/Berlin", 1), ("America/Argentina/Salta", 2), ("Etc/GMT+1", 3), ("EST5EDT", 4), ("Etc/UTC", 5)])
  func known(_ identifier: String, _ hours: Int) throws {
    try zones.withDatabase()
    let rules = try zones.directory().rules(for: identifier)
    #expect((rules.identifier, rules.hours) == (identifier, hours))
  }

  @Test(
    "a name without a file, or that leads elsewhere, is unknown",
    arguments: [
      "Europe/Berlim", "europe/berlin", "Europe", "Europe/Berlin/Mitte", "", "/", "/etc/localtime", "../secret",
      "Europe/../../secret", "Europe/../EST5EDT", "./EST5EDT", "Europe//Berlin", "Europe/Berlin/", ".", "..",
      "Europe/Odd name", "Europe/Berlin\0", "Europe/Bérlin", String(repeating: "x", count: 5000),
    ])
  func unknown(_ identifier: String) throws {
    try zones.withDatabase().write("secret", TemporaryZones.fixed(9))
    #expect(throws: ZoneError.unknownIdentifier(identifier)) { try zones.directory().rules(for: identifier) }
  }

  @Test(
    "names of the database that are not IANA's are unknown, but not to $TZ",
    arguments: ["localtime", "posixrules", "Factory", "posix/Europe/Berlin", "right/Europe/Berlin"])
  func leftOut(_ identifier: String) throws {
    try zones.withDatabase().write("zoneinfo/\(identifier)", TemporaryZones.fixed(7))
    #expect(throws: ZoneError.unknownIdentifier(identifier)) { try zones.directory().rules(for: identifier) }
    #expect(try zones.directory(environmentTZ: identifier).systemRules().hours == 7)
  }

  @Test("UTC needs no file")
  func utc() throws {
    #expect(try zones.directory().rules(for: "UTC").hours == 0)
    #expect(try zones.directory().rules(for: "Etc/UTC").identifier == "UTC")
  }

  @Test("the error for a missing database names every directory that was tried")
  func noDatabase() throws {
    let directory = zones.directory()
    #expect(throws: ZoneError.noDatabase(directories: directory.directories)) {
      try directory.rules(for: "Europe/Berlin")
    }
    #expect(directory.identifiers().isEmpty)
  }

  @Test("damaged and huge files are named with their path")
  func damaged() throws {
    try zones.withDatabase().write(
      "zoneinfo/Europe/Huge", [UInt8](repeating: 84, count: 1 << 21))
    let (directory, path) = (zones.directory(), zones.database + "/Europe/Broken")
    #expect(throws: ZoneError.damaged(path: path, .truncated(expected: 54, actual: 53))) {
      try directory.rules(for: "Europe/Broken")
    }
    #expect(throws: ZoneError.damaged(path: zones.database + "/zone.tab", .badMagic(offset: 0))) {
      try directory.rules(for: "zone.tab")
    }
    let reason = "it is larger than the limit of 1048576 bytes"
    #expect(throws: ZoneError.unreadable(path: zones.database + "/Europe/Huge", reason: reason)) {
      try directory.rules(for: "Europe/Huge")
    }
  }

  @Test("the error for a zone file that is a link to itself gives the system's reason")
  func unreadable() throws {
    try zones.withDatabase().link("zoneinfo/Loop", to: "Loop")
    let expected = ZoneError.unreadable(path: zones.database + "/Loop", reason: "too many levels of symbolic links")
    #expect(throws: expected) { try zones.directory().rules(for: "Loop") }
  }

  @Test("the listing has each readable zone once, even if directory links form a circle")
  func identifiers() throws {
    try zones.withDatabase().link("zoneinfo/Europe/Circle", to: "../Europe")
    let identifiers = zones.directory().identifiers().filter { !$0.contains("Circle") }
    #expect(
      identifiers == [
        "America/Argentina/Salta", "EST5EDT", "Etc/GMT+1", "Etc/UTC", "Europe/Berlin", "Europe/Broken", "UTC",
      ])
  }

  @Test("the machine's database is found, and every zone in it can be read")
  func machine() throws {
    let directory = ZoneInfoDirectory.system(ProcessEnvironment(effectiveUserID: 0))
    #expect(directory.directories == ZoneInfoDirectory.usualDirectories)
    let identifiers = directory.identifiers()
    #expect(identifiers.count > 300)
    for identifier in identifiers {
      #expect(throws: Never.self) { try directory.rules(for: identifier) }
    }
  }

  @Test("$TZDIR replaces the usual databases when it is set and not empty")
  func environment() {
    let named = ProcessEnvironment(variables: ["TZDIR": "/nowhere/zones"], effectiveUserID: 0)
    #expect(ZoneInfoDirectory.system(named).directories == ["/nowhere/zones"])
    let empty = ProcessEnvironment(variables: ["TZDIR": ""], effectiveUserID: 0)
    #expect(ZoneInfoDirectory.system(empty).directories == ZoneInfoDirectory.usualDirectories)
  }
}
