import Testing

@testable import Scheduler

/// What a person may mean by a word.
@Suite struct TargetTextTests {
  @Test(arguments: [
    ("reddit.com", ["domain reddit.com", "application reddit.com"]),
    ("https://reddit.com/r/swift?a=b#c", ["domain reddit.com", "page reddit.com/r/swift"]),
    ("HTTP://Reddit.com:8080", ["domain reddit.com"]),
    ("reddit.com/r/swift", ["domain reddit.com", "page reddit.com/r/swift"]), ("reddit.com:443", ["domain reddit.com"]),
    ("https://localhost:3000/", ["domain localhost"]),
    ("https://u:p@x.com:8080/a", ["domain x.com", "page x.com/a"]), ("https://kim@x.com/", ["domain x.com"]),
    ("http://a.org:b@c@x.com?kim@a.org", ["domain x.com"]),
    ("https://x.com/@kim", ["domain x.com", "page x.com/@kim"]),
    ("https://x.com#a@b.org", ["domain x.com"]), ("x.com/a@b.org:1", ["domain x.com", "page x.com/a@b.org:1"]),
    ("reddit.com.", ["domain reddit.com", "application reddit.com."]),
    ("Reddit.COM", ["domain reddit.com", "application Reddit.COM"]),
    ("münchen.de", ["domain xn--mnchen-3ya.de", "application münchen.de"]),
    ("https://münchen.de/", ["domain xn--mnchen-3ya.de"]),
    ("localhost", ["domain localhost", "application localhost"]),
    ("en.wikipedia.org", ["domain en.wikipedia.org", "application en.wikipedia.org"]),
    ("10.0.0.1", ["domain 10.0.0.1", "application 10.0.0.1"]),
    ("steam", ["application steam", "domain steam"]), ("intranet", ["application intranet", "domain intranet"]),
    ("/usr/bin/steam", ["application /usr/bin/steam"]), ("/opt/My Game/run", ["application /opt/My Game/run"]),
    ("org.mozilla.firefox", ["application org.mozilla.firefox", "domain org.mozilla.firefox"]),
    ("com.valvesoftware.Steam", ["application com.valvesoftware.Steam", "domain com.valvesoftware.steam"]),
    ("net.lutris.Lutris", ["application net.lutris.Lutris", "domain net.lutris.lutris"]),
    ("org.example.com", ["domain org.example.com", "application org.example.com"]),
    ("firefox.desktop", ["application firefox"]), ("python3.11", ["application python3.11"]),
    ("notepad++", ["application notepad++"]), ("gtk-3.0+x", ["application gtk-3.0+x"]),
    ("Deep Rock", ["application Deep Rock"]),
  ])
  func `a target text lists its likelier reading first`(text: String, readings: [String]) throws {
    let found = try Target.readings(of: text).map { target in
      switch target {
      case .application(let name): "application \(name.text)"
      case .domain(let name): "domain \(name.text)"
      case .page(let page): "page \(page.text)"
      }
    }
    #expect(found == readings)
  }

  @Test(arguments: [
    ("", "the target is empty"), ("??", "'??' is neither a domain nor an application"),
    ("lists/feeds", "'lists/feeds' is neither a domain nor an application"),
    ("mailto:kim", "'mailto:kim' is neither a domain nor an application"),
    ("https://", "'https://' has no host"), ("https://kim@:80/", "'https://kim@:80/' has no host"),
    ("kim@example.com/a", "'kim@example.com/a' is neither a domain nor an application"),
    ("a.org:b@x.com", "'a.org:b@x.com' is neither a domain nor an application"),
    ("https://kim@[2001:db8::1]:80/a", "'2001:db8::1' is an IPv6 address, not a domain"),
    ("[::1]", "'::1' is an IPv6 address, not a domain"),
    ("2001:db8::1", "'2001:db8::1' is an IPv6 address, not a domain"), ("./steam", "'./steam' is a relative path"),
    ("../bin/steam", "'../bin/steam' is a relative path"), ("~/x.com/", "'~/x.com/' is a relative path"),
    ("./firefox.desktop", "'./firefox.desktop' is a relative path"), ("..", "'..' is a relative path"),
    ("a..b", "a domain has an empty label: two dots, or one in front"),
    ("*.reddit.com", "a domain has no wildcard"), ("kim@example.com", "'@' cannot be part of a domain"),
    ("/usr/../bin/steam", "'/usr/../bin/steam' is not the path of a program: it has an empty part, '.' or '..'"),
    ("-", "a label of a domain neither begins nor ends with '-'"),
    ("a\u{7}b", "the name of an application has a control character"),
    (String(repeating: "a", count: 4_096), "the target is longer than the 4095 bytes that a path may have"),
    ("a,b", "',' cannot be part of a domain"), ("...", "a domain has an empty label: two dots, or one in front"),
  ])
  func `text that is neither a domain nor an application is refused with a reason`(text: String, message: String) {
    #expect { try Target.readings(of: text) } throws: { ($0 as? TargetProblem)?.message == message }
  }

  @Test func `the refusal of a relative path suggests the whole path or the file name alone`() {
    let help = ["give the whole path, such as /usr/bin/steam, or the file name alone: steam"]
    #expect { try Target.readings(of: "../games/steam") } throws: { ($0 as? TargetProblem)?.help == help }
  }
}
