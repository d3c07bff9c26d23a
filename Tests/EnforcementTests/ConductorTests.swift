import Scheduler
import SchedulerCivilTime
import TestSupport
import Testing

@testable import SchedulerEnforcement

private let second: Int64 = 1_000_000_000

/// What each adapter is asked to do, and when.
@Suite struct ConductorTests {
  /// The conductor of one adapter that can work, and that nothing was asked of since.
  private func ready(_ availability: AdapterAvailability = .available) -> Conductor {
    var conductor = Conductor(of: [.hosts])
    expect(&conductor, atBoot: 0, orders: [.probe])
    conductor.take(AdapterReport(from: .hosts, .probed(availability)), atBoot: 0)
    return conductor
  }

  /// Expects the conductor to give these orders now.
  private func expect(
    _ conductor: inout Conductor, atBoot boot: Int64, orders: [AdapterOrder],
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let given = conductor.orders(atBoot: boot).map(\.order)
    #expect(given == orders, sourceLocation: sourceLocation)
  }

  private func state(_ conductor: Conductor, atBoot boot: Int64 = 0) -> AdapterStanding.State? {
    conductor.standings(atBoot: boot).first?.state
  }

  @Test func `an adapter is asked whether it can work, then to apply the set, then nothing`() {
    var conductor = ready()
    expect(&conductor, atBoot: 0, orders: [])
    conductor.want(shield(1))
    expect(&conductor, atBoot: 0, orders: [.apply(shield(1))])
    #expect(state(conductor) == .applying && conductor.isUnderWay)
    expect(&conductor, atBoot: 0, orders: [])
    conductor.take(AdapterReport(from: .hosts, .applied(generation: 1, AdapterEffect(limits: ["few"]))), atBoot: 0)
    #expect(state(conductor) == .applied(generation: 1) && !conductor.isUnderWay)
    #expect(conductor.standings(atBoot: 0).first?.limits == ["few"])
    conductor.want(shield(1))
    expect(&conductor, atBoot: second, orders: [])
  }

  @Test func `an adapter whose component is absent is shown only if it is named, and is used once it is there`() {
    var conductor = ready(.absent(reason: "not installed", remedy: "install it"))
    #expect(conductor.standings(atBoot: 0) == [])
    var settings = EnforcementSettings()
    settings.adapters = [.hosts]
    conductor.follow(settings)
    #expect(state(conductor) == .unavailable(reason: "not installed"))
    conductor.follow(EnforcementSettings())
    conductor.want(shield(1))
    #expect(!conductor.isUnderWay && conductor.standings(atBoot: 0) == [])
    expect(&conductor, atBoot: 60 * second, orders: [.probe])
    conductor.take(AdapterReport(from: .hosts, .probed(.available)), atBoot: 60 * second)
    expect(&conductor, atBoot: 60 * second, orders: [.apply(shield(1))])
    #expect(state(conductor) == .applying)
  }

  @Test func `an adapter that cannot work removes what an earlier daemon has applied, and stays unavailable`() {
    var conductor = ready(.unavailable(reason: "gone", remedy: ""))
    conductor.want(shield(2, layers: 0))
    expect(&conductor, atBoot: 0, orders: [.revert])
    #expect(state(conductor) == .unavailable(reason: "gone") && !conductor.isUnderWay)
    conductor.take(AdapterReport(from: .hosts, .failed(AdapterError("it cannot be written"))), atBoot: 0)
    #expect(state(conductor) == .unavailable(reason: "gone"))
    #expect(conductor.nextBoot(after: 0) == second)
    expect(&conductor, atBoot: second, orders: [.revert])
    conductor.want(shield(3))
    conductor.take(AdapterReport(from: .hosts, .reverted), atBoot: second)
    #expect(state(conductor) == .unavailable(reason: "gone") && !conductor.isUnderWay)
    conductor.want(shield(4, layers: 0))
    expect(&conductor, atBoot: second, orders: [])
    #expect(conductor.nextBoot(after: second) == nil)
  }

  @Test func `an adapter that cannot work is asked again with each set, and once a minute while something is shielded`()
  {
    let answer = AdapterReport(from: .hosts, .probed(.unavailable(reason: "no right", remedy: "be root")))
    var conductor = ready(.unavailable(reason: "no right", remedy: "be root"))
    conductor.want(shield(1))
    #expect(!conductor.isUnderWay && conductor.nextBoot(after: second) == 0)
    for boot in [second, 61 * second] {
      expect(&conductor, atBoot: boot, orders: [.probe])
      conductor.take(answer, atBoot: boot)
      expect(&conductor, atBoot: boot + 60 * second - 1, orders: [])
      #expect(conductor.nextBoot(after: boot) == boot + 60 * second)
    }
    conductor.want(shield(2))
    expect(&conductor, atBoot: 62 * second, orders: [.probe])
    conductor.take(AdapterReport(from: .hosts, .probed(.available)), atBoot: 62 * second)
    expect(&conductor, atBoot: 62 * second, orders: [.apply(shield(2))])
  }

  @Test func `an adapter that cannot work, has applied nothing and cannot revert is left alone after some failures`() {
    var conductor = ready(.unavailable(reason: "no rights", remedy: ""))
    conductor.want(shield(1, layers: 0))
    var boot: Int64 = 0
    for _ in 0..<6 {
      boot = max(boot, conductor.nextBoot(after: boot) ?? -1)
      expect(&conductor, atBoot: boot, orders: [.revert])
      conductor.take(AdapterReport(from: .hosts, .failed(AdapterError("no rights"))), atBoot: boot)
    }
    #expect(conductor.nextBoot(after: boot) == nil && !conductor.isUnderWay)
    expect(&conductor, atBoot: boot + 3600 * second, orders: [])
  }

  @Test func `a set without layers is reverted, also the first one, because an earlier process may have applied one`() {
    var conductor = ready()
    conductor.want(shield(1, layers: 0))
    expect(&conductor, atBoot: 0, orders: [.revert])
    conductor.take(AdapterReport(from: .hosts, .reverted), atBoot: 0)
    #expect(state(conductor) == .ready)
    #expect(conductor.nextBoot(after: 0) == nil)
    conductor.want(shield(2, layers: 0))
    expect(&conductor, atBoot: 0, orders: [])
  }

  @Test func `the newest set follows the order under way, and those in between are left out`() {
    var conductor = ready()
    conductor.want(shield(1))
    _ = conductor.orders(atBoot: 0)
    conductor.want(shield(2))
    conductor.want(shield(3))
    expect(&conductor, atBoot: 0, orders: [])
    conductor.take(AdapterReport(from: .hosts, .applied(generation: 1, AdapterEffect())), atBoot: 0)
    expect(&conductor, atBoot: 0, orders: [.apply(shield(3))])
  }

  @Test func `what is applied when it is not wanted any more is under way until it is reverted`() {
    var conductor = ready()
    conductor.want(shield(1, layers: 0))
    _ = conductor.orders(atBoot: 0)
    conductor.take(AdapterReport(from: .hosts, .reverted), atBoot: 0)
    conductor.want(shield(2))
    expect(&conductor, atBoot: 0, orders: [.apply(shield(2))])
    conductor.want(shield(3, layers: 0))
    expect(&conductor, atBoot: 0, orders: [])
    #expect(conductor.isUnderWay && conductor.unfinished == [.hosts] && conductor.unfinishedReverts == [.hosts])
    conductor.take(AdapterReport(from: .hosts, .applied(generation: 2, AdapterEffect())), atBoot: 0)
    #expect(conductor.isUnderWay)
    expect(&conductor, atBoot: 0, orders: [.revert])
    conductor.take(AdapterReport(from: .hosts, .reverted), atBoot: 0)
    #expect(!conductor.isUnderWay)
  }

  @Test func `one adapter applies the set again, and reverts after that if nothing is wanted meanwhile`() {
    var conductor = Conductor(of: [.hosts, .sweeper])
    for order in conductor.orders(atBoot: 0) {
      conductor.take(AdapterReport(from: order.adapter, .probed(.available)), atBoot: 0)
    }
    conductor.want(shield(1))
    for order in conductor.orders(atBoot: 0) {
      conductor.take(AdapterReport(from: order.adapter, .applied(generation: 1, AdapterEffect())), atBoot: 0)
    }
    conductor.applyAgain(.sweeper)
    #expect(conductor.nextBoot(after: 0) == 0)
    let orders = conductor.orders(atBoot: 0)
    #expect(orders.map(\.adapter) == [.sweeper] && orders.map(\.order) == [.apply(shield(1))])
    var nothing = shield(2)
    nothing.layers = []
    conductor.want(nothing)
    #expect(conductor.orders(atBoot: 0).map(\.adapter) == [.hosts])
    conductor.take(AdapterReport(from: .hosts, .reverted), atBoot: 0)
    #expect(conductor.isUnderWay)
    conductor.take(AdapterReport(from: .sweeper, .applied(generation: 1, AdapterEffect())), atBoot: 0)
    #expect(conductor.isUnderWay && conductor.orders(atBoot: 0).map(\.order) == [.revert])
    conductor.take(AdapterReport(from: .sweeper, .reverted), atBoot: 0)
    #expect(!conductor.isUnderWay)
  }

  @Test func `a failed order is repeated after 1, 2, 4 seconds and so on up to a minute`() {
    var conductor = ready()
    conductor.want(shield(1))
    var boot: Int64 = 0
    for pause in [1, 2, 4, 8, 16, 32, 60, 60] as [Int64] {
      expect(&conductor, atBoot: boot, orders: [.apply(shield(1))])
      conductor.take(AdapterReport(from: .hosts, .failed(AdapterError("no", remedy: "yes"))), atBoot: boot)
      #expect(state(conductor) == .degraded(reason: "no"))
      #expect(conductor.standings(atBoot: boot).first?.remedy == "yes")
      #expect(conductor.nextBoot(after: boot) == boot + pause * second)
      expect(&conductor, atBoot: boot + pause * second - 1, orders: [])
      boot += pause * second
    }
    // Another set is tried at once.
    conductor.take(AdapterReport(from: .hosts, .failed(AdapterError("no"))), atBoot: boot)
    conductor.want(shield(2))
    expect(&conductor, atBoot: boot, orders: [.apply(shield(2))])
    conductor.take(AdapterReport(from: .hosts, .applied(generation: 2, AdapterEffect())), atBoot: boot)
    #expect(state(conductor) == .applied(generation: 2))
    #expect(conductor.standings(atBoot: boot).first?.remedy == "")
  }

  @Test func `a set in force is applied again each minute, and after a second if that fails`() {
    var conductor = ready()
    conductor.want(shield(1))
    _ = conductor.orders(atBoot: 0)
    conductor.take(AdapterReport(from: .hosts, .applied(generation: 1, AdapterEffect())), atBoot: 0)
    #expect(conductor.nextBoot(after: 0) == 60 * second)
    expect(&conductor, atBoot: 60 * second - 1, orders: [])
    expect(&conductor, atBoot: 60 * second, orders: [.apply(shield(1))])
    #expect(state(conductor) == .applied(generation: 1))
    #expect(state(conductor) == .applied(generation: 1) && !conductor.isUnderWay)
    conductor.take(AdapterReport(from: .hosts, .applied(generation: 1, AdapterEffect())), atBoot: 60 * second)
    expect(&conductor, atBoot: 120 * second, orders: [.apply(shield(1))])
    conductor.take(AdapterReport(from: .hosts, .failed(AdapterError("gone"))), atBoot: 120 * second)
    expect(&conductor, atBoot: 121 * second, orders: [.apply(shield(1))])
  }

  @Test func `what an adapter can never do is shown beside what it applies`() {
    var conductor = ready(.degraded(reason: "own programs only", remedy: "be root"))
    conductor.want(shield(1))
    _ = conductor.orders(atBoot: 0)
    conductor.take(AdapterReport(from: .hosts, .applied(generation: 1, AdapterEffect(limits: ["few"]))), atBoot: 0)
    let standing = conductor.standings(atBoot: 0).first
    #expect(standing?.state == .applied(generation: 1))
    #expect(standing?.limits == ["own programs only", "few"] && standing?.remedy == "be root")
  }

  @Test func `what an adapter cannot express of a set is shown as its fault, and is no failure that is repeated`() {
    let gap = AdapterError("all domains", remedy: "list them")
    for (isConcerned, state) in [
      (true, AdapterStanding.State.degraded(reason: "all domains", generation: 1)),
      (false, .unavailable(reason: "all domains", generation: 1)),
    ] {
      var conductor = ready(.degraded(reason: "no lookups", remedy: "install it"))
      conductor.want(shield(1))
      _ = conductor.orders(atBoot: 0)
      let effect = AdapterEffect(isConcerned: isConcerned, limits: ["few"], gap: gap)
      conductor.take(AdapterReport(from: .hosts, .applied(generation: 1, effect)), atBoot: 0)
      let standing = conductor.standings(atBoot: 0)[0]
      #expect(standing.state == state && standing.remedy == "list them" && standing.limits == ["no lookups", "few"])
      #expect(standing.isEnforcing == isConcerned && standing.canWork == isConcerned)
      #expect(!conductor.isUnderWay && conductor.nextBoot(after: 0) == 60 * second)
      expect(&conductor, atBoot: 60 * second, orders: [.apply(shield(1))])
      let isChanged = conductor.take(AdapterReport(from: .hosts, .applied(generation: 1, effect)), atBoot: 60 * second)
      #expect(!isChanged)
      conductor.want(shield(2))
      #expect(conductor.isUnderWay)
      expect(&conductor, atBoot: 61 * second, orders: [.apply(shield(2))])
      conductor.take(AdapterReport(from: .hosts, .applied(generation: 2, AdapterEffect())), atBoot: 61 * second)
      #expect(conductor.standings(atBoot: 61 * second)[0].state == .applied(generation: 2))
      conductor.want(shield(3, layers: 0))
      expect(&conductor, atBoot: 62 * second, orders: [.revert])
    }
  }

  @Test func `an adapter that does not answer is shown after five seconds and delays no other`() {
    var conductor = Conductor(of: [.hosts, .sweeper])
    conductor.want(shield(1))
    expect(&conductor, atBoot: 0, orders: [.probe, .probe])
    conductor.take(AdapterReport(from: .sweeper, .probed(.available)), atBoot: 0)
    expect(&conductor, atBoot: 0, orders: [.apply(shield(1))])
    #expect(conductor.nextBoot(after: 0) == 5 * second)
    #expect(conductor.standings(atBoot: 5 * second - 1).first?.state == .starting)
    #expect(
      conductor.standings(atBoot: 7 * second).first?.state == .degraded(reason: "it has not answered for 5 s"))
    #expect(conductor.nextBoot(after: 7 * second) == nil, "an overdue order must not keep the loop busy")
  }

  @Test func `repairs are counted and answer no order`() {
    var conductor = ready()
    conductor.want(shield(1))
    _ = conductor.orders(atBoot: 0)
    var work = AdapterWork()
    work.repairs = ["the block was removed", "the block was changed"]
    let isChanged = conductor.take(AdapterReport(from: .hosts, .worked(work)), atBoot: 0)
    #expect(isChanged)
    #expect(conductor.standings(atBoot: 0).first?.repairCount == 2)
    expect(&conductor, atBoot: 0, orders: [])
    #expect(conductor.isUnderWay)
  }
}
