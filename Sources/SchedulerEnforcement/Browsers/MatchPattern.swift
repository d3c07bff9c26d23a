import Scheduler

/// A pattern of the policy WebsiteFilter of Firefox.
///
///     pattern = "<all_urls>" / scheme "://" ( "*" / [ "*." ] host ) "/" path
///
/// A host stands for itself alone, and with `*.` also for its subdomains. Ports do not count. See
/// https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/Match_patterns.
struct MatchPattern: Hashable, Sendable {
  /// The pattern as it is written.
  let text: String
  /// The host in lower case; empty for any.
  let host: String
  /// Whether subdomains of the host are left out.
  let isExact: Bool
  /// Whether it concerns addresses of the web.
  let isOfWeb: Bool
  /// Whether it concerns every address of its host.
  let isWhole: Bool

  /// The pattern for all domains.
  static let everything = "*://*/*"

  /// Reads a pattern; nil for a text that Firefox ignores.
  init?(_ text: String) {
    self.text = text
    if text == "<all_urls>" {
      (host, isExact, isOfWeb, isWhole) = ("", false, true, true)
      return
    }
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    isOfWeb = ["*", "http", "https", "ws", "wss"].contains(scheme)
    guard let slash = text[mark.upperBound...].firstIndex(of: "/") else { return nil }
    let place = text[mark.upperBound..<slash].lowercased()
    isWhole = scheme == "*" && text[slash...] == "/*"
    isExact = place != "*" && !place.hasPrefix("*.")
    host = place == "*" ? "" : String(place.hasPrefix("*.") ? place.dropFirst(2) : place[...])
  }

  /// Returns the pattern for a host, with its subdomains or without.
  static func text(for host: String, isExact: Bool) -> String {
    let isAddress = host.hasPrefix("[") || host.split(separator: ".").last?.allSatisfy(\.isNumber) == true
    return isExact || isAddress ? "*://\(host)/*" : "*://*.\(host)/*"
  }

  /// Returns the pattern for the pages of a site below a path, with its subdomains or without.
  static func text(for url: SitePath, isExact: Bool) -> String {
    "\(text(for: url.host.text, isExact: isExact).dropLast(2))\(url.path)*"
  }

  /// The path up to its first wildcard.
  private var path: Substring {
    guard let mark = text.firstRange(of: "://") else { return "/" }
    return text[mark.upperBound...].drop { $0 != "/" }.prefix { $0 != "*" }
  }

  /// Whether, as an exception, it opens some of the pages that a shield blocks.
  func opens(_ url: SitePath, of domains: CombinedDomains) -> Bool {
    // Firefox compares in lower case.
    let (own, other) = (path.lowercased(), url.path.lowercased())
    guard isOfWeb, other.hasPrefix(own) || own.hasPrefix(other) else { return false }
    let name = url.host.text
    return covers(name, isSubtree: false)
      || host.hasSuffix("." + name) && domains.isBlocked(host, path: url.path)
  }

  /// Whether it concerns a host and all below it, or without `isSubtree` the host alone.
  func covers(_ name: String, isSubtree: Bool) -> Bool {
    host.isEmpty || (isExact ? !isSubtree && host == name : host == name || name.hasSuffix("." + host))
  }

  /// Whether it concerns a host or something below it.
  func meets(_ name: String) -> Bool {
    covers(name, isSubtree: false) || host.hasSuffix("." + name)
  }

  /// Whether a pattern concerns anything that another one concerns, as far as hosts can tell.
  func meets(_ other: MatchPattern) -> Bool {
    if host.isEmpty || other.host.isEmpty { return true }
    if host == other.host { return true }
    return !other.isExact && host.hasSuffix("." + other.host) || !isExact && other.host.hasSuffix("." + host)
  }
}
