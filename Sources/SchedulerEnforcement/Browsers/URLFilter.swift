import Scheduler

/// An entry of the policies URLBlocklist and URLAllowlist of Chromium.
///
///     filter = [ scheme "://" ] [ user "@" ] [ "." ] host [ ":" port ] [ "/" path ] [ "?" query ] / scheme ":*"
///
/// A host includes its subdomains unless a dot is before it; `*` is every host. Of the filters that fit an address,
/// those for one exact host decide first, then those with the longest host, the longest path and the longest query; of
/// two equal ones the allowed one, whatever their schemes and ports are. See
/// https://chromium.org/administrators/url-blocklist-filter-format.
struct URLFilter: Hashable, Sendable {
  /// The entry as it is written.
  let text: String
  /// The scheme in lower case; empty for any.
  private(set) var scheme = ""
  /// Whether subdomains of the host are left out.
  private(set) var isExact = false
  /// The host in lower case; empty for any.
  private(set) var host = ""
  /// The port with its colon; empty for any.
  private(set) var port = ""
  /// The path and the query as written; empty for any.
  private(set) var path = ""

  /// Reads an entry. Every text has a reading, because a browser ignores what it cannot read.
  init(_ text: String) {
    self.text = text
    var place = text.prefix { $0 != "#" }
    if let mark = place.firstRange(of: "://") {
      scheme = place[..<mark.lowerBound].lowercased()
      place = place[mark.upperBound...]
    } else if place.hasSuffix(":*") || place.hasPrefix("javascript:") || place.hasPrefix("data:") {
      // A scheme alone, such as `mailto:*`.
      scheme = place.prefix { $0 != ":" }.lowercased()
      return
    }
    var authority = place.prefix { $0 != "/" && $0 != "?" }
    path = String(place[authority.endIndex...])
    if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
    if !authority.hasSuffix("]"), let colon = authority.lastIndex(of: ":") {
      if authority[colon...] != ":*" { port = String(authority[colon...]) }
      authority = authority[..<colon]
    }
    if authority.hasPrefix(".") {
      isExact = true
      authority = authority.dropFirst()
    }
    if authority.hasSuffix(".") { authority = authority.dropLast() }
    host = authority == "*" ? "" : authority.lowercased()
    if path == "/" { path = "" }
  }

  /// Creates the entry for a rule of the project.
  init(_ rule: CombinedDomains.Rule) {
    // An address has no subdomains, and no dot may be before it.
    let isAddress = rule.name.hasPrefix("[") || rule.name.split(separator: ".").last?.allSatisfy(\.isNumber) == true
    self.init((rule.isExact && !isAddress ? "." : "") + rule.name)
  }

  /// Returns the entry for pages without which this allowed entry would open them, because its host is longer or exact;
  /// nil if none is needed.
  func closing(_ url: SitePath) -> String? {
    let isLonger = host.hasSuffix("." + url.host.text) || isExact && host == url.host.text
    // A query opens fewer pages, and the pages of all queries are blocked.
    return isOfWeb && isLonger && url.path.hasPrefix(path.prefix { $0 != "?" })
      ? (isExact ? "." : "") + host + url.path : nil
  }

  /// Whether it concerns addresses of the web.
  var isOfWeb: Bool { ["", "http", "https", "ws", "wss"].contains(scheme) }

  /// Whether it concerns every address of its host.
  var isWhole: Bool { scheme.isEmpty && port.isEmpty && path.isEmpty }

  /// Whether it concerns addresses of a host or, if it is not exact, below it.
  func covers(_ name: String) -> Bool {
    host.isEmpty || host == name || !isExact && name.hasSuffix("." + host)
  }

  /// Returns the filter for another host.
  func moved(to rule: CombinedDomains.Rule) -> URLFilter {
    URLFilter((scheme.isEmpty ? "" : scheme + "://") + URLFilter(rule).text + port + path)
  }
}
