import SchedulerJSON

extension SitePath: StoredScalar {
  static var expectation: String { "a host and a path, such as 'example.org/path'" }
  static func stored(as value: JSONValue) -> SitePath? {
    guard let text = value.stringValue, let slash = text.firstIndex(of: "/") else { return nil }
    let (host, path) = (text[..<slash], text[slash...])
    guard DomainText.isPlain(host.utf8), path.utf8.count > 1, SitePathText.canonical(path) == path else { return nil }
    return SitePath(host: DomainName(checked: String(host)), checkedPath: String(path))
  }
  func store(in json: inout JSONWriter) { json.string(text) }
}

extension DomainIndex {
  /// Returns what the layer does with a page and which entry decides. The longest host decides, whether an entry has a
  /// path or not; of entries for one host, the one with the longest path. So an exception opens its host but for `urls`
  /// of that host, and it opens a subdomain also in spite of `urls` above it.
  ///
  /// Complexity: O(bytes) of the host, and of each entry of `urls`.
  public func decision(for page: SitePath, on machine: MachineNames) -> Decision {
    let whole = decision(for: page.host, on: machine)
    let fitting = rules.urls.filter { $0.covers(page) }
    guard let url = fitting.max(by: { $0.length < $1.length }) else { return whole }
    if case .domain(let entry) = whole.ground, entry.text.utf8.count > url.host.text.utf8.count { return whole }
    return Decision(isBlocked: true, by: .page(url))
  }
}

extension SitePath {
  /// How exact the entry is.
  fileprivate var length: (Int, Int) { (host.text.utf8.count, path.utf8.count) }
}

extension Layer.DomainRules {
  /// The paths of `urls` on each host that they concern: their own, and the excepted names below it. No other host can make
  /// a difference between two layers: the longest listed name decides, and below a blocked one every page is blocked.
  ///
  /// Complexity: O(n) for n names, with each path of `urls` above each.
  ///
  /// - Parameter names: the names that any of the compared layers excepts.
  public func pages(among names: some Sequence<DomainName>) -> Set<SitePath> {
    var pages = Set(urls)
    if urls.isEmpty { return pages }
    let paths = Dictionary(grouping: urls, by: \.host)
    for name in names {
      for parent in name.withParents { for url in paths[parent] ?? [] { pages.insert(url.moved(to: name)) } }
    }
    return pages
  }
}
