import Scheduler
import SchedulerJSON
import Testing

@testable import ShieldPage

/// Who receives which page.
@Suite struct PageRouterTests {
  private static func answer(
    _ target: String, host: String, port: UInt16 = 7_410, isPrivate: Bool = false
  ) throws -> HTTPResponse {
    let source = PageSource(
      live: try Scene.live(), shield: Scene.shield([Scene.Block()]), isKept: true, zone: .utc, isPrivate: isPrivate)
    let request = try #require(try HTTPRequestReaderTests.read("GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\r\n"))
    return PageRouter(port: port).answer(to: request, from: source, at: Scene.moment)
  }

  @Test(
    arguments: [
      ("127.0.0.1:7410", 7_410, 200), ("127.0.0.1", 7_410, 421), ("localhost:7410", 7_410, 421),
      ("127.0.0.1:7411", 7_410, 421), ("127.0.0.1:7410.", 7_410, 421), ("evil.example:7410", 7_410, 421),
      ("youtube.com", 7_410, 421), ("youtube.com:7410", 7_410, 421), ("[::1]:7410", 7_410, 421), ("", 7_410, 421),
      ("127.0.0.1:07410", 7_410, 421), ("127.0.0.1:7410, a", 7_410, 421), ("0.0.0.0:7410", 7_410, 421),
      ("youtube.com", 80, 200), ("WWW.YouTube.com:80", 80, 200), ("youtube.com.", 80, 200), ("example.com", 80, 421),
      ("127.0.0.1", 80, 200), ("127.0.0.1:80", 80, 421), ("youtube.com:8080", 80, 421), ("user@youtube.com", 80, 421),
    ] as [(String, UInt16, Int)])
  func `only the own address and blocked names on port 80 are answered`(host: String, port: UInt16, status: Int) throws
  {
    #expect(try Self.answer("/", host: host, port: port).status == status)
  }

  @Test func `a name that is not blocked any more has a page that says so, and what to do`() throws {
    let page = try Self.answer("/watch?v=1", host: "example.com", port: 80)
    let text = String(decoding: page.body, as: UTF8.self)
    #expect(page.status == 421 && text.contains("&#39;example.com&#39; is not blocked"))
    #expect(text.contains("load the page again") && !text.contains("deep-work"))
    // Nothing asks again: the answer would not change what the browser remembers.
    #expect(text.contains("\"source\":null"))
    for (host, port, isPrivate) in [
      ("example.com", 80, true), ("example.com", 7_410, false), ("10.0.0.1", 80, false),
    ] as [(String, UInt16, Bool)] {
      let answer = try Self.answer("/", host: host, port: port, isPrivate: isPrivate)
      #expect(String(decoding: answer.body, as: UTF8.self) == "Misdirected Request\n", "\(host)")
    }
  }

  @Test func `a private machine answers no name`() throws {
    #expect(try Self.answer("/", host: "youtube.com", port: 80, isPrivate: true).status == 421)
    let page = try Self.answer("/?domain=youtube.com", host: "127.0.0.1:7410", isPrivate: true)
    #expect(page.status == 200)
    #expect(!String(decoding: page.body, as: UTF8.self).contains("deep-work"))
  }

  @Test(arguments: [
    ("/", 200), ("/?domain=youtube.com", 200), ("/?domain=", 400), ("/?domain=a%2Fb", 400),
    ("/?domain=javascript:x", 400),
    ("/?domain=a&domain=b", 400), ("/?x", 400), ("/index.html", 404), ("/favicon.ico", 404), ("//youtube.com", 404),
    ("/.schedctl/page.json", 200), ("/.schedctl/page.json?domain=youtube.com", 200), ("/.schedctl/", 404),
    ("/?domain=" + String(repeating: "a", count: 300), 400), ("/?domain=//evil.example", 400), ("/../etc/passwd", 404),
  ])
  func `the own address has one page`(target: String, status: Int) throws {
    #expect(try Self.answer(target, host: "127.0.0.1:7410").status == status)
  }

  @Test func `every path of a blocked site is the page, and it leads to nothing else`() throws {
    let page = try Self.answer("/watch?v=1", host: "www.youtube.com", port: 80)
    #expect(String(decoding: page.body, as: UTF8.self).contains("<dd>www.youtube.com</dd>"))
    let data = try Self.answer(PageRouter.contentPath, host: "www.youtube.com", port: 80)
    let value = try JSONValue(parsing: data.body)
    #expect(value["address"]?.stringValue == "https://www.youtube.com/")
    #expect(value["source"]?.stringValue == PageRouter.contentPath)
  }

  @Test func `the head of an answer keeps other sites away from it`() throws {
    let bytes = try Self.answer("/", host: "127.0.0.1:7410").bytes(hasBody: false, keepsAlive: true, at: Scene.now)
    let head = String(decoding: bytes, as: UTF8.self)
    #expect(head.hasPrefix("HTTP/1.1 200 OK\r\nDate: Mon, 23 Nov 2026 09:05:00 GMT\r\n"))
    #expect(head.hasSuffix("\r\n\r\n"))
    #expect(head.contains("frame-ancestors 'none'"))
    #expect(head.contains("Cache-Control: no-store\r\n"))
    #expect(!head.lowercased().contains("access-control"))
    #expect(!head.contains("Location"))
  }
}
