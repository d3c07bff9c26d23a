import Scheduler

/// An answer to a request.
public struct HTTPResponse: Sendable {
  /// The number of its status.
  public let status: Int
  /// The media type of the body.
  public let type: String
  /// The body.
  public let body: [UInt8]
  /// The value of `Content-Security-Policy`.
  var policy = "default-src 'none'; frame-ancestors 'none'"

  /// Creates the answer with a page.
  public init(_ page: BlockedPage, status: Int = 200) {
    self.init(status: status, type: "text/html; charset=utf-8", body: Array(page.html.utf8))
    policy = page.policy
  }

  /// Creates the answer to a refused request.
  public init(_ fault: HTTPFault) {
    let text = Self.reason(fault.rawValue)
    self.init(status: fault.rawValue, type: "text/plain; charset=utf-8", body: Array("\(text)\n".utf8))
  }

  init(status: Int, type: String, body: [UInt8]) { (self.status, self.type, self.body) = (status, type, body) }

  /// Returns the bytes of the answer.
  ///
  /// No field allows other sites to read the answer, to put it into a frame, or to keep it.
  ///
  /// - Parameters:
  ///   - hasBody: whether to send the body, which an answer to HEAD leaves out.
  ///   - keepsAlive: whether the connection stays open.
  ///   - now: the time of the answer.
  public func bytes(hasBody: Bool, keepsAlive: Bool, at now: Instant) -> [UInt8] {
    var fields = [
      "Date: \(now.httpDate)", "Content-Type: \(type)", "Content-Length: \(body.count)", "Cache-Control: no-store",
      "Content-Security-Policy: \(policy)", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
      "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
      "Cross-Origin-Opener-Policy: same-origin", "Connection: \(keepsAlive ? "keep-alive" : "close")",
    ]
    if status == HTTPFault.methodNotAllowed.rawValue { fields.append("Allow: GET, HEAD") }
    let head = (["HTTP/1.1 \(status) \(Self.reason(status))"] + fields).map { $0 + "\r\n" }.joined() + "\r\n"
    return Array(head.utf8) + (hasBody ? body : [])
  }

  /// The words after the number of a status.
  static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 400: "Bad Request"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 414: "URI Too Long"
    case 421: "Misdirected Request"
    case 431: "Request Header Fields Too Large"
    default: "HTTP Version Not Supported"
    }
  }
}

extension Instant {
  /// The form of `Date`: `Sun, 06 Nov 1994 08:49:37 GMT`.
  var httpDate: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let text = Array(description)
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let day = ZonedText(self, in: .utc).day.prefix(3)
    // RFC 3339 in UTC, with a year of four digits: 1994-11-06T08:49:37Z
    let month = Int(String(text[5..<7])).map { months[($0 - 1) % 12] } ?? ""
    return "\(day), \(String(text[8..<10])) \(month) \(String(text[0..<4])) \(String(text[11..<19])) GMT"
  }
}
