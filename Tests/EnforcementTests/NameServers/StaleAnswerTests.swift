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
  /// A thread that asks for new subdomains of some names until it is ended, so that answers are always on their way.
  private final class Storm: Sendable {
    private let isOver = Mutex(false)
    private let ended = DispatchSemaphore(value: 0)
    private let asked = Mutex<[String]>([])

    init(at address: NameServerAddress, below names: [String]) throws {
      let probe = try NameProbe(of: address)
      Thread { [self] in
        var number = 0
        while !isOver.withLock({ $0 }) {
          number += 1
          let next = names.map { "n\(number).\($0)" }
          asked.withLock { $0 += next }
          _ = probe.ask(next)
        }
        ended.signal()
      }.start()
    }

    /// Ends it, and returns the names that were asked for first.
    func end() -> [String] {
      isOver.withLock { $0 = true }
      ended.wait()
      return asked.withLock { Array($0.prefix(100)) }
    }
  }

  private static let names = (0..<4).map { "stale\($0).example" }

  /// Applies a shield with one reload alone. Returns whether an answer that was on its way is kept against it.
  private func isStaleAfterOneReload(_ pair: NameServerPair, _ shield: ShieldSet, wait: UInt32) throws -> Bool {
    let storm = try Storm(at: pair.address, below: Self.names)
    usleep(wait)
    let server = try #require(Dnsmasq(Dnsmasq.all(), reading: ServersFile(pair.serversPath)))
    _ = try server.write(NameRules(of: shield, on: MachineNames()), replacing: nil)
    try server.reload()
    let isStale = try !pair.open(storm.end()).isEmpty
    try ServersFile(pair.serversPath).remove()
    return isStale
  }

  @Test func `once applied, no answer that was on its way is given, however often`() throws {
    let upstream = try SlowUpstream(milliseconds: 0...30, seed: 3)
    let pair = try NameServerPair(otherUpstream: upstream.port)
    var adapter = pair.adapter()
    let shield = try ShieldText.shield(ShieldText.LayerText(block: Self.names))
    var staleCount = 0
    var random = SeededGenerator(seed: 4)
    for round in 0..<Laws.count(200, few: 20) {
      let storm = try Storm(at: pair.address, below: Self.names)
      usleep(.random(in: 1000..<40_000, using: &random))
      _ = try adapter.apply(shield)
      try adapter.verify()
      #expect(try pair.open(storm.end()) == [], "round \(round)")
      try adapter.revert()
      #expect(try pair.becomesOpen(Self.names))
      let wait = UInt32.random(in: 1000..<40_000, using: &random)
      if try isStaleAfterOneReload(pair, shield, wait: wait) { staleCount += 1 }
      #expect(try pair.becomesOpen(Self.names))
    }
    #expect(staleCount > 0, "the race was not met in \(upstream.answerCount) answers, so this test shows nothing")
  }
}
