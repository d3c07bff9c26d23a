import ManagedSettings
import ScreenTimeSystem
import ScreenTimeTesting
import TestSupport
import Testing

/// The explorer runs every order that matters, and reports the shortest one that breaks a scenario.
@Suite struct ExplorerTests {
  /// A device on which three processes have some steps each, which `body` describes by process and step.
  private static func prepare(_ counts: [Int], body: @escaping @Sendable (Int, Int) -> Void) -> VirtualDevice {
    let device = VirtualDevice(at: "2026-08-13 09:00", in: "Europe/Berlin")
    let apps = counts.indices.map { device.install(ScreenTimeApp("com.example.app\($0)")) }
    for (process, count) in counts.enumerated() {
      for step in 0..<count { device.enqueue("step \(step)", in: apps[process]) { body(process, step) } }
    }
    return device
  }

  @Test(
    arguments: [([2, 2], 6), ([1, 1, 1], 6), ([2, 2, 2], 90), ([3, 3, 1], 140), ([4], 1), ([], 1)] as [([Int], Int)])
  func `every order is run when the check runs after each delivery`(counts: [Int], orders: Int) {
    let seen = SharedState<Set<[String]>>([])
    let report = Explorer(checking: .afterEachDelivery).explore {
      Self.prepare(counts) { _, _ in }
    } scenario: { device in
      device.advance(by: .zero)
      let order = device.journal.filter { $0.app != nil }.map { "\($0.app ?? "") \($0)" }
      seen.withLock { _ = $0.insert(order) }
    } check: { _ in
      nil
    }
    #expect(report.orders == orders && report.isComplete)
    #expect(report.deliveries == orders * counts.reduce(0, +))
    #expect(seen.withLock(\.count) == orders)
  }

  @Test func `orders of deliveries that only read are run once, and those of two writers all`() {
    let reading = Explorer().explore {
      Self.prepare([4, 4, 4]) { _, _ in _ = ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime }
    } scenario: {
      $0.advance(by: .zero)
    } check: { _ in
      nil
    }
    #expect(reading.orders == 1 && reading.isComplete)
    let writing = Explorer().explore {
      Self.prepare([2, 2]) { _, step in ManagedSettingsStore().dateAndTime.requireAutomaticDateAndTime = step == 0 }
    } scenario: {
      $0.advance(by: .zero)
    } check: { _ in
      nil
    }
    #expect(writing.orders == 6 && writing.isComplete)
  }

  @Test func `a search that reaches its limit is not complete`() {
    let report = Explorer(checking: .afterEachDelivery, orderLimit: 5).explore {
      Self.prepare([2, 2]) { _, _ in }
    } scenario: {
      $0.advance(by: .zero)
    } check: { _ in
      nil
    }
    #expect(report.orders == 5 && !report.isComplete)
  }

  /// An app whose user ends the session at the moment at which its interval starts.
  private static func stoppedAtStart() -> VirtualDevice {
    let (device, app) = Workday.device(at: "2026-08-13 08:00")
    device.run(in: app) { Workday.start() }
    device.enqueue("tap stop", in: app, after: .hours(1)) { ManagedSettingsStore().clearAllSettings() }
    return device
  }

  @Test(arguments: [Explorer.CheckTime.atEnd, .afterEachDelivery])
  func `a start that overtakes the end of a session is found`(checkTime: Explorer.CheckTime) {
    let report = Explorer(checking: checkTime).explore(Self.stoppedAtStart) {
      $0.advance(by: .hours(2))
    } check: { device in
      guard device.journal.contains(where: { "\($0)".hasSuffix("tap stop") }) else { return nil }
      return device.effective(for: "com.example.video").isShielded ? "the shield is still there" : nil
    }
    #expect(report.orders == 2 && report.isComplete)
    #expect(report.failure?.message == "the shield is still there")
    #expect(
      report.failure?.order == [
        "com.example.focus app: tap stop", "com.example.focus monitor: intervalDidStart work",
      ])
    #expect(
      "\(report)" == """
        2 runs cover all orders, 4 deliveries; the shield is still there after:
          1. com.example.focus app: tap stop
          2. com.example.focus monitor: intervalDidStart work
        """)
  }

  @Test func `the shortest failing order is reported, and of equally short ones the most usual`() {
    // It fails once the second process has done its second step before the first has done its second.
    let report = Explorer(checking: .afterEachDelivery).explore {
      Self.prepare([3, 3]) { _, _ in }
    } scenario: {
      $0.advance(by: .zero)
    } check: { device in
      let steps = device.journal.compactMap { entry in entry.app.map { "\($0) \(entry)".suffix(6) } }
      let apps = device.journal.compactMap { $0.app?.last }
      let second = apps.enumerated().filter { $0.element == "1" && steps[$0.offset] == "step 1" }.map(\.offset).first
      let first = apps.enumerated().filter { $0.element == "0" && steps[$0.offset] == "step 1" }.map(\.offset).first
      guard let second else { return nil }
      return first.map { $0 < second } ?? false ? nil : "overtaken"
    }
    #expect(report.failure?.order.count == 2)
    #expect(report.failure?.order.last == "com.example.app1 app: step 1")
  }

  @Test func `a short failing order is preferred to the usual one`() {
    let report = Explorer(checking: .afterEachDelivery).explore {
      Self.prepare([2, 2]) { _, _ in }
    } scenario: {
      $0.advance(by: .zero)
    } check: { device in
      let apps = device.journal.compactMap { $0.app?.last }
      return apps == ["1"] || apps == ["0", "0", "1", "1"] ? "fails" : nil
    }
    #expect(report.failure?.order == ["com.example.app1 app: step 0"])
    #expect(report.failure?.switches == 1)
  }

  @Test(arguments: [[1], []]) func `runs that keep something from each other prove nothing`(later: [Int]) {
    let isFirst = SharedState(true)
    let report = Explorer(checking: .afterEachDelivery).explore {
      // Only the first run has two processes.
      let counts = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst ? [1, 1] : later
      }
      return Self.prepare(counts) { _, _ in }
    } scenario: { device in
      device.advance(by: .zero)
    } check: { _ in
      nil
    }
    #expect(!report.isComplete)
    #expect(report.failure?.message.contains("did not repeat") == true)
  }

  /// What a step does to the stores that the processes of an app share.
  private struct Action: Sendable {
    let writes: Bool
    let store: Int
  }

  private static let kinds: [ProcessKind] = [.app, .monitor, .shieldAction]

  /// Runs random steps of three processes, and returns what each step read and the final contents of the stores, for each
  /// order.
  private static func finalStates(_ plan: [[Action]], pruned: Bool) -> (states: Set<[Int?]>, orders: Int) {
    let states = SharedState<Set<[Int?]>>([])
    let reads = SharedState<[[Int?]]>([])
    let report = Explorer(checking: pruned ? .atEnd : .afterEachDelivery).explore {
      reads.withLock { $0 = plan.map { Array(repeating: nil, count: $0.count) } }
      let device = VirtualDevice(at: "2026-08-13 09:00", in: "Europe/Berlin")
      let app = device.install(ScreenTimeApp("com.example.app"))
      for (process, actions) in plan.enumerated() {
        for (step, action) in actions.enumerated() {
          device.enqueue("\(process).\(step)", in: app, as: kinds[process]) {
            let store = ManagedSettingsStore(named: .init("\(action.store)"))
            let read = store.media.maximumMovieRating
            reads.withLock { $0[process][step] = read }
            // What a later step writes depends on what it reads.
            if action.writes { store.media.maximumMovieRating = ((read ?? 0) * 7 + process * 3 + step + 1) % 1_000 }
          }
        }
      }
      return device
    } scenario: { device in
      device.advance(by: .zero)
      let contents = device.run(in: device.apps[0]) {
        (0..<2).map { ManagedSettingsStore(named: .init("\($0)")).media.maximumMovieRating }
      }
      let seen = reads.withLock { $0.flatMap(\.self) }
      states.withLock { _ = $0.insert(contents + seen) }
    } check: { _ in
      nil
    }
    return (states.withLock { $0 }, report.orders)
  }

  @Test(arguments: 0..<25)
  func `the orders that are left out lead to states that the others reach`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let plan = (0..<3).map { _ in
      (0..<Int.random(in: 1...2, using: &random)).map { _ in
        Action(writes: Bool.random(using: &random), store: Int.random(in: 0..<2, using: &random))
      }
    }
    let pruned = Self.finalStates(plan, pruned: true)
    let full = Self.finalStates(plan, pruned: false)
    #expect(pruned.states == full.states, "seed \(seed): \(plan)")
    #expect(pruned.orders <= full.orders)
  }
}
