/// A delivery of an order, and the choice that led to it.
struct OrderStep: Sendable {
  /// What was delivered.
  let delivery: Delivery
  /// The deliveries that could have begun, in their usual order: the first of each process.
  let candidates: [Delivery]
  /// What the delivery read and wrote.
  var footprint = Footprint()

  /// The process that began.
  var process: ProcessID { delivery.process }

  /// The processes that could have begun, in their usual order.
  var ready: [ProcessID] { candidates.map(\.process) }
}

/// An order that was run.
struct OrderTrace: Sendable {
  var steps: [OrderStep] = []
  /// What the check returned after a delivery; nil if it returned nothing.
  var failure: String?
  /// Whether the deliveries never came to an end.
  var isEndless = false
  /// Whether the run did not offer the deliveries that an earlier run with these choices did.
  var hasDiverged = false

  /// Notes that the run did not offer the deliveries of an earlier one.
  mutating func diverge() {
    failure = "a run did not repeat an earlier one: something outlives a run, such as a static variable"
    hasDiverged = true
  }

  /// How often a delivery was preferred to the one that usually comes first.
  var changes: Int { steps.count { $0.ready.first != $0.process } }
}

/// A depth-first search through the orders of deliveries.
///
/// With pruning it is dynamic partial-order reduction (Flanagan and Godefroid, 2005): for each delivery it adds another
/// choice only before those deliveries of other processes that conflict with it, because one writes what the other reads
/// or writes, and where a delivery was ready that another one then removed. Orders that differ only in independent
/// deliveries lead to the same state, and one of them is run.
struct OrderSearch {
  /// A point of the present order, with the choices that are left there.
  private struct Node {
    let ready: [ProcessID]
    var chosen: ProcessID
    /// The processes that must be tried here.
    var wanted: [ProcessID]
    var tried: [ProcessID]
  }

  private let prunes: Bool
  private var nodes: [Node] = []
  private var isStarted = false
  private var isFinished = false

  init(prunes: Bool) { self.prunes = prunes }

  /// Returns the processes that begin first in the next order, after which the usual order follows; nil if every order
  /// was run.
  mutating func nextPrefix() -> [ProcessID]? {
    if isFinished { return nil }
    if !isStarted {
      isStarted = true
      return []
    }
    while var last = nodes.popLast() {
      let next = last.ready.first { last.wanted.contains($0) && !last.tried.contains($0) }
      guard let next else { continue }
      last.chosen = next
      last.tried.append(next)
      nodes.append(last)
      return nodes.map(\.chosen)
    }
    isFinished = true
    return nil
  }

  /// Takes note of an order that was run, and adds the choices that it shows to be needed.
  mutating func record(_ trace: OrderTrace) {
    for step in trace.steps[min(nodes.count, trace.steps.count)...] {
      let wanted = prunes ? [step.process] : step.ready
      nodes.append(Node(ready: step.ready, chosen: step.process, wanted: wanted, tried: [step.process]))
    }
    guard prunes else { return }
    for later in trace.steps.indices { addChoices(before: later, in: trace.steps) }
    addRemoved(in: trace.steps)
  }

  /// Adds the processes whose delivery could have begun and never did: another delivery removed it.
  private mutating func addRemoved(in steps: [OrderStep]) {
    let delivered = Set(steps.map(\.delivery.number))
    for (index, step) in steps.enumerated() {
      for candidate in step.candidates where !delivered.contains(candidate.number) {
        nodes[index].wanted.append(candidate.process)
      }
    }
  }

  /// Adds the process of a delivery before the latest conflicting one at which it was ready. Before those conflicting
  /// ones at which it was not ready, because they or others made the delivery, it adds every process.
  private mutating func addChoices(before later: Int, in steps: [OrderStep]) {
    let process = steps[later].process
    for earlier in (0..<later).reversed()
    where steps[earlier].process != process && steps[earlier].footprint.conflicts(with: steps[later].footprint) {
      if nodes[earlier].ready.contains(process) {
        nodes[earlier].wanted.append(process)
        return
      }
      nodes[earlier].wanted = nodes[earlier].ready
    }
  }
}
