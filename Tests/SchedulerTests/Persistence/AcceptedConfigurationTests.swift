import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerPlatform
import Testing

@testable import Scheduler

@Suite struct AcceptedConfigurationTests {
  private static let text = """
    [set.feeds]
    domains-file = ["lists/feeds.txt"]
    [profile.p]
    window = ["mon 09:00-12:00"]
    block.sets = ["feeds"]
    [profile.q]
    timezone = "Asia/Tokyo"

    """
  private static let name = "/etc/schedctl/config.toml"

  /// Zones of the machine, whose own is one of them.
  struct Travelling: ZoneSource {
    let identifier: String
    func rules(for identifier: String) throws(ZoneError) -> ZoneRules { try machineZones.rules(for: identifier) }
    func systemRules() throws(ZoneError) -> ZoneRules { try rules(for: identifier) }
    func identifiers() -> [String] { machineZones.identifiers() }
  }

  /// A machine with a POSIX rule as its own zone, or with one that says nothing.
  struct Stated: ZoneSource {
    let rule: String
    func rules(for identifier: String) throws(ZoneError) -> ZoneRules { try machineZones.rules(for: identifier) }
    func systemRules() throws(ZoneError) -> ZoneRules {
      do throws(POSIXRuleError) {
        return try ZoneRules(identifier: rule, posixRule: rule)
      } catch {
        throw .invalidRule(rule, error)
      }
    }
    func identifiers() -> [String] { machineZones.identifiers() }
  }

  /// What is accepted of some texts on a machine in a zone.
  private func accepted(
    _ text: String = text, list: String = "reddit.com\n", in identifier: String = "Europe/Berlin"
  ) throws -> AcceptedConfiguration {
    try accepted(text, list: list, on: Travelling(identifier: identifier))
  }

  private func accepted(
    _ text: String = text, list: String = "reddit.com\n", on zones: some ZoneSource
  ) throws -> AcceptedConfiguration {
    var sources = SourceMap()
    _ = sources.add(SourceText(name: Self.name, text))
    var diagnostics = DiagnosticList()
    let path = "/etc/schedctl/lists/feeds.txt"
    let configuration = try #require(
      Configuration(
        reading: &sources, zones: zones, lists: ListsInMemory([path: list]),
        diagnostics: &diagnostics))
    return AcceptedConfiguration(
      configuration, title: "config.toml", files: [.init(name: Self.name, text: text)],
      lists: [.init(name: path, text: list)], acceptedAt: Instant(epochSeconds: 1_795_417_200))
  }

  @Test func `an accepted configuration is read back as it was written`() throws {
    let record = try accepted()
    #expect(try AcceptedConfiguration(parsing: record.bytes) == record)
    let fixed = try accepted("timezone = \"UTC\"\n" + Self.text)
    #expect(fixed.systemZone == nil && record.systemZone?.identifier == "Europe/Berlin")
    #expect(try AcceptedConfiguration(parsing: fixed.bytes) == fixed)
  }

  @Test func `an accepted record restores its configuration, even on a machine whose zone has changed`() throws {
    let record = try accepted()
    let configuration = try #require(record.configuration(zones: Travelling(identifier: "America/New_York")))
    #expect(configuration.zone.rules.identifier == "Europe/Berlin" && configuration.zone.choice == .system)
    #expect(configuration.profiles.map(\.key.text) == ["p", "q"])
    #expect(configuration.blockedTargets(of: configuration.profiles[0]).domains.listed.map(\.text) == ["reddit.com"])
    #expect(record.systemRules(among: Travelling(identifier: "Asia/Tokyo"))?.identifier == "Europe/Berlin")
  }

  @Test(
    arguments: ["EST5EDT,M3.2.0,M11.1.0", "UTC0", "<+0545>-5:45"], [Stated(rule: "rubbish"), Stated(rule: "JST-9")])
  func `an accepted configuration restores a POSIX rule as the machine's zone`(rule: String, now: Stated) throws {
    let record = try accepted(on: Stated(rule: rule))
    let configuration = try #require(record.configuration(zones: now))
    #expect(configuration.zone.rules.identifier == rule && configuration.zone.choice == .system)
    #expect(record.systemRules(among: now)?.fingerprint == record.systemZone?.fingerprint)
  }

  @Test(arguments: [
    (AcceptedConfiguration.Difference.none, text, "reddit.com\n", "Europe/Berlin"),
    (.systemZone, text, "reddit.com\n", "America/New_York"), (.content, text + "#\n", "reddit.com\n", "Europe/Berlin"),
    (.content, text, "reddit.org\n", "Europe/Berlin"), (.content, text + "#\n", "reddit.com\n", "America/New_York"),
  ])
  func `the difference of two configurations names what changed`(
    difference: AcceptedConfiguration.Difference, text: String, list: String, zone: String
  ) throws {
    let other = try accepted(text, list: list, in: zone)
    #expect(try accepted().difference(to: other) == difference)
    #expect(try accepted().isSameRecord(as: other) == (difference == .none))
  }

  @Test func `changed rules of a named zone make another configuration`() throws {
    let record = try accepted()
    let moved = AcceptedConfiguration(
      title: record.title, acceptedAt: record.acceptedAt, files: record.files, lists: record.lists,
      systemZone: record.systemZone, namedZones: [.init(identifier: "Asia/Tokyo", fingerprint: 1)])
    #expect(record.difference(to: moved) == .content)
  }

  @Test func `a stored text that this version no longer accepts gives no configuration`() throws {
    let record = AcceptedConfiguration(
      title: "", acceptedAt: Instant(epochSeconds: 0), files: [.init(name: "x", text: "nonsense")], lists: [],
      systemZone: nil, namedZones: [])
    #expect(record.configuration(zones: machineZones) == nil)
  }

  @Test func `an accepted configuration that is cut off at any byte is an error`() throws {
    let bytes = try accepted().bytes
    for count in 0..<bytes.count - 1 {
      #expect(throws: AcceptedConfigurationError.self) { try AcceptedConfiguration(parsing: Array(bytes[..<count])) }
    }
  }

  @Test(arguments: ["version", "title", "acceptedAt", "files", "lists", "systemZone", "namedZones"])
  func `an accepted configuration that lacks one of its keys is damaged`(key: String) throws {
    let text = String(decoding: try accepted().bytes, as: UTF8.self).replacing("\"\(key)\":", with: "\"other\":")
    let error = AcceptedConfigurationError.damaged("'\(key)' is missing or not what it has to be")
    #expect(throws: error) { try AcceptedConfiguration(parsing: Array(text.utf8)) }
  }

  @Test func `an accepted configuration of a newer version is refused`() throws {
    let bytes = Array(#"{"version":2,"all":"different"}"#.utf8)
    #expect(throws: AcceptedConfigurationError.newerVersion(2)) { try AcceptedConfiguration(parsing: bytes) }
  }
}
