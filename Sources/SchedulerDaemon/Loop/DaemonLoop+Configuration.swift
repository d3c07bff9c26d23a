import Scheduler
import SchedulerPlatform
import SchedulerStore

extension DaemonLoop {
  /// Lets the engine follow the files that were read. A broken configuration changes nothing, which is said once.
  mutating func take(
    _ reading: ConfigurationRereading, _ step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    isConsenting = reading.isConsenting
    if !reading.title.isEmpty { title = reading.title }
    var inputs: [Input] = []
    let isUnheard = engine.engine.authorization != .approved || engine.engine.awaitedAuthorization != nil
    if reading.isConsenting, isUnheard { inputs.append(.authorization(.approved)) }
    if let input = reading.input { inputs.append(input) }
    evaluate(inputs.isEmpty ? [.time] : inputs, accepting: reading.record, &step, in: &files)
    if reading.input != nil { step.log(.notice, "\(reading.words) \(reading.title)\(waitingWords)") }
    tell(reading.fault, &step)
    if isReloading { step.actions.append(.tell([.ready])) }
    isReloading = false
    step.wantsPublishing = true
    tellClients(&step, in: &files)
    answerReadings(&step, in: &files)
  }

  /// What is not in force yet of what was read.
  private var waitingWords: String {
    switch engine.engine.pendingChanges.count {
    case 0: ""
    case 1: ", but for 1 change that waits"
    case let count: ", but for \(count) changes that wait"
    }
  }

  private mutating func tell(_ fault: ConfigurationFault?, _ step: inout LoopStep) {
    defer { self.fault = fault }
    guard fault != self.fault else { return }
    if let fault {
      step.log(.warning, "\(fault.message); what was accepted before stays in force", details: fault.details)
    } else {
      step.log(.notice, "the configuration is without errors again")
    }
  }
}

extension ConfigurationRereading {
  fileprivate var words: String {
    if case .zoneChange = input { "the machine is in another zone:" } else { "in force now:" }
  }
}
