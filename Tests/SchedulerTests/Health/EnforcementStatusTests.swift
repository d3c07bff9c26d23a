import SchedulerCivilTime
import SchedulerJSON
import Testing

@testable import Scheduler

/// What the standings of adapters come to, where a set has something that an adapter cannot express.
@Suite struct EnforcementStatusTests {
  private func status(_ states: [(EnforcementSettings.Adapter, AdapterStanding.State)]) -> EnforcementStatus {
    EnforcementStatus(
      adapters: states.map { adapter, state in
        var standing = AdapterStanding(adapter)
        standing.state = state
        return standing
      })
  }

  private let all = AdapterStanding.State.unavailable(reason: "all domains", generation: 3)
  private let part = AdapterStanding.State.degraded(reason: "all domains", generation: 3)
  private let absent = AdapterStanding.State.unavailable(reason: "no right")

  @Test func `a set that cannot be expressed is not enforced, and a part of one is`() {
    let fault = "hosts is unavailable: all domains"
    let alone = status([(.hosts, all)])
    #expect(alone.headline == "computed, not enforced; \(fault)" && alone.isOutOfReach && !alone.isActive)
    let beside = status([(.execGuard, .ready), (.hosts, all)])
    #expect(beside.headline == "nothing to enforce now for exec-guard; \(fault)" && beside.isOutOfReach)
    let other = status([(.execGuard, .applied(generation: 3)), (.hosts, all)])
    #expect(other.headline == "enforced by exec-guard; \(fault)" && !other.isOutOfReach)
    let some = status([(.hosts, part)])
    #expect(some.headline == "enforced by hosts; hosts is degraded: all domains" && !some.isOutOfReach)
    let none = status([(.hosts, absent)])
    #expect(none.headline == "computed, not enforced: no adapter is active" && !none.isOutOfReach)
  }

  @Test func `a standing is read back as it was written`() throws {
    for state in [all, part, absent, .degraded(reason: "full"), .applied(generation: 3), .ready] {
      let status = status([(.hosts, state)])
      var json = JSONWriter()
      json.object { status.writeMembers(to: &$0) }
      let object = try #require(JSONValue(parsing: json.bytes).objectValue)
      #expect(EnforcementStatus(object) == status)
    }
  }

  private let domain: Target

  init() throws { domain = .domain(try DomainName("a.example")) }

  private let application = Target.application(ApplicationName("game"))
  @Test func `a target that no working adapter can block is computed and not enforced`() {
    let rootless = status([(.execGuard, absent), (.sweeper, .applied(generation: 1)), (.hosts, absent)])
    #expect(
      rootless.headline(about: domain)
        == "computed, not enforced: no adapter for domains is active; hosts is unavailable: no right")
    #expect(rootless.headline(about: application) == rootless.headline)
    let elsewhere = status([(.execGuard, absent), (.sweeper, absent), (.hosts, .applied(generation: 1))])
    #expect(elsewhere.headline(about: domain) == elsewhere.headline)
    #expect(
      elsewhere.headline(about: application)
        == "computed, not enforced: no adapter for applications is active; exec-guard is unavailable: no right; "
        + "sweeper is unavailable: no right")
    #expect(status([]).headline(about: domain) == "computed, not enforced: no adapter is active")
    let program = status([(.program, .ready)])
    #expect(program.headline(about: domain) == program.headline)
    #expect(program.headline(about: application) == program.headline)
  }

  @Test func `a session is applied as far as adapters work for what its layer blocks`() throws {
    var layer = Layer(of: ProfileReference(key: try #require(ProfileKey("work"))))
    layer.domains.block = [try DomainName("a.example")]
    let rootless = status([(.execGuard, absent), (.sweeper, .applied(generation: 1)), (.hosts, absent)])
    let failed = status([(.sweeper, .ready), (.hosts, .degraded(reason: "full"))])
    #expect(
      [rootless, failed, status([])].map { $0.words(on: layer) }
        == Array(repeating: "published, not enforced", count: 3))
    #expect(status([(.hosts, part)]).words(on: layer) == "applied")
    layer.applications.block = [ApplicationName("game")]
    #expect(rootless.words(on: layer) == "applied to applications, not to domains")
    #expect(failed.words(on: layer) == "applied to applications, not to domains")
    #expect(status([(.hosts, .ready)]).words(on: layer) == "applied to domains, not to applications")
    #expect(status([(.program, .ready)]).words(on: layer) == "applied")
    let partly = status([(.execGuard, .degraded(reason: "one program"))])
    #expect(partly.words(on: layer) == "applied to applications, not to domains")
    layer.domains.block = []
    #expect(rootless.words(on: layer) == "applied" && failed.words(on: layer) == "applied")
  }

  @Test func `pages are applied by browsers alone, and the words say so`() throws {
    var layer = Layer(of: ProfileReference(key: try #require(ProfileKey("work"))))
    let page = try #require(SitePath(host: try DomainName("a.example"), path: "/p"))
    layer.domains.urls = [page]
    let (names, browser) = (status([(.hosts, .ready)]), status([(.hosts, .ready), (.firefox, .ready)]))
    let remark = "; for urls 'chromium' or 'firefox' must be in use"
    #expect(names.words(on: layer) == "published, not enforced" + remark && browser.words(on: layer) == "applied")
    layer.domains.block = [try DomainName("b.example")]
    #expect(names.words(on: layer) == "applied to domains, not to urls" + remark)
    layer.applications.block = [ApplicationName("game")]
    #expect(names.words(on: layer) == "applied to domains, not to applications and urls" + remark)
    #expect(browser.words(on: layer) == "applied to domains and urls, not to applications")
    #expect(
      names.headline(about: .page(page)) == "computed, not enforced: no adapter for urls is active")
    #expect(browser.headline(about: .page(page)) == browser.headline)
    var extended = names
    extended.hasExtension = true
    let alone = "; urls are blocked by the browser extension alone"
    #expect(extended.words(on: layer) == "applied to domains, not to applications" + alone)
    #expect(extended.headline(about: .page(page)) == "enforced by the browser extension, where a browser has it")
    layer.applications.block = []
    #expect(extended.words(on: layer) == "applied" + alone)
    layer.domains.block = []
    #expect(extended.words(on: layer) == "applied" + alone)
  }

  @Test func `the hosts file blocks for every user while it is applied`() {
    #expect(
      status([(.hosts, .applied(generation: 1)), (.sweeper, .applied(generation: 1))]).machineWideEnforcers == [.hosts])
    #expect(status([(.hosts, absent), (.sweeper, .applied(generation: 1))]).machineWideEnforcers == [])
  }
}
