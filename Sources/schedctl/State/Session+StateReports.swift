import CivilTime
import DurableStore
import Scheduler

extension Session {
  /// Says on standard error why the files of the configuration are not what is in force.
  mutating func report(_ inForce: ConfigurationInForce, _ stored: StoredConfiguration, _ place: StatePlace) {
    if let words = stored.fault(in: place) { report(CommandFailure(code: .data, message: words)) }
    guard let fault = inForce.fault, !hasToldFault else { return }
    hasToldFault = true
    report(fault.diagnostics, in: fault.sources)
    let accepted = ZonedText(inForce.acceptedAt, inForce.current.zone.rules)
    report(
      CommandFailure(
        code: .configuration,
        message: "\(fault.message); what was accepted on \(accepted.day) \(accepted.time) stays in force"))
  }

  /// Says on standard error what of the state could not be read.
  mutating func report(_ losses: [StateLoss], _ problems: [StateProblem], _ place: StatePlace) {
    for words in losses.map(\.description) + problems.map(\.description) {
      report(CommandFailure(code: .data, message: "state in '\(place.directory)': \(words)"))
    }
  }

  /// Says on standard error what could not be written, and gives the exit code of a command that otherwise has this one.
  mutating func report(_ failures: StateFailures, _ place: StatePlace, otherwise code: ExitCode) -> ExitCode {
    for error in failures.errors { report(CommandFailure(error, in: place.directory)) }
    if let meaning = failures.meaning {
      report(CommandFailure(code: .inputOutput, message: "", help: [meaning]))
    }
    return failures.errors.isEmpty ? code : .inputOutput
  }
}

extension StoredConfiguration {
  /// A sentence on why it cannot be used; nil when it can, and where none was ever accepted.
  func fault(in place: StatePlace) -> String? {
    guard case .unusable(let error) = self else { return nil }
    return "'\(place.directory)/\(AcceptedConfiguration.fileName)' cannot be used: \(error)"
  }
}
