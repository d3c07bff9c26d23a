import SchedulerCivilTime
import SchedulerStore
import Testing

@testable import Scheduler

/// What follows from the facts on an instance.
@Suite struct InspectionTests {
  /// A fact, and what follows from it beside an instance that is well.
  struct Case: CustomTestStringConvertible {
    let name: String
    let findings: [String]
    let change: @Sendable (inout Inspection) -> Void

    init(_ name: String, _ findings: String..., change: @escaping @Sendable (inout Inspection) -> Void) {
      self.name = name
      self.findings = findings
      self.change = change
    }

    var testDescription: String { name }
  }

  private static let now = Instant(epochSeconds: 1_795_424_400)

  /// One in which all is well: each area says so once.
  private static var well: Inspection {
    var state = StateFacts(path: "/var/lib/schedctl", presence: .readable)
    state.owner = "root"
    state.permissions = 0o755
    state.freeBytes = 1 << 30
    state.writer = .none
    var evaluation = EvaluationFacts(evaluatedAt: now.adding(seconds: -30), authorization: .approved)
    evaluation.dueCount = 1
    return Inspection(
      at: now, zone: .utc, state: state, evaluation: evaluation,
      clocks: ClockFacts(isSynchronised: true, hardware: now.adding(seconds: 1)),
      systemZone: SystemZoneFacts(identifier: "Europe/Berlin"),
      configuration: ConfigurationFacts(.files, title: "week.toml", acceptedAt: now))
  }

  @Test(arguments: [StateFacts.Writer.none, .process(7)])
  func `doctor suggests 'run --once' only if no daemon runs`(writer: StateFacts.Writer) {
    var inspection = Self.well
    inspection.state.writer = writer
    inspection.evaluation?.evaluatedAt = Self.now.adding(seconds: -1_000)
    inspection.evaluation?.shield = ShieldFileStatus(generation: 1, isBehind: true)
    let remedies = inspection.findings.filter { $0.gravity == .problem }.compactMap(\.remedy)
    let isKept = if case .process = writer { true } else { false }
    #expect(remedies.count == (isKept ? 2 : 3))
    #expect(remedies.allSatisfy { $0.contains("run --once") != isKept }, "\(remedies)")
  }

  private static let cases: [Case] = [
    Case("no state", "note state-missing") { $0.state.presence = .missing },
    Case("a state that cannot be used", "problem state-unusable") {
      $0.state.presence = .unusable("permission denied", remedy: nil)
    },
    Case("a directory that others can change", "problem state-exposed") { $0.state.permissions = 0o775 },
    Case("a directory on a way that others can change", "problem state-exposed") { $0.state.exposure = ("x", nil) },
    Case("files that others can change", "problem state-exposed") {
      $0.state.exposedFiles = ["journal", "shield.json"]
    },
    Case("just enough room") { $0.state.freeBytes = 16 << 20 },
    Case("too little room", "problem space") { $0.state.freeBytes = 16 << 20 - 1 },
    Case("a disk that can only be read", "problem space") { $0.state.isReadOnly = true },
    Case("a file of somebody else", "problem state-directory") { $0.state.foreignFiles = ["journal"] },
    Case("another process", "note writer") { $0.state.writer = .process(7) },
    Case("a process that is not known", "note writer") { $0.state.writer = .process(nil) },
    Case("a lock that may not be looked at") { $0.state.writer = .unknown },
    Case("a torn end that was kept", "note torn-end") { $0.state.keepsTornEnd = true },
    Case("never evaluated", "problem keeper", "note evaluation") { $0.evaluation?.evaluatedAt = nil },
    Case("a state that is lost", "problem keeper", "problem journal") {
      $0.evaluation?.evaluatedAt = nil
      $0.evaluation?.losses = [.missingFile("journal")]
    },
    Case("nobody evaluates, and nothing is due", "problem keeper") {
      $0.evaluation?.evaluatedAt = now.adding(seconds: -3_600)
      $0.evaluation?.dueCount = 0
    },
    Case("a daemon that has slept for an hour, because nothing was due", "note writer") {
      $0.state.writer = .process(7)
      $0.evaluation?.evaluatedAt = now.adding(seconds: -3_600)
      $0.evaluation?.dueCount = 0
    },
    Case("due for two minutes") { $0.evaluation?.evaluatedAt = now.adding(seconds: -120) },
    Case("due for longer", "problem keeper", "problem evaluation") {
      $0.evaluation?.evaluatedAt = now.adding(seconds: -121)
    },
    Case("a damaged journal", "problem journal") {
      $0.evaluation?.losses = [.damaged(file: "journal", bytes: 0..<8)]
    },
    Case("a torn end", "note torn-end") { $0.evaluation?.losses = [.tornEnd(file: "journal", byteCount: 8)] },
    Case("lost changes and an older snapshot", "problem journal", "problem journal") {
      $0.evaluation?.losses = [.incompleteSnapshot(file: "snapshot"), .missingChanges(first: 3, last: 5)]
    },
    Case("a damaged record", "problem record") {
      $0.evaluation?.problems = [StateProblem(place: "byte 0", expected: "JSON")]
    },
    Case("history with gaps", "note history") { $0.evaluation?.historyLosses = ["1 line is missing"] },
    Case("a loss that history records", "note state-loss") {
      let line = #"{"event":"stateDidLose","profile":"p","delivered":"2026-11-23T09:01:00.000Z","message":"x"}"#
      $0.evaluation?.recordedLoss = HistoryRecord(line: Array(line.utf8)).flatMap(RecordedLoss.init)
    },
    Case("history that may not be read", "note history") { $0.evaluation?.historyFault = "permission denied" },
    Case("a shield that may not be read", "note shield") { $0.evaluation?.shieldFault = "permission denied" },
    Case("consent denied", "note authorization") { $0.evaluation?.authorization = .denied },
    Case("no consent", "problem authorization") { $0.evaluation?.authorization = .notDetermined },
    Case("consent that ends", "note authorization") { $0.evaluation?.awaitedAuthorization = .notDetermined },
    Case("a clock just before the newest record", "problem clock") {
      $0.evaluation?.evaluatedAt = now.adding(seconds: 1)
    },
    Case("a clock at the newest record") { $0.evaluation?.evaluatedAt = now },
    Case("a clock that nobody sets", "note clock-unsynchronised") { $0.clocks.isSynchronised = false },
    Case("no hardware clock") { $0.clocks.hardware = nil },
    Case("a hardware clock that drifted a little") { $0.clocks.hardware = now.adding(seconds: -120) },
    Case("a hardware clock that drifted", "note hardware-clock") { $0.clocks.hardware = now.adding(seconds: 121) },
    Case("a hardware clock of local time") { $0.clocks.hardware = now.adding(seconds: 20_700 - 60) },
    Case("a hardware clock of another day", "note hardware-clock") { $0.clocks.hardware = now.adding(seconds: 86_400) },
    Case("no zone", "problem zone") { $0.systemZone = SystemZoneFacts(identifier: nil) },
    Case("'TZ' that says the same") { $0.systemZone.environment = "Europe/Berlin" },
    Case("'TZ' that says something else", "note zone-differs") {
      $0.systemZone.environment = "Europe/Berlin"
      $0.systemZone.localtime = "America/New_York"
    },
    Case("a configuration that is kept", "problem configuration") {
      $0.configuration.standing = .kept(reason: "the configuration has errors")
    },
    Case("no configuration", "problem configuration") {
      $0.configuration.standing = .none(reason: "there is no configuration")
    },
    Case("an accepted configuration that cannot be read", "problem configuration") {
      $0.configuration.recordFault = "an accepted configuration in 'state' cannot be used: it is missing"
    },
    Case("files that are newer", "note configuration-changed") { $0.configuration.isChanged = true },
    Case("warnings", "note configuration-warnings") { $0.configuration.warningCount = 2 },
    Case("files that others can change", "problem configuration-exposed") { $0.configuration.exposures = ["x"] },
    Case("consent in such a file", "note configuration-exposed") { $0.configuration.consentsInVain = true },
    Case("what waits", "note waiting", "note waiting") { $0.waiting = ["a", "b"] },
    Case("files that outlive a shield", "note expiry") {
      $0.enforcement = EnforcementStatus(adapters: [AdapterStanding(.hosts)])
      $0.removesExpired = false
    },
    Case("a file that a dead daemon left", "note expiry") { $0.leftovers = ["/etc/hosts"] },
    Case("files that a unit reverts") { $0.enforcement = EnforcementStatus(adapters: [AdapterStanding(.hosts)]) },
    Case("an adapter without files") {
      $0.enforcement = EnforcementStatus(adapters: [AdapterStanding(.sweeper)])
      $0.removesExpired = false
    },
  ]

  private static func words(_ findings: [Finding]) -> [String] {
    findings.filter { $0.gravity != .ok && $0.code != .enforcement }.map {
      "\($0.gravity.rawValue) \($0.code.rawValue)"
    }
  }

  @Test func `a healthy instance has an ok finding for each area, and always a note about enforcement`() {
    let findings = Self.well.findings
    #expect(Self.words(findings).isEmpty, "\(findings)")
    #expect(
      findings.map(\.code) == [
        .configuration, .stateDirectory, .space, .writer, .authorization, .evaluation, .journal, .history, .clock,
        .zone,
        .enforcement,
      ])
    #expect(findings.last?.gravity == .note)
  }

  @Test(
    arguments: [([.hosts], true), ([.hosts, .firefox], false), ([], false)] as [([EnforcementSettings.Adapter], Bool)])
  func `doctor says that urls are not enforced if no adapter for a browser works`(
    adapters: [EnforcementSettings.Adapter], isSaid: Bool
  ) {
    var inspection = Self.well
    inspection.enforcement = EnforcementStatus(adapters: adapters.map { AdapterStanding($0) })
    #expect(!inspection.findings.contains { $0.text.contains("'urls'") })
    inspection.configuration.blocksURLs = true
    #expect(inspection.findings.contains { $0.text.contains("'urls'") } == isSaid)
    // With the extension of the browsers they are blocked, unless it may not know them.
    inspection.hasExtension = true
    #expect(inspection.findings.contains { $0.text.contains("by the browser extension alone") } == isSaid)
    #expect(!inspection.findings.contains { $0.code == .shieldPage })
    inspection.configuration.isPrivate = true
    #expect(!inspection.findings.contains { $0.text.contains("by the browser extension alone") })
    #expect(inspection.findings.contains { $0.code == .shieldPage && $0.text.contains("'private = true'") })
  }

  @Test(arguments: cases)
  func `each fact about an instance leads to its findings`(fact: Case) {
    var inspection = Self.well
    fact.change(&inspection)
    #expect(Self.words(inspection.findings) == fact.findings, "\(inspection.findings)")
  }

  @Test(arguments: [
    (ShieldFileStatus(generation: 3, isBehind: true), nil, "problem"),
    (ShieldFileStatus(generation: nil, isBehind: true), nil, "problem"),
    (ShieldFileStatus(generation: 3, isBehind: false), nil, "ok"),
    (ShieldFileStatus(generation: 3, isBehind: false), now.adding(seconds: 1), "ok"),
    (ShieldFileStatus(generation: 3, isBehind: false), now, "problem"),
  ])
  func `doctor reports a shield that is behind or past its end as a problem, and any other as ok`(
    standing: ShieldFileStatus, end: Instant?, gravity: String
  ) {
    var inspection = Self.well
    inspection.evaluation?.shield = standing
    inspection.evaluation?.shieldEnd = end
    #expect(inspection.findings.filter { $0.code == .shield }.map(\.gravity.rawValue) == [gravity])
  }

  @Test(arguments: [(Int64?.none, "note", true), (3, "problem", false)])
  func `doctor reports a set that an adapter cannot express as a problem, with its remedy`(
    generation: Int64?, gravity: String, isUseless: Bool
  ) {
    var hosts = AdapterStanding(.hosts)
    hosts.state = .unavailable(reason: "all domains", generation: generation)
    hosts.remedy = "list them"
    var inspection = Self.well
    inspection.enforcement = EnforcementStatus(adapters: [hosts])
    let findings = inspection.findings.filter { $0.code == .enforcement }
    #expect(findings.first?.gravity.rawValue == gravity && findings.first?.remedy == "list them")
    #expect(findings.contains { $0.text.contains("no adapter can work here") } == isUseless)
  }

  @Test func `doctor does not call a configuration in force while one of its changes waits`() {
    var inspection = Self.well
    #expect(inspection.findings.first?.text == "week.toml is in force since 2026-11-23 09:00")
    inspection.waiting = ["1 change waits"]
    #expect(inspection.findings.first?.text == "week.toml has no errors, and is not in force as a whole yet")
  }

  @Test func `doctor reports about an unreadable state only that it cannot be used`() {
    var inspection = Self.well
    inspection.state.presence = .unusable("permission denied", remedy: nil)
    inspection.evaluation = nil
    inspection.configuration.isRecordKnown = false
    let codes = inspection.findings.map(\.code)
    #expect(codes == [.configuration, .stateUnusable, .clock, .zone, .enforcement])
    #expect(inspection.findings.first?.text == "week.toml has no errors")
  }

  @Test func `doctor reports about a missing state only that it is missing and whether consent is given`() {
    var inspection = Self.well
    inspection.state.presence = .missing
    let codes = inspection.findings.map(\.code)
    #expect(codes == [.configuration, .stateMissing, .authorization, .clock, .zone, .enforcement])
  }

  @Test func `every problem but two has a remedy, no text ends in a full stop, and every code occurs`() {
    var codes = Set(Self.well.findings.map(\.code)).union([.shield])
    for fact in Self.cases {
      var inspection = Self.well
      fact.change(&inspection)
      for finding in inspection.findings {
        codes.insert(finding.code)
        let isOurs = ![.stateUnusable, .stateExposed].contains(finding.code)
        #expect(finding.gravity != .problem || !isOurs || finding.remedy != nil, "\(finding)")
        #expect(!finding.text.isEmpty && finding.text.last != ".", "\(finding)")
      }
    }
    // The caller makes these findings.
    #expect(codes.union([.browser, .nameServer, .shieldPage, .use]) == Set(Finding.Code.allCases))
  }

  @Test func `the findings about browsers and name servers follow those about adapters`() {
    var inspection = Self.well
    inspection.components = [Finding(.note, code: .browser, text: "Firefox is not reached")]
    #expect(inspection.findings.map(\.code).suffix(2) == [.enforcement, .browser])
  }
}
