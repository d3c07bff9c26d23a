import SchedulerCivilTime
import SchedulerDiagnostics
import Testing

@testable import Scheduler

/// What the windows do with a target, when that changes, and where the configuration says it.
@Suite struct OutlookTests {
  private static let toml = """
    timezone = "Europe/Berlin"
    [set.feeds]
    apps = ["vlc"]
    domains = [
      "news.org", "REDDIT.com",  # twice
      "reddit.com",
    ]
    [profile.day]
    window = ["mon-fri 09:00-12:00", "mon 12:00-13:00"]
    block = { sets = ["games", "feeds"], apps = ["/opt/run"], categories = ["Game"], domains = ["b.org", "a.org"] }
    allow.domains = ["old.reddit.com"]
    [profile.all]
    users = ["kim"]
    groups = ["staff"]
    window = ["mon 12:30-14:00"]
    [profile.all.block]
    apps = "all"
    domains = "all"
    [profile.always]
    window = ["00:00-24:00"]
    block.domains = ["always.org"]
    [profile.off]
    enabled = false
    window = ["00:00-24:00"]
    block.domains = ["reddit.com"]
    [profile.manual]
    block.domains = ["manual.org"]
    """

  private func outlook(_ domain: String, _ user: UserIdentity?, _ text: String) throws -> TargetOutlook {
    try configuration(Self.toml).outlook(
      on: .domain(try DomainName(domain)), for: user, at: try instant(text, zone("Europe/Berlin")),
      machine: MachineNames())
  }

  private static let kim = UserIdentity(name: "kim")
  private static let lee = UserIdentity(name: "lee", isComplete: false)
  private static let ada = UserIdentity(name: "ada", groups: ["users"])

  @Test(
    arguments: [
      ("reddit.com", ada, "2026-11-23 10:00", true, "2026-11-23 13:00"),
      ("reddit.com", ada, "2026-11-23 12:59:59", true, "2026-11-23 13:00"),
      ("reddit.com", ada, "2026-11-23 13:00", false, "2026-11-24 09:00"),
      ("reddit.com", kim, "2026-11-23 10:00", true, "2026-11-23 14:00"),
      ("reddit.com", nil, "2026-11-23 10:00", true, "2026-11-23 14:00"),
      ("reddit.com", kim, "2026-11-27 12:00", false, "2026-11-30 09:00"),
      ("old.reddit.com", kim, "2026-11-23 10:00", false, "2026-11-23 12:30"),
      ("old.reddit.com", ada, "2026-11-23 10:00", false, nil), ("localhost", kim, "2026-11-23 13:00", false, nil),
      ("always.org", ada, "2026-11-23 10:00", true, nil), ("manual.org", ada, "2026-11-23 10:00", false, nil),
    ] as [(String, UserIdentity?, String, Bool, String?)])
  func `a target stays blocked until the last of several consecutive intervals ends`(
    domain: String, user: UserIdentity?, at text: String, isBlocked: Bool, until change: String?
  ) throws {
    let outlook = try outlook(domain, user, text)
    #expect(outlook.isBlocked == isBlocked)
    #expect(try outlook.change == change.map { try instant($0, zone("Europe/Berlin")) })
  }

  /// The windows of a profile beside those of two that take turns every six hours until new year.
  @Test(
    arguments: [
      (nil, "2027-01-01 00:00"), ("22:00-02:00", "2027-01-01 02:00"), ("00:00-24:00", nil),
      ("12:00-13:00", "2027-01-01 00:00"),
    ] as [(String?, String?)])
  func `an outlook follows profiles that take turns to the end of the last one`(third: String?, change: String?) throws
  {
    func profile(_ key: String, _ windows: [String], _ rest: String) -> String {
      windows.map { window in
        let ends = window.split(separator: "-")
        return "[[profile.\(key).window]]\nstart = '\(ends[0])'\nend = '\(ends[1])'\n\(rest)\n"
      }.joined() + "[profile.\(key).block]\ndomains = ['a.org']\n"
    }
    let text =
      "timezone = 'Europe/Berlin'\n" + profile("a", ["00:00-06:00", "12:00-18:00"], "until = 2026-12-31")
      + profile("b", ["06:00-12:00", "18:00-24:00"], "until = 2026-12-31")
      + (third.map { profile("c", [$0], "") } ?? "")
    let berlin = try zone("Europe/Berlin")
    let outlook = try configuration(text).outlook(
      on: .domain(try DomainName("a.org")), for: nil, at: try instant("2026-11-23 10:00", berlin),
      machine: MachineNames())
    #expect(try outlook.change == change.map { try instant($0, berlin) })
  }

  @Test func `an outlook lists exactly the profiles that have a rule for the target`() throws {
    let keys = { (outlook: TargetOutlook) in outlook.stances.map(\.profile.key.text) }
    #expect(try keys(outlook("reddit.com", Self.ada, "2026-11-23 10:00")) == ["all", "day", "off"])
    #expect(try keys(outlook("example.org", Self.ada, "2026-11-23 10:00")) == ["all"])
    let stances = try outlook("old.reddit.com", Self.ada, "2026-11-23 10:00").stances
    #expect(stances.map(\.coversUser) == [false, true, true])
    #expect(stances.map(\.decision.isBlocked) == [true, false, true])
    #expect(stances.map(\.holds) == [false, true, true])
    #expect(stances.map(\.isBlocker) == [false, false, false])
  }

  @Test func `a layer for groups may be a blocker for a user whose groups are unknown`() throws {
    let users = [Self.kim, Self.lee, Self.ada, UserIdentity(name: nil, isComplete: false), nil]
    let doubts = try users.map { user in
      try outlook("reddit.com", user, "2026-11-23 10:00").stances.filter(\.mayBeBlocker).map(\.profile.key.text)
    }
    #expect(doubts == [[], ["all"], [], ["all"], []])
  }

  @Test func `the outlook at an instant is the verdict of its layers`() throws {
    let configuration = try configuration(Self.toml)
    let berlin = try zone("Europe/Berlin")
    let times = ["08:59:59", "09:00", "11:59:59", "12:00", "12:30", "12:59:59", "13:00", "13:59:59", "14:00"]
    for domain in ["reddit.com", "old.reddit.com", "example.org", "always.org", "b.org"] {
      let target = ResolvedTarget.domain(try DomainName(domain))
      for user in [Self.kim, Self.ada, nil] {
        for time in times {
          let now = try instant("2026-11-23 " + time, berlin)
          let outlook = configuration.outlook(on: target, for: user, at: now, machine: MachineNames())
          let verdict = Verdict(
            on: target, for: user, layers: configuration.layers(at: now), machine: MachineNames())
          #expect(outlook.isBlocked == verdict.isBlocked, "\(domain) at \(time)")
          let search = OutlookSearch(configuration, on: target, for: user, at: now, machine: MachineNames())
          #expect(search.resultInSteps.words == outlook.words, "\(domain) at \(time)")
          let before = outlook.change.map { $0.adding(seconds: -1) }
          for (later, isBlocked) in [(before, outlook.isBlocked), (outlook.change, !outlook.isBlocked)] {
            guard let later else { continue }
            let layers = configuration.layers(at: later)
            let then = Verdict(on: target, for: user, layers: layers, machine: MachineNames())
            #expect(then.isBlocked == isBlocked, "\(domain) at the change after \(time)")
          }
        }
      }
    }
  }

  @Test(
    arguments: [
      ("b.org", "day", nil, "10:93", "\"b.org\""), ("x.a.org", "day", nil, "10:102", "\"a.org\""),
      ("reddit.com", "day", "feeds", "5:15", "\"REDDIT.com\""), ("x.news.org", "day", "feeds", "5:3", "\"news.org\""),
      ("old.reddit.com", "day", nil, "11:18", "\"old.reddit.com\""), ("chess.com", "day", "games", nil, nil),
      ("example.org", "all", nil, "18:11", "\"all\""), ("localhost", "all", nil, "18:11", "\"all\""),
    ] as [(String, String, String?, String?, String?)])
  func `the finder gives the place of the entry that decides a domain`(
    domain: String, key: String, set: String?, place: String?, text: String?
  ) throws {
    try check(.domain(try DomainName(domain)), key, set, place, text)
  }

  @Test(
    arguments: [
      ("vlc", "day", "feeds", "3:9", "\"vlc\""), ("/opt/run", "day", nil, "10:46", "\"/opt/run\""),
      ("run", "day", nil, "10:46", "\"/opt/run\""), ("chess", "day", nil, "10:73", "\"Game\""),
      ("chess", "all", nil, "17:8", "\"all\""), ("steam", "day", "games", nil, nil),
    ] as [(String, String, String?, String?, String?)])
  func `the finder gives the place of the entry that decides an application`(
    name: String, key: String, set: String?, place: String?, text: String?
  ) throws {
    try check(.application(ApplicationName(name)), key, set, place, text)
  }

  private func check(_ target: Target, _ key: String, _ set: String?, _ place: String?, _ text: String?) throws {
    let configuration = try configuration(Self.toml)
    var sources = SourceMap()
    _ = sources.add(SourceText(name: "config.toml", Self.toml))
    let profile = try #require(ProfileKey(key).flatMap(configuration.profile))
    let decision = configuration.layer(of: profile).decision(on: Self.resolve(target), machine: MachineNames())
    var finder = EntryFinder(configuration, in: sources)
    let answer = finder.origin(of: decision, on: target, in: profile)
    let origin = try #require(answer)
    #expect(origin.setName == set)
    #expect(origin.location.map { "\($0.line):\($0.column)" } == place)
    let lines = Self.toml.split(separator: "\n", omittingEmptySubsequences: false)
    let found = origin.location.map { lines[$0.line - 1].dropFirst($0.column - 1).prefix($0.endColumn - $0.column) }
    #expect(found.map(String.init) == text)
  }

  /// `chess` is a game with a desktop entry; others have none.
  private static func resolve(_ target: Target) -> ResolvedTarget {
    switch target {
    case .domain(let name): return .domain(name)
    case .page(let page): return .page(page)
    case .application(let name):
      var identity = ApplicationIdentity(paths: name.text == "run" ? ["/opt/run"] : [], fileNames: [name.text])
      if name.isPath { identity = ApplicationIdentity(paths: [name.text]) }
      if name.text == "chess" {
        identity.categories = [.game]
        identity.isDesktopApplication = true
      }
      return .application(identity)
    }
  }
}

extension OutlookSearch {
  /// The result of the search, computed in the smallest steps.
  var resultInSteps: TargetOutlook {
    var search = self
    while true { if let outlook = search.advance(by: 1) { return outlook } }
  }
}

extension TargetOutlook {
  /// The change and the stances in words.
  var words: String {
    "\(change?.description ?? "never")"
      + stances.map { stance in
        "\n\(stance.profile.key) \(stance.isBlocker) \(stance.holds) \(stance.interval?.start.description ?? "") \(stance.remarks)"
      }.joined()
  }
}
