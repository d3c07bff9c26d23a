import Scheduler
import SchedulerCivilTime

/// A change of the configuration that the use or the attempts of a period speak for.
public struct Advice: Hashable, Sendable {
  /// The target or the hour that it is about.
  public let name: String
  /// Why it is made: a sentence without a full stop.
  public let reason: String
  /// The lines to paste at the end of the configuration.
  public let toml: String
}

extension Advice {
  /// The least use that speaks for a suggestion, in seconds, and its least share of all use.
  private static let leastSeconds: Int64 = 600
  private static let leastShare: Int64 = 20

  /// Suggests a profile for the most used target that no profile names; nil if there is none.
  ///
  /// Programs that cannot or need not be shielded are left out. A browser is left out if its domains are known.
  ///
  /// - Parameters:
  ///   - hours: returns the use of an application or a domain in each hour of the clock.
  ///   - identity: returns the application of a name as the machine knows it.
  public static func target(
    of sums: UseSums, beside configuration: Configuration, hours: (_ name: String, _ isDomain: Bool) -> [Int64],
    identity: (ApplicationName) -> ApplicationIdentity
  ) -> Advice? {
    let named = NamedTargets(configuration)
    let applications = sums.applications.map { (entry: $0, isDomain: false) }
    let domains = sums.domains.map { (entry: $0, isDomain: true) }
    let most = (applications + domains).sorted { $0.entry.seconds > $1.entry.seconds }
    for (entry, isDomain) in most {
      guard entry.seconds >= leastSeconds, entry.seconds >= sums.seconds / leastShare else { return nil }
      guard entry.name.isPlain, entry.name != UseDay.otherNames else { continue }
      if isDomain {
        if named.includes(domain: entry.name) { continue }
      } else if !ApplicationName.canBeBlocked(entry.name) {
        continue
      } else {
        // The record knows the categories that an application had, also where it is not installed any more.
        var application = identity(ApplicationName(entry.name))
        application.categories.formUnion(entry.categories.compactMap(ApplicationCategory.init))
        let isBrowser = application.categories.contains(.webBrowser) && !sums.domains.isEmpty
        if isBrowser || application.isNeverShielded || application.isSparedByAll { continue }
        if named.includes(application, named: entry.name) { continue }
      }
      return target(entry, isDomain: isDomain, at: hours(entry.name, isDomain), beside: configuration)
    }
    return nil
  }

  private static func target(
    _ entry: UseSums.Entry, isDomain: Bool, at hours: [Int64], beside configuration: Configuration
  ) -> Advice {
    let hour = hours.indices.max { (hours[$0], $1) < (hours[$1], $0) } ?? 0
    let letters = entry.name.lowercased().map { ProfileKey.isValid(String($0)) && $0 != "_" ? $0 : "-" }
    let key = "less-" + String(letters).split(separator: "-").joined(separator: "-")
    return Advice(
      name: entry.name,
      reason: "no profile names '\(entry.name)', which you used for \(LengthWords.text(seconds: entry.seconds))",
      toml: """
        [profile.\(configuration.freeKey(key))]
        window = ["daily \(clock(hour))-\(clock(hour + 1))"]
        block = { \(isDomain ? "domains" : "apps") = ["\(entry.name)"] }
        """)
  }

  /// Suggests a window for the hour with most attempts, for the profile that saw most of them. Nil if there are few
  /// attempts, or if the profile has that hour on all dates.
  public static func hour(of insights: Insights, beside configuration: Configuration) -> Advice? {
    let hours = insights.attemptsByHour
    guard let hour = hours.indices.max(by: { (hours[$0], $1) < (hours[$1], $0) }), hours[hour] >= leastAttempts else {
      return nil
    }
    let counts = insights.attemptsByProfileHour.mapValues { $0[hour] }
    let profiles = configuration.profiles.filter { counts[$0.key.text] ?? 0 > 0 }
    guard let profile = profiles.max(by: { (counts[$0.key.text] ?? 0, $1.key) < (counts[$1.key.text] ?? 0, $0.key) })
    else { return nil }
    guard
      !configuration.profiles.contains(where: { other in
        other.block.hasEntries(of: profile.block)
          && configuration.isActive(other, at: hour, on: insights.dates)
      }), let block = profile.block.toml
    else { return nil }
    let total = hours.reduce(Int64(0)) { $0.saturatingSum(with: $1) }
    return Advice(
      name: clock(hour),
      reason: "\(hours[hour]) of \(total) attempts were between \(clock(hour)) and \(clock(hour + 1)), most while "
        + "'\(profile.key)' ran, which has no window then on every day",
      toml: """
        [profile.\(configuration.freeKey("\(profile.key)-at-\(hour)"))]
        window = ["daily \(clock(hour))-\(clock(hour + 1))"]
        block = \(block)
        """)
  }

  /// The least number of attempts in an hour that speaks for a suggestion.
  private static let leastAttempts: Int64 = 3

  private static func clock(_ hour: Int) -> String { hour < 10 ? "0\(hour):00" : "\(hour):00" }
}

extension Configuration {
  /// Returns a key that no profile has: this one, or this one with a number.
  fileprivate func freeKey(_ base: String) -> String {
    var key = base
    var number = 2
    while profiles.contains(where: { $0.key.text == key }) { (key, number) = ("\(base)-\(number)", number + 1) }
    return key
  }

  /// Whether the windows of a profile have an hour of the clock on all of some dates.
  fileprivate func isActive(_ profile: Profile, at hour: Int, on dates: [CivilDate]) -> Bool {
    let timeline = timeline(of: profile)
    let zone = zone(of: profile).rules
    return dates.allSatisfy { date in
      timeline.isActive(at: zone.resolve(localSeconds: Int64(date.epochDay) * 86_400 + Int64(hour) * 3_600).compatible)
    }
  }
}

extension BlockedTargets {
  /// The number of names that are worth a line to paste.
  private static let mostNames = 20

  /// Whether the entries are those of another profile, but for pages and installation.
  fileprivate func hasEntries(of other: BlockedTargets) -> Bool {
    sets == other.sets && applications == other.applications && categories == other.categories
      && domains == other.domains
  }

  /// The entries as an inline table; nil if there are none, or too many.
  fileprivate var toml: String? {
    let names = [
      ("sets", sets), ("apps", applications.listed.map(\.text)), ("categories", categories.map(\.name)),
      ("domains", domains.listed.map(\.text)),
    ]
    guard names.reduce(0, { $0 + $1.1.count }) <= Self.mostNames, names.flatMap(\.1).allSatisfy(\.isPlain) else {
      return nil
    }
    let keys = names.compactMap { key, names -> String? in
      let isAll = key == "apps" && applications == .all || key == "domains" && domains == .all
      if isAll { return "\(key) = \"all\"" }
      return names.isEmpty ? nil : "\(key) = [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
    }
    return keys.isEmpty ? nil : "{ \(keys.joined(separator: ", ")) }"
  }
}

/// The targets that the profiles of a configuration and their sets name, blocked or allowed.
private struct NamedTargets {
  private var applications: Set<String> = []
  private var categories: Set<String> = []
  private var domains: Set<String> = []
  private var hasAllApplications = false
  private var hasAllDomains = false

  init(_ configuration: Configuration) {
    for profile in configuration.profiles {
      let block = configuration.blockedTargets(of: profile)
      hasAllApplications = hasAllApplications || block.applications == .all
      hasAllDomains = hasAllDomains || block.domains == .all
      for name in block.applications.listed + profile.allow.applications {
        applications.insert(name.isPath ? String(name.fileName) : name.text)
      }
      categories.formUnion((block.categories + profile.allow.categories).map(\.name))
      domains.formUnion((block.domains.listed + profile.allow.domains).map(\.text))
      for limit in profile.limits { add(limit, of: configuration) }
    }
  }

  private mutating func add(_ limit: UsageLimit, of configuration: Configuration) {
    hasAllApplications = hasAllApplications || limit.countsEverything
    hasAllDomains = hasAllDomains || limit.countsEverything
    let sets = limit.sets.compactMap(configuration.set)
    let names = limit.applications + limit.exceptions.applications + sets.flatMap(\.applications)
    applications.formUnion(names.map { $0.isPath ? String($0.fileName) : $0.text })
    categories.formUnion((limit.categories + limit.exceptions.categories).map(\.name))
    domains.formUnion((limit.domains + limit.exceptions.domains + sets.flatMap(\.domains)).map(\.text))
  }

  func includes(domain: String) -> Bool {
    guard !hasAllDomains else { return true }
    let labels = domain.split(separator: ".")
    return labels.indices.contains { domains.contains(labels[$0...].joined(separator: ".")) }
  }

  func includes(_ application: ApplicationIdentity, named name: String) -> Bool {
    hasAllApplications || !applications.isDisjoint(with: application.ledgerNames(of: ApplicationName(name)))
      || application.categories.contains { categories.contains($0.name) }
  }
}

extension String {
  /// Whether it can stand in a TOML string as it is.
  fileprivate var isPlain: Bool {
    !isEmpty && unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\"" && $0 != "\\" }
  }
}
