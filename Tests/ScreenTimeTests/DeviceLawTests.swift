import DeviceActivity
import TestSupport
import Testing

@testable import ScreenTimeTesting

/// Laws of a device under random schedules, uses, reboots, zones and clocks. Each failure has its seed.
@Suite struct DeviceLawTests {
  @Test(arguments: 0..<60)
  func `starts and ends of an activity alternate unless it is registered again`(seed: Int) {
    let run = RandomRun(seed: seed)
    run.finish()
    for name in RandomRun.names {
      var isOpen = false
      for entry in run.device.journal {
        switch entry.occurrence {
        case .callback(let callback) where callback.activity == name && callback.kind == .intervalDidStart:
          #expect(!isOpen, "seed \(seed): '\(name)' started twice before \(entry)")
          isOpen = true
        case .callback(let callback) where callback.activity == name && callback.kind == .intervalDidEnd:
          #expect(isOpen, "seed \(seed): '\(name)' ended without a start at \(entry)")
          isOpen = false
        case .callback(let callback) where callback.activity == name && callback.event != nil:
          #expect(isOpen, "seed \(seed): \(entry) outside of an interval")
        case .call("startMonitoring \(name)"): isOpen = false
        default: break
        }
      }
    }
  }

  @Test(arguments: 0..<60)
  func `no callback comes while the device is not used, unless the app stops monitoring`(seed: Int) {
    let run = RandomRun(seed: seed)
    run.finish()
    var isInUse = true
    var isStopping = false
    for entry in run.device.journal {
      switch entry.occurrence {
      case .action(let text) where ["put down", "power off"].contains(text): isInUse = false
      case .action(let text) where text == "pick up" || text.hasPrefix("open"): isInUse = true
      case .call(let text): isStopping = text.hasPrefix("stopMonitoring")
      case .callback(let callback):
        let isEndByStop = isStopping && callback.kind == .intervalDidEnd
        #expect(isInUse || isEndByStop, "seed \(seed): \(entry)")
      default: break
      }
    }
  }

  @Test(arguments: 0..<60)
  func `one step or many small ones give one transcript`(seed: Int) {
    let variants = SemanticsPolicy.allVariants.filter { $0.concurrency == .serial }
    let policy = variants[seed % variants.count]
    let whole = RandomRun(seed: seed, policy: policy)
    let steps = RandomRun(seed: seed, policy: policy) { device, seconds in
      var random = SeededGenerator(seed: UInt64(seed + seconds))
      var left = seconds
      while left > 0 {
        let step = min(left, Int.random(in: 1...20_000, using: &random))
        device.advance(by: .seconds(step))
        left -= step
      }
    }
    whole.finish()
    steps.finish()
    #expect(whole.device.transcript == steps.device.transcript, "seed \(seed), \(policy)")
    #expect(whole.device.lints == steps.device.lints, "seed \(seed), \(policy)")
  }

  @Test(arguments: SemanticsPolicy.allVariants)
  func `one seed gives one transcript`(policy: SemanticsPolicy) {
    for seed in 0..<4 {
      let runs = (0..<2).map { _ in RandomRun(seed: seed, policy: policy) }
      for run in runs { run.finish() }
      #expect(runs[0].device.journal == runs[1].device.journal, "seed \(seed)")
      #expect(!runs[0].device.transcript.isEmpty, "seed \(seed)")
    }
  }

  @Test(arguments: 0..<40)
  func `an engine that is encoded and decoded continues as it was`(seed: Int) {
    let plain = RandomRun(seed: seed)
    let restored = RandomRun(seed: seed)
    while plain.step() {
      _ = restored.step()
      restored.device.state.withLock { $0.restoreEngine() }
      #expect(
        plain.device.transcript == restored.device.transcript,
        "seed \(seed) after \(plain.device.journal.count) entries")
      let records = [plain, restored].map { $0.device.state.withLock { $0.engine?.records } }
      #expect(records[0] == records[1], "seed \(seed)")
    }
  }
}
