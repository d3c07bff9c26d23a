import Scheduler
import SchedulerJSON

/// Decides what a request for a page receives.
///
/// Requests that name another host than the server's own, or than a blocked site on port 80, receive nothing (421), so
/// that no site of the web can reach the page by a name of its own.
public struct PageRouter: Sendable {
  /// The path of the content as JSON. It begins with a dot, as no page of a blocked site does.
  public static let contentPath = "/.schedctl/page.json"

  /// The port on which the connection was accepted.
  public let port: UInt16

  /// Creates a router for the connections of a port.
  public init(port: UInt16) { self.port = port }

  /// Returns the answer to a request.
  ///
  /// Complexity: O(entries) of the layers and O(bytes) of the page.
  public func answer(to request: HTTPRequest, from source: PageSource, at moment: Moment) -> HTTPResponse {
    if request.host == ownHost {
      guard ["/", Self.contentPath].contains(request.path) else { return .plain(404) }
      guard let domain = Self.domain(in: request.query) else { return .plain(400) }
      let query = domain.map { "?domain=\($0.text)" } ?? ""
      var content = source.content(for: domain, at: moment)
      content.source = Self.contentPath + query
      return .page(content, asJSON: request.path == Self.contentPath)
    }
    guard port == 80, let domain = Self.name(request.host.withoutPort80) else { return .plain(421) }
    guard source.lists(domain, at: moment) else {
      // A machine that tells nothing does not say that a name is not blocked either, and numbers are no site.
      guard !source.isPrivate, domain.text.last?.isNumber == false else { return .plain(421) }
      guard !source.blocks(domain, at: moment) else { return .plain(421) }
      return .stale(domain, at: moment, zone: source.zone)
    }
    var content = source.content(for: domain, at: moment)
    content.source = Self.contentPath
    return .page(content, asJSON: request.path == Self.contentPath)
  }

  private var ownHost: String { port == 80 ? "127.0.0.1" : "127.0.0.1:\(port)" }

  /// Returns the domain in a query, the inner nil if the query is empty; the outer nil if it is something else.
  private static func domain(in query: String) -> DomainName?? {
    if query.isEmpty { return .some(nil) }
    guard query.hasPrefix("domain=") else { return nil }
    return name(String(query.dropFirst("domain=".utf8.count))).map { .some($0) }
  }

  /// Returns the domain that a text names; nil if it names none. Browsers send names of other scripts in ASCII.
  private static func name(_ text: String) -> DomainName? {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isPlain, text.utf8.count <= 254 else { return nil }
    do throws(TargetProblem) { return try DomainName(text) } catch { return nil }
  }
}

extension String {
  fileprivate var withoutPort80: String { hasSuffix(":80") ? String(dropLast(3)) : self }
}

extension HTTPResponse {
  fileprivate static func plain(_ status: Int) -> HTTPResponse {
    HTTPResponse(
      status: status, type: "text/plain; charset=utf-8", body: Array("\(reason(status))\n".utf8))
  }

  /// The answer about a site that is not blocked: the browser came here with an address that it remembers.
  fileprivate static func stale(_ domain: DomainName, at moment: Moment, zone: ZoneRules) -> HTTPResponse {
    var content = PageContent(.open, domain: domain, now: moment.wall, zone: zone)
    content.note =
      "The browser came to this machine with an old address of the site. It forgets the address within a minute or two; "
      + "then load the page again. If it does not, restart the browser."
    return HTTPResponse(BlockedPage(content), status: 421)
  }

  fileprivate static func page(_ content: PageContent, asJSON: Bool) -> HTTPResponse {
    guard asJSON else { return HTTPResponse(BlockedPage(content)) }
    var json = JSONWriter()
    json.value(content)
    json.newline()
    return HTTPResponse(status: 200, type: "application/json", body: json.bytes)
  }
}
