import Scheduler

extension DaemonLoop {
  /// Passes an event of a client to the service, and performs the resulting actions.
  mutating func take(_ event: ClientEvent, step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    switch event {
    case .opened(let id, let peer):
      step.touched.insert(id)
      guard let user = control?.user(of: peer) else { return }
      serve(&step, in: &files) { service, _ in service.accept(id, from: peer, user: user) }
    case .received(let bytes, from: let id):
      step.touched.insert(id)
      serve(&step, in: &files) { $0.received(bytes, from: id, using: $1) }
    case .inputEnded(let id):
      step.touched.insert(id)
      serve(&step, in: &files) { $0.inputEnded(id, using: $1) }
    case .sent(let count, to: let id):
      step.touched.insert(id)
      serve(&step, in: &files) { $0.didSend(count, to: id, using: $1) }
    case .closed(let id): control?.service.closed(id)
    }
  }

  /// Closes the connections whose deadlines have passed.
  mutating func expire(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    guard let deadline = control?.service.nextDeadline, deadline <= step.now.boot else { return }
    serve(&step, in: &files) { $0.expire(at: $1.now.boot) }
  }

  /// Sends news to the clients that monitor events.
  mutating func tellClients(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    serve(&step, in: &files) { $0.engineChanged($1) }
  }

  /// Replies to the clients that requested the reading of the configuration.
  mutating func answerReadings(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    let words = "read again: '\(title)'"
    let outcome: ControlOutcome =
      fault.map { .failed(.configuration($0.message, diagnostics: $0.details)) } ?? .reloaded(words)
    let tokens = awaitedReadings
    awaitedReadings = []
    for token in tokens { serve(&step, in: &files) { $0.finished(token, with: outcome, using: $1) } }
  }

  /// Runs a body with the service, and performs the resulting actions and their consequences. Requests of clients are
  /// carried out in order.
  private mutating func serve(
    _ step: inout LoopStep, in files: inout some FileSystem & ~Copyable,
    by body: (inout ControlService, DaemonSource) -> [ControlAction]
  ) {
    for action in actions(at: step, body) {
      switch action {
      case .send(let id):
        step.touched.insert(id)
        step.answers.append(.send(id))
      case .close(let id): step.answers.append(.close(id))
      case .refuse(let id, let bytes): step.answers.append(.refuse(id, bytes))
      case .perform(let token, let request): perform(request, for: token, step: &step, in: &files)
      }
    }
  }

  private mutating func actions(
    at step: LoopStep, _ body: (inout ControlService, DaemonSource) -> [ControlAction]
  ) -> [ControlAction] {
    guard let control else { return [] }
    let source = DaemonSource(
      engine: engine.engine, now: step.now, title: title, accepted: engine.storedConfiguration.accepted,
      fault: fault?.message, host: control.host, recent: control.recent)
    return self.control?.serve(source, by: body) ?? []
  }

  private mutating func perform(
    _ request: ControlRequest, for token: RequestToken, step: inout LoopStep,
    in files: inout some FileSystem & ~Copyable
  ) {
    let outcome: ControlOutcome
    switch request {
    case .command(let command, by: let requester):
      outcome = carryOut(.command(command, by: requester), step: &step, in: &files)
    case .authorize(let status) where status != .approved && isConsenting:
      let (message, help) = ControlError.configuredConsent(title)
      outcome = .failed(.notPermitted(message, help: help))
    case .authorize(let status): outcome = carryOut(.authorization(status), step: &step, in: &files)
    case .reload:
      awaitedReadings.append(token)
      step.actions.append(.readConfiguration)
      return
    }
    serve(&step, in: &files) { $0.finished(token, with: outcome, using: $1) }
  }
}
