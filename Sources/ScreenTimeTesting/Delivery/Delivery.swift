import SchedulerStore

/// Work of a process that the device is about to begin.
struct Delivery: Sendable {
  /// What is begun.
  enum Work: Sendable {
    /// A method of the app's monitor.
    case monitor(MonitorCallback)
    /// The end of the process, before the method would be called.
    case death(MonitorCallback)
    /// Code of a test that runs as a part of the app.
    case step(String, @Sendable () -> Void)
  }

  /// The process.
  let process: ProcessID
  /// What is begun.
  let work: Work
  /// The time of the device's own clock at which it begins, in nanoseconds.
  var due: Int64
  /// The time at which it would begin without a fault that delays it. Later callbacks of the process begin after that.
  let arrival: Int64
  /// The position in the order in which deliveries became due.
  let number: Int
  /// Whether a fault delivers the callback once more.
  let isCopy: Bool
  /// The record of the activity before the callback was due, with which the engine computes it again if the device is
  /// switched off before it arrives. Nil if callbacks take no time, and if the activity was stopped or replaced: then
  /// the callback arrives after the device is on again.
  var before: StateChange?
  /// Whether the app has stopped the activity, so that the end comes also if it is registered again.
  var isAfterStop = false

  /// The callback, also of one that is lost; nil for other work.
  var callback: MonitorCallback? {
    switch work {
    case .monitor(let callback), .death(let callback): callback
    case .step: nil
    }
  }
}

/// The parts of an app that run in processes of their own.
public enum ProcessKind: String, Hashable, Sendable, CaseIterable {
  /// The app itself.
  case app
  /// The extension with the `DeviceActivityMonitor`.
  case monitor
  /// The extension with the `ShieldActionDelegate`.
  case shieldAction
  /// The extension with the `ShieldConfigurationDataSource`.
  case shieldConfiguration
}

/// A process on a device.
struct ProcessID: Hashable, Sendable {
  /// The bundle identifier of the app.
  let app: String
  /// The part of the app that runs.
  let kind: ProcessKind
}

/// The deliveries that are due or on their way, in the order in which they begin.
struct DeliveryQueue: Sendable {
  private(set) var pending: [Delivery] = []
  private var nextNumber = 0
  private var lastDue: [ProcessID: Int64] = [:]

  /// Returns the time at which a callback of a process arrives: not before the earlier ones of the process.
  mutating func arrival(of process: ProcessID, due: Int64) -> Int64 {
    let arrival = max(due, lastDue[process] ?? due)
    lastDue[process] = arrival
    return arrival
  }

  /// Adds work.
  mutating func add(
    _ work: Delivery.Work, of process: ProcessID, due: Int64, delay: Int64 = 0, isCopy: Bool = false,
    before: StateChange? = nil
  ) {
    let (arrival, due) = (due, due + delay)
    let delivery = Delivery(
      process: process, work: work, due: due, arrival: arrival, number: nextNumber, isCopy: isCopy, before: before)
    nextNumber += 1
    let position = pending.firstIndex { $0.due > due } ?? pending.endIndex
    pending.insert(delivery, at: position)
  }

  /// The time at which the first delivery begins; nil if there is none.
  var nextDue: Int64? { pending.first?.due }

  /// Returns the positions of the deliveries that may begin now: the first of each process.
  func ready(at now: Int64) -> [Int] {
    var ready: [Int] = []
    for (index, delivery) in pending.enumerated() {
      if delivery.due > now { break }
      if !ready.contains(where: { pending[$0].process == delivery.process }) { ready.append(index) }
    }
    return ready
  }

  /// Removes and returns a delivery.
  mutating func take(at position: Int) -> Delivery { pending.remove(at: position) }

  /// Removes the callbacks of an activity that meet a condition. Returns whether there were any.
  @discardableResult
  mutating func remove(_ activity: String, of app: String, where condition: (MonitorCallback.Kind) -> Bool) -> Bool {
    let before = pending.count
    pending.removeAll { delivery in
      guard delivery.process.app == app, let callback = delivery.callback else { return false }
      return callback.activity == activity && condition(callback.kind) && !delivery.isAfterStop
    }
    settleArrivals()
    return pending.count < before
  }

  /// Removes what an activity that is stopped no longer delivers: everything but the end of an interval whose start has
  /// arrived. Returns whether a start was on its way, so that the stop itself ends nothing.
  mutating func stop(_ activity: String, of app: String, keepsStart: Bool) -> Bool {
    var isStarting = false
    pending.removeAll { delivery in
      guard delivery.process.app == app, let callback = delivery.callback, callback.activity == activity else {
        return false
      }
      if callback.kind == .intervalDidStart {
        if !delivery.isCopy { isStarting = true }
        return !keepsStart
      }
      return callback.kind != .intervalDidEnd || isStarting
    }
    settleArrivals()
    return isStarting
  }

  /// Makes the next callback of each process follow those that are still on their way, and no others.
  private mutating func settleArrivals() {
    lastDue = [:]
    for delivery in pending where delivery.callback != nil {
      lastDue[delivery.process] = max(delivery.arrival, lastDue[delivery.process] ?? delivery.arrival)
    }
  }

  /// Makes the callbacks of an activity that are still on their way outlive a reboot, because the engine no longer
  /// computes them.
  ///
  /// - Parameter isAfterStop: whether the app has stopped the activity.
  mutating func keepCallbacks(of activity: String, in app: String, afterStop isAfterStop: Bool = false) {
    for index in pending.indices where pending[index].process.app == app {
      guard pending[index].callback?.activity == activity else { continue }
      pending[index].before = nil
      if isAfterStop { pending[index].isAfterStop = true }
    }
  }

  /// Whether a callback of an activity is on its way.
  func has(_ kind: MonitorCallback.Kind, of activity: String, in app: String) -> Bool {
    pending.contains { delivery in
      !delivery.isCopy && delivery.process.app == app && delivery.callback?.activity == activity
        && delivery.callback?.kind == kind
    }
  }

  /// Removes the callbacks of an app.
  mutating func removeCallbacks(of app: String) {
    pending.removeAll { $0.process.app == app && $0.callback != nil }
    settleArrivals()
  }

  /// Removes everything.
  mutating func removeAll() { pending = [] }

  /// Removes the callbacks that the engine can compute again. Returns the records of their activities before the first of
  /// them was due.
  mutating func takeBackCallbacks() -> [String: StateChange] {
    var records: [String: StateChange] = [:]
    for delivery in pending.sorted(by: { $0.number < $1.number }) where delivery.callback != nil {
      if let before = delivery.before, records[before.key] == nil { records[before.key] = before }
    }
    pending.removeAll { $0.callback != nil && $0.before != nil }
    settleArrivals()
    return records
  }
}
