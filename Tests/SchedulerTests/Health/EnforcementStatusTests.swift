import Scheduler
import Testing

/// What the first lines of commands say about adapters.
@Suite struct EnforcementStatusTests {
  private func status(_ adapters: (EnforcementSettings.Adapter, AdapterStanding.State)...) -> EnforcementStatus {
    EnforcementStatus(
      adapters: adapters.map { adapter, state in
        var standing = AdapterStanding(adapter)
        standing.state = state
        return standing
      })
  }

  private let domain: Target

  init() throws { domain = .domain(try DomainName("a.example")) }

  private let application = Target.application(ApplicationName("game"))
  private let absent = AdapterStanding.State.unavailable(reason: "it is absent")

  @Test func `a target that no working adapter can block is computed and not enforced`() {
    let rootless = status((.execGuard, absent), (.sweeper, .applied(generation: 1)), (.hosts, absent))
    #expect(
      rootless.headline(about: domain)
        == "computed, not enforced: no adapter for domains is active; hosts is unavailable: it is absent")
    #expect(rootless.headline(about: application) == rootless.headline)
    let elsewhere = status((.execGuard, absent), (.sweeper, absent), (.hosts, .applied(generation: 1)))
    #expect(elsewhere.headline(about: domain) == elsewhere.headline)
    #expect(
      elsewhere.headline(about: application)
        == "computed, not enforced: no adapter for applications is active; exec-guard is unavailable: it is absent; "
        + "sweeper is unavailable: it is absent")
    #expect(status().headline(about: domain) == "computed, not enforced: no adapter is active")
    let program = status((.program, .ready))
    #expect(program.headline(about: domain) == program.headline)
    #expect(program.headline(about: application) == program.headline)
  }

  @Test func `the hosts file blocks for every user while it is applied`() {
    #expect(
      status((.hosts, .applied(generation: 1)), (.sweeper, .applied(generation: 1))).machineWideEnforcers == [.hosts])
    #expect(status((.hosts, absent), (.sweeper, .applied(generation: 1))).machineWideEnforcers == [])
  }
}
