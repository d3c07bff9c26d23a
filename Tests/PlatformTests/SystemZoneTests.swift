import SchedulerCivilTime
import SchedulerPlatform
import Testing

@Suite struct SystemZoneTests {
  /// Removed with the instance. Each test case has its own.
  private let zones: TemporaryZones

  init() throws { zones = try TemporaryZones() }

  @Test(
    "$TZ is an identifier, else a POSIX rule; a colon before it means nothing",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin", 1), (":Europe/Berlin", "Europe/Berlin", 1), ("EST5EDT", "EST5EDT", 4),
      ("", "UTC", 0), (":", "UTC", 0), ("UTC", "UTC", 0), ("UTC0", "UTC0", 0), ("JST-9", "JST-9", 9),
      ("<+07>-7", "<+07>-7", 7), ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3", 1),
    ])
  func environmentZone(_ value: String, _ identifier: String, _ hours: Int) throws {
    try zones.withDatabase()
    let rules = try zones.directory(environmentTZ: value).systemRules()
    #expect((rules.identifier, rules.hours) == (identifier, hours))
  }

  @Test(
    "the machine's zone has an identifier only if its rules are found by it",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin"), ("EST5EDT", "EST5EDT"), ("", "UTC"), ("JST-9", nil), ("Europe/Berlim", nil),
      ("../secret/x9", nil), ("posix/Europe/Berlin", nil), ("/nowhere", nil), (nil, nil),
    ] as [(String?, String?)])
  func systemIdentifier(_ value: String?, _ identifier: String?) throws {
    try zones.withDatabase().write("localtime", TemporaryZones.fixed(7))
    #expect(zones.directory(environmentTZ: value).systemIdentifier == identifier)
  }

  @Test("a POSIX rule needs no database")
  func ruleWithoutDatabase() throws {
    #expect(try zones.directory(environmentTZ: "JST-9").systemRules().hours == 9)
  }

  @Test("$TZ with an unknown zone or an invalid rule is an error and does not mean UTC")
  func badEnvironmentZone() throws {
    try zones.withDatabase()
    for unknown in ["Europe/Berlim", "FOO", "../secret/x9"] {
      let error = #expect(throws: ZoneError.self) { try zones.directory(environmentTZ: unknown).systemRules() }
      let isReported =
        switch error {
        case .unknownIdentifier(unknown), .invalidRule(unknown, _): true
        default: false
        }
      #expect(isReported, "\(unknown)")
    }
    let rule = zones.directory(environmentTZ: "CET-1CEST,M3.5.0")
    let error = #expect(throws: ZoneError.self) { try rule.systemRules() }
    #expect("\(error!)".contains("expected ',' and the day on which daylight saving time starts or ends at byte 16"))
  }

  @Test("$TZ that is an identifier needs a database")
  func missingDatabase() throws {
    let directory = zones.directory(environmentTZ: "Europe/Berlin")
    #expect(throws: ZoneError.noDatabase(directories: directory.directories)) { try directory.systemRules() }
  }

  @Test("$TZ may be a file path, and a path inside the database is named by its identifier")
  func environmentPath() throws {
    try zones.withDatabase().write("elsewhere/zone", TemporaryZones.fixed(8))
    let berlin = try zones.directory(environmentTZ: ":\(zones.database)/Europe/Berlin").systemRules()
    #expect((berlin.identifier, berlin.hours) == ("Europe/Berlin", 1))
    let path = zones.folder.appendingPathComponent("elsewhere/zone").path
    let other = try zones.directory(environmentTZ: path).systemRules()
    #expect((other.identifier, other.hours) == (path, 8))
    #expect(throws: ZoneError.unknownIdentifier(path + "s")) {
      try zones.directory(environmentTZ: path + "s").systemRules()
    }
  }

  @Test(
    "without $TZ the link /etc/localtime is followed and names the zone",
    arguments: ["zoneinfo/Europe/Berlin", "./zoneinfo/Europe/Berlin"])
  func localtimeLink(_ target: String) throws {
    try zones.withDatabase().link("localtime", to: target)
    for environmentTZ in [nil, zones.localtime, ":" + zones.localtime] {
      let rules = try zones.directory(environmentTZ: environmentTZ).systemRules()
      #expect((rules.identifier, rules.hours) == ("Europe/Berlin", 1))
    }
  }

  @Test("a copied /etc/localtime gets the name in /etc/timezone if both zones are equal, else localtime")
  func localtimeCopy() throws {
    try zones.withDatabase().write("localtime", TemporaryZones.fixed(2))
    #expect(try zones.directory().systemRules().identifier == "localtime")
    try zones.write("timezone", Array("America/Argentina/Salta\n".utf8))
    #expect(try zones.directory().systemRules().identifier == "America/Argentina/Salta")
    try zones.write("timezone", Array("Europe/Berlin\n".utf8))
    #expect(try zones.directory().systemRules().identifier == "localtime")
    try zones.write("timezone", Array("../secret\n".utf8))
    let rules = try zones.directory().systemRules()
    #expect((rules.identifier, rules.hours) == ("localtime", 2))
  }

  @Test("without /etc/localtime the system zone is UTC")
  func noLocaltime() throws {
    #expect(try zones.directory().systemRules().identifier == "UTC")
    #expect(try zones.withDatabase().directory().systemRules().identifier == "UTC")
  }

  @Test("/etc/localtime as a link to UTC in a missing database means UTC")
  func linkToMissingUTC() throws {
    try zones.link("localtime", to: "/nowhere/zoneinfo/Etc/UTC")
    #expect(try zones.directory().systemRules().identifier == "UTC")
  }

  @Test("/etc/localtime as a link to any other missing zone is an error")
  func linkToMissingZone() throws {
    let directory = try zones.link("localtime", to: "/nowhere/zoneinfo/Europe/Berlim").directory()
    #expect(throws: ZoneError.noDatabase(directories: directory.directories)) { try directory.systemRules() }
    try zones.withDatabase()
    #expect(throws: ZoneError.unknownIdentifier("Europe/Berlim")) { try directory.systemRules() }
  }

  @Test("the error for a damaged /etc/localtime names the file")
  func damagedLocaltime() throws {
    try zones.withDatabase().write("localtime", Array("hello".utf8))
    #expect(throws: ZoneError.damaged(path: zones.localtime, .badMagic(offset: 0))) {
      try zones.directory().systemRules()
    }
  }
}
