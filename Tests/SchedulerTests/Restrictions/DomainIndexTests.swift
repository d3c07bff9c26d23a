import Testing

@testable import Scheduler

/// Which listed name decides about a domain.
@Suite struct DomainIndexTests {
  private func index(_ fallback: Layer.Default, block: String, allow: String) throws -> DomainIndex {
    var rules = Layer.DomainRules()
    rules.default = fallback
    rules.block = try block.split(separator: " ").map { try DomainName(String($0)) }
    rules.allow = try allow.split(separator: " ").map { try DomainName(String($0)) }
    return DomainIndex(rules)
  }

  @Test(
    arguments: [
      ("reddit.com", true, "reddit.com"), ("old.reddit.com", true, "reddit.com"),
      ("a.b.c.reddit.com", true, "reddit.com"),
      ("xreddit.com", false, nil), ("reddit.com.example.org", false, nil), ("com", false, nil),
      ("eddit.com", false, nil),
      ("youtube.com", true, "youtube.com"), ("music.youtube.com", false, "music.youtube.com"),
      ("x.music.youtube.com", false, "music.youtube.com"), ("ads.music.youtube.com", true, "ads.music.youtube.com"),
      ("x.ads.music.youtube.com", true, "ads.music.youtube.com"), ("both.org", false, "both.org"),
      ("sub.both.org", false, "both.org"), ("localhost", false, nil), ("intranet", true, "intranet"),
      ("a.intranet", true, "intranet"), ("xn--mnchen-3ya.de", true, "xn--mnchen-3ya.de"),
    ] as [(String, Bool, String?)])
  func `the longest listed name decides, and allowed wins at equal length`(
    domain: String, isBlocked: Bool, entry: String?
  ) throws {
    let index = try index(
      .allow, block: "reddit.com youtube.com ads.music.youtube.com both.org intranet münchen.de",
      allow: "music.youtube.com both.org")
    let ground = try entry.map { Decision.Ground.domain(try DomainName($0)) } ?? .unlisted
    #expect(
      index.decision(for: try DomainName(domain), on: MachineNames()) == Decision(isBlocked: isBlocked, by: ground))
  }

  @Test(
    arguments: [
      ("example.org", true, .unlisted), ("localhost", false, .exempt(.machineName)),
      ("app.localhost", false, .exempt(.machineName)), ("notlocalhost", true, .unlisted),
      ("ip6-localhost", false, .exempt(.machineName)), ("desk", false, .exempt(.machineName)),
      ("desk.example.net", false, .exempt(.machineName)), ("sub.desk.example.net", true, .unlisted),
      ("example.net", true, .unlisted), ("127.0.0.1", false, .exempt(.machineName)),
      ("127.255.255.254", false, .exempt(.machineName)), ("127.1", false, .exempt(.machineName)),
      ("10.0.0.1", true, .unlisted), ("127.example.org", true, .unlisted), ("127", true, .unlisted),
      ("1127.0.0.1", true, .unlisted), ("128.0.0.1", true, .unlisted),
    ] as [(String, Bool, Decision.Ground)])
  func `blocking all domains exempts the machine's own names and no others`(
    domain: String, isBlocked: Bool, ground: Decision.Ground
  ) throws {
    let machine = MachineNames([try DomainName("desk"), try DomainName("desk.example.net")])
    let index = try index(.block, block: "", allow: "")
    #expect(index.decision(for: DomainName(checked: domain), on: machine) == Decision(isBlocked: isBlocked, by: ground))
  }

  @Test(arguments: [("::1", false), ("::2", true), ("127.0.0.1", false), ("127.0.0.x", true)])
  func `blocking all domains exempts loopback addresses in the form that a request has`(name: String, isBlocked: Bool)
    throws
  {
    let index = try index(.block, block: "", allow: "")
    #expect(index.decision(for: name.utf8.span, on: MachineNames()).isBlocked == isBlocked)
  }

  @Test func `a listed name decides by name, even for the machine's own names`() throws {
    let index = try index(.block, block: "localhost", allow: "ok.org")
    #expect(index.decision(for: try DomainName("localhost"), on: MachineNames()).isBlocked)
    #expect(!index.decision(for: try DomainName("a.ok.org"), on: MachineNames()).isBlocked)
  }

  @Test func `the domain index finds each of many names and their subdomains, and no similar name`() throws {
    var rules = Layer.DomainRules()
    rules.block = (0..<20_000).map { DomainName(checked: "n\($0).example\($0 % 7).com") }
    rules.allow = (0..<20_000).filter { $0 % 3 == 0 }.map { DomainName(checked: "ok.n\($0).example\($0 % 7).com") }
    let index = DomainIndex(rules)
    for name in rules.block {
      #expect(index.decision(for: name, on: MachineNames()) == Decision(isBlocked: true, by: .domain(name)))
      let below = DomainName(checked: "www." + name.text)
      #expect(index.decision(for: below, on: MachineNames()) == Decision(isBlocked: true, by: .domain(name)))
      let beside = DomainName(checked: "x" + name.text)
      #expect(index.decision(for: beside, on: MachineNames()) == Decision(isBlocked: false, by: .unlisted))
    }
    for name in rules.allow {
      #expect(index.decision(for: name, on: MachineNames()) == Decision(isBlocked: false, by: .domain(name)))
    }
  }
}
