import SchedulerStore

/// A failure of the system that developers reported, injected on demand. Without faults a device has none.
public enum Fault: Hashable, Sendable {
  /// Which callbacks a fault concerns: those of a kind and an activity; nil for any.
  public struct Target: Hashable, Sendable {
    /// The method; nil for every method.
    public var kind: MonitorCallback.Kind?
    /// The activity; nil for every activity.
    public var activity: String?
    /// How many matching callbacks are spared before the fault acts.
    public var skipping: Int
    /// How often the fault acts; nil for always.
    public var count: Int?
    /// Of how many callbacks the fault concerns one, by chance; 1 for each.
    public var oneIn: Int
    /// The seed of that chance.
    public var seed: UInt64

    /// Creates a target.
    public init(
      _ kind: MonitorCallback.Kind? = nil, activity: String? = nil, skipping: Int = 0, count: Int? = nil,
      oneIn: Int = 1, seed: UInt64 = 0
    ) {
      self.kind = kind
      self.activity = activity
      self.skipping = skipping
      self.count = count
      self.oneIn = oneIn
      self.seed = seed
    }
  }

  /// A callback never comes (forum threads 820956 and 819224).
  case drop(Target)
  /// A callback comes late by some milliseconds. Our choice: that callbacks come seconds late is measured, longer delays
  /// are not.
  case delay(Target, milliseconds: Int64)
  /// A callback comes twice (forum thread 741133).
  case duplicate(Target)
  /// An event is reached right after the registration of its activity, without use (forum thread 808470).
  case thresholdAtRegistration(Target)
  /// An event is reached when the device is connected to a charger (forum thread 811305).
  case thresholdOnCharge(Target)
  /// An event comes several times at once (forum threads 762540 and 840907).
  case thresholdBurst(Target, times: Int)
  /// The system ends the extension before the callback, for example for its memory (forum thread 735454).
  case killBefore(Target)
  /// Activities that do not repeat get no callbacks (forum thread 819224).
  case oneShotSilent
}

extension Fault {
  /// The callbacks that the fault concerns; nil for a fault that concerns activities.
  var target: Target? {
    switch self {
    case .drop(let target), .delay(let target, _), .duplicate(let target), .thresholdAtRegistration(let target),
      .thresholdOnCharge(let target), .thresholdBurst(let target, _), .killBefore(let target):
      target
    case .oneShotSilent: nil
    }
  }
}

/// What becomes of a callback.
enum CallbackFate: Equatable, Sendable {
  /// It is delivered, after some nanoseconds more.
  case deliver(delay: Int64)
  /// It is lost.
  case lose(String)
  /// Its process ends before it.
  case kill
}

/// The faults of a device, and how often each has acted.
struct FaultInjector: Sendable {
  private let faults: [Fault]
  private var matches: [Int]
  private var random: [SeededRandom]

  init(_ faults: [Fault]) {
    self.faults = faults
    matches = Array(repeating: 0, count: faults.count)
    random = faults.map { SeededRandom(seed: $0.target?.seed ?? 0) }
  }

  /// Whether callbacks may come later than they are due.
  var delaysCallbacks: Bool { faults.contains { if case .delay = $0 { true } else { false } } }

  /// Returns what becomes of a callback that is due: one fate for each time that it comes or is lost.
  mutating func fates(of callback: MonitorCallback, isRepeating: Bool) -> [CallbackFate] {
    var copies = 1
    var delay: Int64 = 0
    for index in faults.indices {
      switch faults[index] {
      case .oneShotSilent: if !isRepeating { return [.lose("one-shot")] }
      case .drop(let target) where acts(index, on: callback, for: target): return [.lose("dropped")]
      case .killBefore(let target) where acts(index, on: callback, for: target): return [.kill]
      case .delay(let target, let milliseconds) where acts(index, on: callback, for: target):
        delay += milliseconds * 1_000_000
      case .duplicate(let target) where acts(index, on: callback, for: target): copies += 1
      case .thresholdBurst(let target, let times)
      where callback.kind == .eventDidReachThreshold && acts(index, on: callback, for: target):
        copies += max(0, times - 1)
      case .drop, .killBefore, .delay, .duplicate, .thresholdBurst, .thresholdAtRegistration, .thresholdOnCharge: break
      }
    }
    return Array(repeating: .deliver(delay: delay), count: copies)
  }

  /// Whether an event is reached without use, at the registration of its activity or at a charger.
  mutating func reaches(_ callback: MonitorCallback, onCharge: Bool) -> Bool {
    for index in faults.indices {
      switch faults[index] {
      case .thresholdAtRegistration(let target) where !onCharge && acts(index, on: callback, for: target): return true
      case .thresholdOnCharge(let target) where onCharge && acts(index, on: callback, for: target): return true
      default: break
      }
    }
    return false
  }

  private mutating func acts(_ index: Int, on callback: MonitorCallback, for target: Fault.Target) -> Bool {
    guard target.kind == nil || target.kind == callback.kind,
      target.activity == nil || target.activity == callback.activity
    else { return false }
    if target.oneIn > 1, Int.random(in: 1...target.oneIn, using: &random[index]) > 1 { return false }
    defer { matches[index] += 1 }
    let turn = matches[index] - target.skipping
    return turn >= 0 && target.count.map { turn < $0 } ?? true
  }
}
