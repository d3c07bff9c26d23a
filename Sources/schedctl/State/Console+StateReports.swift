import Scheduler
import SchedulerCivilTime
import SchedulerStore

extension Console {
  /// Says on standard error why the files of the configuration are not what is in force.
  mutating func report(_ inForce: ConfigurationInForce, _ stored: StoredConfiguration, _ place: StatePlace) {
    if let words = stored.fault(in: place) { report(CommandFailure(code: .data, message: words)) }
    guard let fault = inForce.fault, !hasToldFault else { return }
    hasToldFault = true
    report(fault.diagnostics, in: fault.sources)
    report(
      CommandFailure(
        code: .configuration,
        message: inForce.current.words(stayingFor: fault.message, acceptedAt: inForce.acceptedAt),
        help: fault.remedy.map { [$0] } ?? []))
  }

  /// Says on standard error what of the state could not be read, and which sessions of a strict shield are lost with it.
  mutating func report(
    _ losses: [StateLoss], _ problems: [StateProblem], _ engine: Engine, _ place: StatePlace, _ now: Moment
  ) {
    let lost = losses.map(\.description) + problems.map(\.description)
    guard !lost.isEmpty else { return }
    for words in lost + lostStrictSessions(engine, place, now) {
      report(CommandFailure(code: .data, message: "state in '\(place.directory)': \(words)"))
    }
  }

  /// The sessions of a strict shield on disk that still counts, of which a damaged state knows nothing: a sentence each.
  private func lostStrictSessions(_ engine: Engine, _ place: StatePlace, _ now: Moment) -> [String] {
    guard let shield = publishedShield("\(place.directory)/shield.json"), shield.isStrict, shield.isInForce(at: now)
    else { return [] }
    let known = Set(engine.sessions.map(\.id))
    return shield.layers.filter { !known.contains($0.session) }.map { layer in
      let profile = layer.layer.profile
      let until = layer.until.map { end in
        let end = ZonedText(end, engine.zone(of: profile))
        return " until \(end.day) \(end.time)"
      }
      return "the session of '\(profile.key)' is lost, which a strict shield was to keep\(until ?? "")"
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
