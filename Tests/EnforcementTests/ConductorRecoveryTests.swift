import Scheduler
import Testing

@testable import SchedulerEnforcement

private let second: Int64 = 1_000_000_000

/// What the conductor does when a component is lost or back, and about what an earlier daemon left.
@Suite struct ConductorRecoveryTests {
  private func ready() -> Conductor {
    var conductor = Conductor(of: [.hosts])
    _ = conductor.orders(atBoot: 0)
    conductor.take(AdapterReport(from: .hosts, .probed(.available)), atBoot: 0)
    return conductor
  }

  private func orders(of conductor: inout Conductor, atBoot boot: Int64) -> [AdapterOrder] {
    conductor.orders(atBoot: boot).map(\.order)
  }

  @Test func `what an earlier daemon left for an unused adapter is removed once, and a failure is repeated and shown`()
  {
    var settings = EnforcementSettings()
    settings.adapters = [.sweeper]
    var conductor = Conductor(of: [.hosts], clearingUnused: true)
    conductor.follow(settings)
    #expect(orders(of: &conductor, atBoot: 0) == [])
    conductor.want(shield(1))
    var boot: Int64 = 0
    for pause in [1, 2, 4, 8, 0] as [Int64] {
      #expect(orders(of: &conductor, atBoot: boot) == [.revert])
      #expect(conductor.isUnderWay)
      conductor.take(AdapterReport(from: .hosts, .failed(AdapterError("locked"))), atBoot: boot)
      #expect(!conductor.isUnderWay, "neither readiness nor a stop waits for the next attempt")
      #expect(conductor.nextBoot(after: boot) == (pause == 0 ? nil : boot + pause * second))
      boot += pause * second
    }
    #expect(!conductor.isUnderWay && conductor.standings(atBoot: 0).first?.state == .degraded(reason: "locked"))
    #expect(orders(of: &conductor, atBoot: boot + 100 * second) == [])
    // In use it begins anew.
    settings.adapters = [.hosts]
    conductor.follow(settings)
    #expect(orders(of: &conductor, atBoot: boot) == [.probe])
    var other = Conductor(of: [.hosts], clearingUnused: true)
    settings.adapters = [.sweeper]
    other.follow(settings)
    other.want(shield(1))
    #expect(orders(of: &other, atBoot: 0) == [.revert])
    other.take(AdapterReport(from: .hosts, .reverted), atBoot: 0)
    #expect(other.standings(atBoot: 0).map(\.adapter) == [.sweeper] && !other.isUnderWay)
    #expect(orders(of: &other, atBoot: 100 * second) == [])
  }

  @Test func `what another daemon holds is left to it, without a word`() {
    var settings = EnforcementSettings()
    settings.adapters = []
    var conductor = Conductor(of: [.hosts], clearingUnused: true)
    conductor.follow(settings)
    conductor.want(shield(1))
    #expect(orders(of: &conductor, atBoot: 0) == [.revert])
    var error = AdapterError("another daemon, process 7, writes '/etc/hosts'")
    error.isOfAnotherDaemon = true
    conductor.take(AdapterReport(from: .hosts, .failed(error)), atBoot: 0)
    #expect(conductor.standings(atBoot: 0) == [] && !conductor.isUnderWay)
    #expect(orders(of: &conductor, atBoot: 100 * second) == [])
  }

  @Test func `a lost component is seen at once, and one that is back need not wait for the next attempt`() {
    var conductor = ready()
    conductor.want(shield(1))
    #expect(orders(of: &conductor, atBoot: 0) == [.apply(shield(1))])
    conductor.take(AdapterReport(from: .hosts, .applied(generation: 1, AdapterEffect())), atBoot: 0)
    var work = AdapterWork()
    work.change = .lost
    for boot in [second, 2 * second] {
      conductor.take(AdapterReport(from: .hosts, .worked(work)), atBoot: boot)
      #expect(conductor.nextBoot(after: boot) ?? 0 <= boot)
      #expect(orders(of: &conductor, atBoot: boot) == [.apply(shield(1))])
      conductor.take(AdapterReport(from: .hosts, .failed(AdapterError("gone"))), atBoot: boot)
    }
    // The next attempt is due two seconds later, which another loss does not change.
    conductor.take(AdapterReport(from: .hosts, .worked(work)), atBoot: 3 * second)
    #expect(orders(of: &conductor, atBoot: 3 * second) == [])
    #expect(
      conductor.standings(atBoot: 0).first?.state == .degraded(reason: "gone")
        && conductor.nextBoot(after: 3 * second) == 4 * second)
    work.change = .back
    conductor.take(AdapterReport(from: .hosts, .worked(work)), atBoot: 3 * second)
    #expect(orders(of: &conductor, atBoot: 3 * second) == [.apply(shield(1))])
    conductor.take(AdapterReport(from: .hosts, .applied(generation: 1, AdapterEffect())), atBoot: 3 * second)
    #expect(conductor.standings(atBoot: 0).first?.state == .applied(generation: 1))
    #expect(orders(of: &conductor, atBoot: 3 * second) == [])
  }
}
