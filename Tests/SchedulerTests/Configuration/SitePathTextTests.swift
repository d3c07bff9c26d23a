import Testing

@testable import Scheduler

/// How entries of `urls` are read.
@Suite struct SitePathTextTests {
  @Test(arguments: [
    ("youtube.com/shorts", "youtube.com/shorts"),
    ("https://YouTube.com/Shorts", "youtube.com/Shorts"),
    ("HTTP://www.example.org./a/b/", "www.example.org/a/b/"),
    ("reddit.com/r/all/*", "reddit.com/r/all/"),
    ("münchen.de/straße", "xn--mnchen-3ya.de/stra%C3%9Fe"),
    ("example.org/%73horts/%c3%a9%2F", "example.org/shorts/%C3%A9%2F"),
    ("example.org/a[1]/{b}/c^d", "example.org/a[1]/%7Bb%7D/c%5Ed"),
    ("example.org//a", "example.org//a"),
    ("10.0.0.1/admin", "10.0.0.1/admin"),
    ("example.org/a:b@c;d=e", "example.org/a:b@c;d=e"),
    ("example.org/...", "example.org/..."),
  ])
  func `an entry has a host as domains have, and a path in one spelling`(text: String, expected: String) throws {
    let url = try SitePathText.entry(text)
    #expect(url.text == expected)
    #expect(try SitePathText.entry(url.text) == url)
    #expect(SitePath.stored(as: .string(url.text)) == url)
    #expect(text.wholeMatch(of: try Regex(SitePathText.pattern)) != nil)
  }

  @Test(arguments: ["[::1]", "[::1]/x", "https://[2001:db8::1]/x", "a:b", "a:b/c:d/e", "http://[::1]:80", ":/:/", "//"])
  func `what is no host is an error, as a domain and as the host of a url`(text: String) {
    for text in [
      text, text + String(repeating: ":", count: 200_000) + "/x", "a" + String(repeating: "@:", count: 900) + "/",
    ] {
      #expect(throws: TextProblem.self) { try DomainText.domain(text) }
    }
    #expect(throws: TextProblem.self) { try DomainText.domain(text) }
    #expect(throws: TextProblem.self) { try SitePathText.entry(text) }
  }

  @Test(arguments: [
    ("", 0..<0, "a url is empty", []),
    (
      "youtube.com", 0..<11, "'youtube.com' has no path",
      ["to block the whole site, list it in 'domains': domains = [\"youtube.com\"]"]
    ),
    (
      "https://youtube.com/*", 0..<21, "'https://youtube.com/*' has no path",
      ["to block the whole site, list it in 'domains': domains = [\"youtube.com\"]"]
    ),
    (
      "youtube.com/watch?v=1", 17..<21, "a url has no query: its path alone counts",
      ["write \"youtube.com/watch\""]
    ),
    ("a.org/b#c", 7..<9, "a url has no fragment: its path alone counts", ["write \"a.org/b\""]),
    (
      "ftp://a.org/b", 0..<4, "'ftp://' is no address of a web page: a url begins with its host", []
    ),
    ("/shorts", 0..<7, "'/shorts' has no host", ["write the host before the path: \"youtube.com/shorts\""]),
    ("kim@a.org/b", 0..<4, "a url has no user name", ["write \"a.org/b\""]),
    ("https://a.org:8080/b", 13..<18, "a url has no port: it covers all of them", ["write \"a.org/b\""]),
    ("https://a..org/b", 8..<14, "a domain has an empty label: two dots, or one in front", []),
    ("*.a.org/b", 0..<7, "a domain has no wildcard", ["a domain covers its subdomains: \"a.org\""]),
    (
      "a.org/*/b", 6..<7, "a url has no wildcard: it covers every path that begins with its own", []
    ),
    (
      "a.org/b/*/c", 8..<9, "a url has no wildcard: it covers every path that begins with its own",
      ["write \"a.org/b/\""]
    ),
    ("a.org/b c", 7..<8, "a url cannot contain a space or a control character", ["write a space as %20"]),
    ("a.org/b\\c", 7..<8, "a url cannot contain a backslash", []),
    ("a.org/b%2", 7..<9, "'%' needs two hexadecimal digits after it; itself it is %25", []),
    ("a.org/b/%2e./c", 5..<14, "a path with '.' or '..' is none that browsers send", []),
  ])
  func `a mistake has its place and help`(text: String, range: Range<Int>, message: String, help: [String]) {
    #expect { try SitePathText.entry(text) } throws: { error in
      (error as? TextProblem) == TextProblem(code: .invalidURL, range: range, message: message, help: help)
        || (error as? TextProblem) == TextProblem(code: .invalidDomain, range: range, message: message, help: help)
    }
  }

  @Test func `a path has at most 1,000 bytes`() throws {
    #expect(try SitePathText.entry("a.org/" + String(repeating: "b", count: 999)).path.utf8.count == 1_000)
    #expect { try SitePathText.entry("a.org/" + String(repeating: "b", count: 1_000)) } throws: {
      ($0 as? TextProblem)?.message == "a path has at most 1000 bytes"
    }
  }

  @Test(arguments: [
    ("youtube.com/shorts", "youtube.com/shorts/abc", true), ("youtube.com/shorts", "www.youtube.com/shorts", true),
    ("youtube.com/shorts", "youtube.com/shortstory", true), ("youtube.com/shorts/", "youtube.com/shorts", false),
    ("youtube.com/shorts", "youtube.com/Shorts", false), ("youtube.com/shorts", "youtube.com/watch/shorts", false),
    ("www.youtube.com/shorts", "youtube.com/shorts", false), ("youtube.com/shorts", "notyoutube.com/shorts", false),
    ("youtube.com/a%20b", "youtube.com/%61%20bc", true),
  ])
  func `an entry covers the paths that begin with its own, on its host and below`(
    entry: String, page: String, isCovered: Bool
  ) throws {
    #expect(try SitePathText.entry(entry).covers(try SitePathText.entry(page)) == isCovered)
  }

  @Test func `an address of a browser has its path without query and fragment, and the site itself is no page`() throws
  {
    let host = try DomainName("a.org")
    #expect(SitePath(host: host, path: "/%73/b?c/d#e")?.text == "a.org/s/b")
    #expect(SitePath(host: host, path: "/100%?x")?.text == "a.org/100%")
    #expect(SitePath(host: host, path: "/?a/b") == nil && SitePath(host: host, path: "") == nil)
    #expect(SitePath(host: host, path: ":80/b") == nil)
  }

  @Test(arguments: [
    ("/a/../b", "/b"), ("/a/./b", "/a/b"), ("/a/%2E%2e/b", "/b"), ("/../../b", "/b"), ("/a/b/..", "/a/"),
    ("/a/b/.", "/a/b/"), ("/a//../b", "/a/b"), ("/a/...", "/a/..."), ("/a/b/../../", nil), ("/..", nil), ("/.", nil),
  ])
  func `an address of a browser has no segments of dots`(path: String, sent: String?) throws {
    #expect(SitePath(host: try DomainName("a.org"), path: path[...])?.path == sent)
  }
}
