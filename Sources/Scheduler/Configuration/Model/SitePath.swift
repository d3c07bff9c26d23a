/// The pages of a site whose paths begin alike, such as `youtube.com/shorts`: an entry of `urls`, or one page.
///
/// It covers the host and its subdomains, http and https, every port, and every path that begins with these bytes:
/// `/shorts` covers `/shorts/abc` and `/shortstories`, and `/shorts/` only what is below. Case matters in a path.
public struct SitePath: Hashable, Comparable, Sendable {
  /// The host.
  public let host: DomainName
  /// The path from its first slash on, as `SitePathText.canonical` writes it.
  public let path: String

  init(host: DomainName, checkedPath path: String) { (self.host, self.path) = (host, path) }

  /// Creates the page at a path as a browser names it. Returns nil for the empty path and `/`, which stand for the site.
  public init?(host: DomainName, path: Substring) {
    guard let page = SitePathText.page(of: host, at: path) else { return nil }
    self = page
  }

  /// Host and path, without a scheme.
  public var text: String { host.text + path }

  /// Orders by bytes.
  public static func < (a: SitePath, b: SitePath) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  /// Whether these pages include all of `other`.
  public func covers(_ other: SitePath) -> Bool {
    other.path.utf8.starts(with: path.utf8) && other.host.isEqualOrSubdomain(of: host)
  }

  /// These paths on another host.
  public func moved(to host: DomainName) -> SitePath { SitePath(host: host, checkedPath: path) }
}
