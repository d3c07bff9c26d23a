import Scheduler

/// The published files from which the content of pages is made: `live.json` and `shield.json`.
public struct PageSource: Sendable {
  /// The running sessions; nil if they cannot be read.
  public let live: LiveState?
  /// The applied layers; nil if they cannot be read.
  public let shield: ShieldSet?
  /// Whether a daemon keeps both files up to date.
  public let isKept: Bool
  /// Whether the files are not for everybody, or another reason forbids to tell what they contain.
  public let isPrivate: Bool
  /// The names of the machine, which `domains = "all"` does not block.
  public let machine: MachineNames
  /// The user for whom the layers count; nil for all layers.
  public let user: UserIdentity?
  /// The zone in which pages show times.
  public let zone: ZoneRules

  /// Creates a source from the content of the files.
  public init(
    live: LiveState?, shield: ShieldSet?, isKept: Bool, zone: ZoneRules, isPrivate: Bool = false,
    machine: MachineNames = MachineNames(), user: UserIdentity? = nil
  ) {
    self.live = live
    self.shield = shield
    self.isKept = isKept
    self.isPrivate = isPrivate
    self.machine = machine
    self.user = user
    self.zone = zone
  }
}

extension PageSource {
  /// Returns whether a layer in force blocks a domain, or a page of it. False if that cannot be told.
  ///
  /// Complexity: O(entries) of the layers.
  public func blocks(_ domain: DomainName, page: SitePath? = nil, at moment: Moment) -> Bool {
    !isPrivate && !layers(blocking: domain, page: page, at: moment).isEmpty
  }

  /// Returns whether a layer in force blocks a domain and lists it or, for a `www.` name, the rest of it: whether a hosts
  /// file leads to this machine for it.
  ///
  /// Complexity: O(entries) of the layers.
  public func lists(_ domain: DomainName, at moment: Moment) -> Bool {
    guard !isPrivate else { return false }
    let names = [domain.text] + (domain.text.hasPrefix("www.") ? [String(domain.text.dropFirst(4))] : [])
    return layers(blocking: domain, at: moment).contains { applied in
      applied.layer.domains.block.contains { names.contains($0.text) }
    }
  }

  /// Returns the content of the page for a domain, or for a page of it; without one, that for everything that is blocked.
  ///
  /// Complexity: O(entries) of the layers.
  public func content(for domain: DomainName?, page: SitePath? = nil, at moment: Moment) -> PageContent {
    var content = PageContent(.unknown, domain: domain, now: moment.wall, zone: zone)
    guard !isPrivate else {
      content.state = .hidden
      content.note = "This machine keeps its sessions private."
      return content
    }
    guard live != nil || shield != nil else {
      content.note = "No daemon has published anything on this machine."
      return content
    }
    let layers = shown(self.layers(blocking: domain, page: page, at: moment))
    content.state = layers.isEmpty ? .open : .blocked
    if let first = layers.first { fill(&content, from: first) }
    content.profiles = distinct(layers.map(\.layer.profile.key))
    // The site is open when the last layer has ended.
    let ends = layers.compactMap(\.until)
    if ends.count == layers.count { content.until = ends.max() }
    content.note = note(on: content)
    return content
  }

  private func fill(_ content: inout PageContent, from layer: AppliedLayer) {
    content.screen = layer.layer.screen
    let session = live?.sessions.first { $0.id == layer.session }
    content.nextBreak = session?.nextBreak
    content.attempts = session?.attemptCount
  }

  private func note(on content: PageContent) -> String {
    guard isKept else {
      let written = [live?.writtenAt, shield?.writtenAt].compactMap(\.self).max()
      let at = written.map { " This was written at \(words($0, on: content))." } ?? ""
      return "No daemon is running, so this may be out of date.\(at)"
    }
    guard content.state == .open, let lift = live?.sessions.compactMap(\.lift).min(by: { $0.until < $1.until }) else {
      return ""
    }
    return "There is a \(lift.kind == .break ? "break" : "pause") until \(words(lift.until, on: content))."
  }

  private func words(_ instant: Instant, on content: PageContent) -> String {
    ZonedText(instant, in: content.zone).words(besides: ZonedText(content.now, in: content.zone))
  }

  /// The layers in force that block a domain; without a domain, those that block anything.
  private func layers(
    blocking domain: DomainName?, page: SitePath? = nil, at moment: Moment
  ) -> [AppliedLayer] {
    layers(at: moment).filter { applied in
      guard let domain else { return !applied.layer.blocksNoTarget }
      let target = page.map { ResolvedTarget.page($0) } ?? .domain(domain)
      return applied.layer.decision(on: target, machine: machine).isBlocked
    }
  }

  /// The layers in the order of their sessions in `live.json`, the session to show first.
  private func shown(_ layers: [AppliedLayer]) -> [AppliedLayer] {
    let order = live?.sessions.map(\.id) ?? []
    return layers.enumerated().sorted { a, b in
      let (first, second) = (order.firstIndex(of: a.element.session), order.firstIndex(of: b.element.session))
      return (first ?? .max, a.offset) < (second ?? .max, b.offset)
    }.map(\.element)
  }

  private func distinct(_ keys: [ProfileKey]) -> [ProfileKey] {
    keys.enumerated().filter { !keys[..<$0.offset].contains($0.element) }.map(\.element)
  }
}

extension Layer {
  /// Whether it blocks no application, no domain and no page.
  fileprivate var blocksNoTarget: Bool {
    domains.blocksNothing && applications.default == .allow && applications.block.isEmpty
      && applications.blockCategories.isEmpty
  }
}
