import Foundation
import Glibc
import ProgramTesting
import Scheduler
import Synchronization
import TestSupport
import Testing

@testable import SchedulerEnforcement

/// Replies that are on their way while dnsmasq takes new rules.
@Suite(.enabled(if: NameServerPair.exists, "dnsmasq is not installed"), .serialized)
struct StaleAnswerTests {
  /// A thread that asks for a name again and again, with fresh subdomains, so that replies are always on their way.
  private final class Storm: Sendable {
    let isOver = Mutex(false)
    let ended = DispatchSemaphore(value: 0)

    init(at address: NameServerAddress, names: [String]) throws {
      let probe = try NameProbe(of: address)
      Thread { [self] in
        while !isOver.withLock({ $0 }) { _ = probe.ask(names) }
        ended.signal()
      }.start()
    }

    func end() {
      isOver.withLock { $0 = true }
      ended.wait()
    }
  }

  @Test func `once applied, no answer that was on its way is given, however often`() throws {
    let upstream = try SlowUpstream(milliseconds: 0...30, seed: 3)
    let pair = try NameServerPair(otherUpstream: upstream.port)
    var adapter = pair.adapter()
    let names = (0..<4).map { "stale\($0).example" }
    let shield = try ShieldText.shield(ShieldText.LayerText(block: names))
    let asked = names + names.map { "www." + $0 }
    var staleCount = 0
    var random = SeededGenerator(seed: 4)
    for round in 0..<Laws.count(200, few: 20) {
      let storm = try Storm(at: pair.address, names: asked)
      usleep(.random(in: 1000..<40_000, using: &random))
      _ = try adapter.apply(shield)
      try adapter.verify()
      storm.end()
      #expect(try pair.open(asked) == [], "round \(round)")
      try adapter.revert()
      while try pair.open(names).count < names.count { usleep(1000) }
      // Without the second reload some of these are in the cache.
      let plain = try Storm(at: pair.address, names: asked)
      usleep(.random(in: 1000..<40_000, using: &random))
      let server = try #require(Dnsmasq.all(reading: pair.serversPath).first)
      _ = try server.write(NameRules(of: shield, on: MachineNames()))
      try server.reload()
      plain.end()
      usleep(40_000)
      if try !pair.open(asked).isEmpty { staleCount += 1 }
      try server.remove()
      while try pair.open(names).count < names.count { usleep(1000) }
    }
    #expect(staleCount > 0, "the race was not met in \(upstream.answerCount) answers, so this test shows nothing")
  }
}
