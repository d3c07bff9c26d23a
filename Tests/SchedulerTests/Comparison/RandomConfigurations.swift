import SchedulerCivilTime
import TestSupport

@testable import Scheduler

/// Pairs of configurations as one person might have them before and after an edit.
enum RandomConfigurations {
  private static let zones = ["Europe/Berlin", "Europe/Paris", "Africa/Lagos", "Australia/Lord_Howe"]
  private static let domains = ["a.org", "b.a.org", "c.b.a.org", "d.a.org", "e.net", "f.e.net"].map {
    DomainName(checked: $0)
  }
  private static let applications = ["one", "two", "/bin/three"].map { ApplicationName($0) }

  /// Two configurations with up to three profiles each, which often have windows or targets in common.
  static func pair(seed: UInt64) throws -> (Configuration, Configuration) {
    var random = SeededGenerator(seed: seed)
    let old = try (0..<3).map { try profile($0, using: &random) }
    let new = try old.map { try Bool.random(using: &random) ? edited($0, using: &random) : $0 }
    let zone = try configuredZone(using: &random)
    let isSameZone = Int.random(in: 0..<3, using: &random) > 0
    return (
      Configuration(zone: zone, profiles: some(of: old, using: &random)),
      Configuration(
        zone: isSameZone ? zone : try configuredZone(using: &random), profiles: some(of: new, using: &random))
    )
  }

  private static func some(of profiles: [Profile], using random: inout SeededGenerator) -> [Profile] {
    profiles.filter { _ in Int.random(in: 0..<5, using: &random) > 0 }
  }

  private static func configuredZone(using random: inout SeededGenerator) throws -> ConfiguredZone {
    let identifier = zones.randomElement(using: &random) ?? "UTC"
    return ConfiguredZone(.identifier(identifier), rules: try zone(identifier))
  }

  private static func profile(_ number: Int, using random: inout SeededGenerator) throws -> Profile {
    var profile = Profile(ProfileReference(key: ProfileKey("p\(number)")!))
    profile.windows = windows(using: &random)
    profile.block.domains = domainCoverage(using: &random)
    profile.block.urls = urls(using: &random)
    profile.allow.domains = domains.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    profile.block.applications = .listed(applications.filter { _ in Bool.random(using: &random) })
    if Bool.random(using: &random) { profile.breaks = BreakRules(lengthSeconds: 300) }
    return profile
  }

  /// A profile after a change, which may change nothing.
  private static func edited(_ profile: Profile, using random: inout SeededGenerator) throws -> Profile {
    var edited = profile
    switch Int.random(in: 0..<10, using: &random) {
    case 0: edited.windows = windows(using: &random)
    case 1: edited.windows.removeLast()
    case 2: edited.windows.append(contentsOf: windows(using: &random))
    case 3: edited.windows.shuffle(using: &random)
    case 4: edited.block.domains = domainCoverage(using: &random)
    case 5: edited.allow.domains = domains.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    case 6: edited.isEnabled = false
    case 7: edited.lock = .remote
    case 8: edited.block.urls = urls(using: &random)
    default:
      edited.name = "Another name"
      edited.breaks = BreakRules(lengthSeconds: 300)
      for index in edited.windows.indices { edited.windows[index].warningSeconds = [600, 60] }
    }
    return edited
  }

  private static func windows(using random: inout SeededGenerator) -> [Window] {
    let center = CivilDate(year: 2026, month: 4, day: 5)!
    return RandomWindows.make(around: center, using: &random).map { written in
      var window = written.window
      if Bool.random(using: &random) { window.warningSeconds = [300] }
      return window
    }
  }

  private static func domainCoverage(using random: inout SeededGenerator) -> Coverage<DomainName> {
    if Int.random(in: 0..<5, using: &random) == 0 { return .all }
    return .listed(domains.filter { _ in Bool.random(using: &random) })
  }

  private static func urls(using random: inout SeededGenerator) -> [SitePath] {
    pages.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
  }

  /// Pages to list and to ask about, on names that may be listed.
  static let pages = domains.flatMap { host in
    ["/p", "/p/q", "/r"].compactMap { SitePath(host: host, path: $0[...]) }
  }

  /// Names to ask about.
  static let probes = domains.flatMap { [$0.text, "x.\($0.text)"] } + ["org", "net", "other.com"]

  /// Rules of a layer.
  static func domainRules(using random: inout SeededGenerator) -> Layer.DomainRules {
    var rules = Layer.DomainRules()
    rules.default = Bool.random(using: &random) ? .block : .allow
    rules.block = domains.filter { _ in Bool.random(using: &random) }
    rules.allow = domains.filter { _ in Bool.random(using: &random) }
    return rules
  }

  /// Whether two layers do the same with every name that one could ask about, by trying them.
  static func blocksSame(_ first: Layer, _ second: Layer) -> Bool {
    probes.allSatisfy { blocks(first.domains, $0) == blocks(second.domains, $0) }
      && pages.allSatisfy { blocks(first.domains, $0) == blocks(second.domains, $0) }
      && first.applications == second.applications && first.deniesAppRemoval == second.deniesAppRemoval
      && first.deniesAppInstallation == second.deniesAppInstallation
  }

  /// An entry for a path decides unless there is a longer name.
  static func blocks(_ rules: Layer.DomainRules, _ page: SitePath) -> Bool {
    let covering = rules.urls.filter { $0.covers(page) }.map(\.host.text.count).max() ?? -1
    let listed =
      (rules.block + rules.allow).filter { page.host.isEqualOrSubdomain(of: $0) }.map(\.text.count).max() ?? -1
    return covering >= 0 && covering >= listed || blocks(rules, page.host.text)
  }

  /// The longest entry at the end of a name decides, by looking at all of them.
  static func blocks(_ rules: Layer.DomainRules, _ name: String) -> Bool {
    func longest(_ entries: [DomainName]) -> Int {
      entries.map(\.text).filter { name == $0 || name.hasSuffix(".\($0)") }.map(\.count).max() ?? -1
    }
    let (block, allow) = (longest(rules.block), longest(rules.allow))
    return block == allow ? block < 0 && rules.default == .block : block > allow
  }
}
