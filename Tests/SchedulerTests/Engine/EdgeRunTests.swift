import SchedulerCivilTime
import Testing

@testable import Scheduler

/// The queue of an evaluation.
@Suite struct EdgeRunTests {
  private static func edge(_ second: Int64, _ subject: Int = 0, _ rank: DueEdge.Rank = .scheduleStart) -> DueEdge {
    DueEdge(planned: Instant(epochSeconds: second), rank: rank, subject: subject)
  }

  private static let previous = Present(Moment(wall: Instant(epochSeconds: 0), boot: 0, bootID: ""), elapsed: 0)

  private static func taken(_ run: inout EdgeRun) -> [DueEdge] {
    var taken: [DueEdge] = []
    while let edge = run.dequeue() { taken.append(edge) }
    return taken
  }

  @Test func `edges that are enqueued repeatedly take one place in the queue`() {
    var run = EdgeRun(since: Self.previous, sources: [])
    for _ in 0..<1_000 {
      run.enqueue(Self.edge(5))
      run.enqueue(Self.edge(7))
      run.enqueue(Self.edge(6, 1))
    }
    #expect(Self.taken(&run) == [Self.edge(5), Self.edge(6, 1)])
  }

  @Test func `an edge that is due earlier comes first, even if it is enqueued later`() {
    var run = EdgeRun(since: Self.previous, sources: [])
    run.enqueue(Self.edge(9))
    run.enqueue(Self.edge(5))
    #expect(run.dequeue() == Self.edge(5))
    run.enqueue(Self.edge(7))
    #expect(Self.taken(&run) == [Self.edge(7), Self.edge(9)])
  }
}
