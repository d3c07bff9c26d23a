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
}
