import Scheduler

/// What a page in place of a blocked site tells: the same for a browser, a lock screen and a bar.
///
/// ```swift
/// let source = PageSource(live: live, shield: shield, isKept: true, zone: zone)
/// let content = source.content(for: domain, at: moment)
/// print(BlockedPage(content).html)
/// ```
public struct PageContent: Sendable {
  /// What is known about the site.
  public enum State: String, CaseIterable, Sendable {
    /// A session blocks the site, or something if no site is asked for.
    case blocked
    /// Nothing blocks it.
    case open
    /// The state is not for everybody, so that the page cannot say more.
    case hidden
    /// There is no state that could be read.
    case unknown
  }

  /// A named value below the texts.
  public struct Fact: Hashable, Sendable {
    /// Its name, for example `Blocked by`.
    public let name: String
    /// Its value.
    public let value: String
  }

  /// What is known about the site.
  public internal(set) var state: State
  /// The site; nil if none was asked for.
  public let domain: DomainName?
  /// The texts, the symbol and the colour of the profile that is shown.
  public internal(set) var screen = Layer.Screen()
  /// The profiles that block the site, the shown one first; empty if none does.
  public internal(set) var profiles: [ProfileKey] = []
  /// The number of profiles that block it and are not listed.
  var furtherProfileCount = 0
  /// The end of the block if nothing else happens; nil for an open end, and if nothing is blocked.
  public internal(set) var until: Instant?
  /// The time from which the shown profile may have its next break; nil if there is none or it is not known.
  public internal(set) var nextBreak: Instant?
  /// The attempts to open what the session blocks; nil if they are not known here, or not to be shown.
  public var attempts: Int64?
  /// A sentence about what the page cannot know, or about an open break; empty for none.
  public internal(set) var note = ""
  /// The present.
  public let now: Instant
  /// The zone in which times are shown.
  public let zone: ZoneRules
  /// The path that the page asks for its content again; nil for a page that is not served.
  public var source: String?

  /// Creates the content of a page that knows nothing more.
  public init(_ state: State, domain: DomainName?, now: Instant, zone: ZoneRules) {
    (self.state, self.domain, self.now, self.zone) = (state, domain, now, zone)
  }
}

extension PageContent {
  /// The headline.
  public var title: String {
    let name = domain.map { "'\($0.text)'" }
    return switch state {
    case .blocked: screen.words.title
    case .open: name.map { "\($0) is not blocked" } ?? "Nothing is blocked"
    case .hidden: name.map { "\($0) may be blocked" } ?? "Something may be blocked"
    case .unknown:
      name.map { "It is not known whether \($0) is blocked" } ?? "It is not known whether something is blocked"
    }
  }

  /// The line below the headline; empty for none.
  public var subtitle: String { state == .blocked ? screen.words.subtitle : "" }

  /// The symbol; empty for none.
  public var icon: String { state == .blocked ? screen.icon : "" }

  /// The sentence about the end of the block; empty if nothing is blocked.
  public var untilText: String {
    guard state == .blocked else { return "" }
    return until.map { "until \(words($0))" } ?? "until it is stopped"
  }

  /// The seconds until the end of the block, 0 if it is past; nil for an open end, and if nothing is blocked.
  public var secondsLeft: Int64? { until.map { max(0, $0.seconds(since: now)) } }

  /// The values below the texts.
  public var facts: [Fact] {
    guard state == .blocked else { return [] }
    var facts: [Fact] = []
    if let domain { facts.append(Fact(name: "Site", value: domain.text)) }
    let more = furtherProfileCount > 0 ? " and \(furtherProfileCount) more" : ""
    facts.append(Fact(name: "Blocked by", value: profiles.map(\.text).joined(separator: ", ") + more))
    if let nextBreak { facts.append(Fact(name: "Next break", value: nextBreak > now ? words(nextBreak) : "any time")) }
    if let attempts { facts.append(Fact(name: "Attempts in this session", value: "\(attempts)")) }
    return facts
  }

  /// The colours of the page.
  public var colors: PageColors { PageColors(state == .blocked ? screen.color : nil) }

  /// The address of the site; nil without one.
  public var address: String? { domain.map { "https://\($0.text)/" } }

  private func words(_ instant: Instant) -> String {
    ZonedText(instant, in: zone).words(besides: ZonedText(now, in: zone))
  }
}
