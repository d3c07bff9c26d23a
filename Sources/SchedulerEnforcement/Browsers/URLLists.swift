/// The lists URLBlocklist and URLAllowlist of Chromium for a shield and an administrator together.
///
/// An address is blocked if the shield or the administrator's lists block it. Where the administrator allows what the
/// shield blocks, that entry is left out; where the shield allows what the administrator blocks, the entries of the
/// administrator are repeated for the allowed name, because the longer name would else decide alone.
struct URLLists: Hashable, Sendable {
  /// The blocked entries, those of the administrator first.
  private(set) var block: [String]
  /// The allowed entries, those of the administrator first.
  private(set) var allow: [String]
  /// The number of blocked entries that do not fit.
  private(set) var lostBlockCount = 0
  /// The number of allowed entries that do not fit.
  private(set) var lostAllowCount = 0
  /// The names that the shield allows and that stay blocked because of an entry of the administrator.
  private(set) var unallowed: [String] = []

  /// Maximum number of entries of each list. Chromium ignores further ones.
  static let limit = 1000

  /// The entries for all domains: `*` alone would also block local files, extensions and the tools for developers.
  static let everything = ["http://*", "https://*"]

  /// Creates the lists of an administrator.
  init(block: [String] = [], allow: [String] = []) { (self.block, self.allow) = (block, allow) }

  /// Joins the rules of a shield and the lists of an administrator.
  ///
  /// Complexity: O(n m) for n entries of the administrator, and m exceptions and pages of the shield.
  ///
  /// - Parameter former: the blocked entries that are in force. They come before others, so that a longer list frees
  ///   nothing.
  init(_ domains: CombinedDomains, with theirs: URLLists, former: [String] = []) {
    let blocked = theirs.block.map { URLFilter($0) }.filter(\.isOfWeb)
    let allowed = theirs.allow.map { URLFilter($0) }
    let kept = allowed.filter { filter in
      !filter.isOfWeb || !domains.isBlocked(filter.host) && !domains.isBlocked(filter.host, path: filter.path)
    }
    (block, allow) = (theirs.block, kept.map(\.text))
    var own: [String] = domains.isBlockedByDefault ? Self.everything : []
    for rule in domains.rules where rule.isBlocked { own.append(URLFilter(rule).text) }
    for rule in domains.rules where !rule.isBlocked {
      let exception = Exception(rule, blocked: blocked, allowed: allowed.filter(\.isOfWeb))
      block += exception.block
      allow += exception.allow
      if exception.isInexpressible { unallowed.append(rule.name) }
    }
    for page in domains.pages where page.isBlocked {
      own.append(page.url.text)
      for filter in kept {
        guard let entry = filter.closing(page.url), domains.isBlocked(filter.host, path: page.url.path) else {
          continue
        }
        own.append(entry)
      }
    }
    for page in domains.pages where !page.isBlocked {
      if blocked.contains(where: { $0.covers(page.url.host.text) }) {
        unallowed.append(page.url.text)
      } else {
        allow.append(page.url.text)
      }
    }
    cut(own.eachOnce, former: Set(former))
  }

  /// Adds the blocked entries of the shield, and removes repeated entries and those beyond the limit.
  private mutating func cut(_ own: [String], former: Set<String>) {
    (block, allow) = (block.eachOnce, allow.eachOnce)
    let present = Set(block)
    let new = own.filter { !present.contains($0) }
    let fitting = (new.filter(former.contains) + new.filter { !former.contains($0) })
      .prefix(max(0, Self.limit - block.count))
    lostBlockCount = max(0, block.count + new.count - Self.limit)
    // In the usual order, so that the same entries give the same file.
    let chosen = Set(fitting)
    block += new.filter(chosen.contains)
    lostAllowCount = max(0, allow.count - Self.limit)
    (block, allow) = (Array(block.prefix(Self.limit)), Array(allow.prefix(Self.limit)))
  }
}

/// The entries for a name that the shield allows below a blocked one: the administrator's lists decide there as before.
private struct Exception {
  var block: [String] = []
  var allow: [String] = []
  /// Whether an entry for a scheme or a port would lose against an entry for the name.
  var isInexpressible = false

  /// The filters of one host, which decide before those of shorter hosts.
  private struct Level: Hashable {
    let host: String
    let isExact: Bool

    init(_ filter: URLFilter) { (host, isExact) = (filter.host, filter.isExact) }

    func decides(before other: Level) -> Bool {
      isExact == other.isExact ? host.utf8.count > other.host.utf8.count : isExact
    }
  }

  init(_ rule: CombinedDomains.Rule, blocked: [URLFilter], allowed: [URLFilter]) {
    let blocks = blocked.filter { $0.covers(rule.name) && (rule.isExact || !$0.isExact) }
    let allows = allowed.filter { $0.covers(rule.name) && (rule.isExact || !$0.isExact) }
    let levels = Set((blocks + allows).map(Level.init)).sorted { $0.decides(before: $1) }
    for level in levels {
      let isInPlace = level == Level(URLFilter(rule))
      let blocksHere = blocks.filter { Level($0) == level }
      let allowsHere = allows.filter { Level($0) == level }
      if !isInPlace {
        block += blocksHere.filter { !$0.isWhole }.map { $0.moved(to: rule).text }
        // With one host for all, the path would decide between levels. So only the first one may open something.
        if level == levels.first { allow += allowsHere.filter { !$0.isWhole }.map { $0.moved(to: rule).text } }
      }
      if allowsHere.contains(where: \.isWhole) { break }
      isInexpressible = isInexpressible || blocksHere.contains { !$0.isWhole && $0.path.isEmpty }
      if blocksHere.contains(where: \.isWhole) { return }
    }
    if !isInexpressible { allow.append(URLFilter(rule).text) }
  }
}

extension [String] {
  /// The elements without repetitions, each at its first place.
  var eachOnce: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
