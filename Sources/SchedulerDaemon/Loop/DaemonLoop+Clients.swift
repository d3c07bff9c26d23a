import Scheduler

extension DaemonLoop {
  /// Passes an event of a client to the service, and performs the resulting actions.
  mutating func take(_ event: ClientEvent, step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    switch event {
    case .opened(let id, let peer):
      step.touched.insert(id)
      guard let host = control?.host else { return }
      serve(&step, in: &files) { $0.accept(id, from: peer, user: host.user(of: peer), at: $1.now.boot) }
    case .received(let bytes, from: let id):
      step.touched.insert(id)
      serve(&step, in: &files) { $0.received(bytes, from: id, using: $1) }
    case .inputEnded(let id):
      step.touched.insert(id)
      serve(&step, in: &files) { $0.inputEnded(id, using: $1) }
    case .sent(let count, to: let id):
      step.touched.insert(id)
      serve(&step, in: &files) { $0.didSend(count, to: id, using: $1) }
    case .closed(let id):
      control?.service.closed(id)
      endUse(of: id, step: &step, in: &files)
    }
  }

  /// Whether clients wait for work, so that the loop must not wait for events.
  var hasClientWork: Bool { control?.service.hasWork ?? false }

  /// Does one piece of work for the client whose turn it is.
  mutating func serveNext(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    serve(&step, in: &files) { $0.serveNext($1) }
  }

  /// Sends monitors their last news before the daemon stops.
  mutating func tellLastNews(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    serve(&step, in: &files) { $0.sendLastNews($1) }
  }

  /// Closes the connections whose deadlines have passed.
  mutating func expire(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    guard let deadline = control?.service.nextDeadline, deadline <= step.now.boot else { return }
    serve(&step, in: &files) { $0.expire(at: $1.now.boot) }
  }

  /// Records that the clients that monitor events wait for their news.
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
    let actions = actions(at: step, body)
    step.touched.formUnion(control?.service.takeSettled() ?? [])
    for action in actions {
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
    guard let host = control?.host, let recent = control?.recent else { return [] }
    let source = DaemonSource(
      engine: engine.engine, now: step.now, title: title, accepted: engine.storedConfiguration.accepted,
      fault: fault?.message, enforcement: EnforcementStatus(adapters: enforcement?.told ?? []), host: host,
      recent: recent)
    return control?.serve(source, by: body) ?? []
  }

  private mutating func perform(
    _ request: ControlRequest, for token: RequestToken, step: inout LoopStep,
    in files: inout some FileSystem & ~Copyable
  ) {
    let outcome: ControlOutcome
    switch request {
    case .command(let command, by: let requester):
      outcome = carryOut(.command(command, by: requester), step: &step, in: &files)
    case .activity(let name, let userInfo, let phase):
      outcome = carryOut(.activity(name: name, userInfo: userInfo, phase), step: &step, in: &files)
    case .attempt(let attempt):
      let isKnown = enforcement?.attempts.isKnown(attempt, atBoot: step.now.boot) ?? false
      if !isKnown { evaluate([.attempts([attempt])], step: &step, in: &files) }
      outcome = .recorded(attempt, isCounted: !isKnown)
    case .use(_, from: let connection, userID: _) where control?.service.isConnected(connection) != true:
      // A report holds until its connection ends, and this one has.
      outcome = .usesReported(within: nil)
    case .use(let report, from: let connection, userID: let userID):
      outcome = take(report, from: connection, userID: userID, step: &step, in: &files)
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
