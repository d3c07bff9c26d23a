import DurableStore
import Scheduler

extension DaemonLoop {
  /// Shows the part that answers clients what happened, and has done what it wants, and what it wants about that.
  ///
  /// What clients ask for is carried out in the order in which it was asked.
  mutating func offer(
    _ event: ClientEvent, _ step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    if let connection = event.connection { step.touched.insert(connection) }
    for action in clients.handle(event, DaemonView(engine: engine.engine, fault: fault, now: step.now)) {
      switch action {
      case .send(let connection):
        step.touched.insert(connection)
        step.actions.append(.send(connection))
      case .close(let connection): step.actions.append(.close(connection))
      case .refuse(let connection, let bytes): step.actions.append(.refuse(connection, bytes))
      case .perform(let request, let number): perform(request, number, &step, in: &files)
      }
    }
  }

  /// Tells the clients' part that its deadline has come, if it has.
  mutating func expire(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    guard let deadline = clients.nextDeadline, deadline <= step.now.boot else { return }
    offer(.expired, &step, in: &files)
  }

  private mutating func perform(
    _ request: ClientRequest, _ number: UInt64, _ step: inout LoopStep,
    in files: inout some FileSystem & ~Copyable
  ) {
    let result: ClientResult
    switch request {
    case .command(let command, let requester):
      result = carryOut(.command(command, by: requester), &step, in: &files)
    case .authorization(let status): result = carryOut(.authorization(status), &step, in: &files)
    case .reload:
      awaitedReadings.append(number)
      step.actions.append(.readConfiguration)
      return
    }
    offer(.performed(number, result), &step, in: &files)
  }
}

extension ClientEvent {
  /// The connection that it concerns; nil when there is none, or none any more.
  fileprivate var connection: ConnectionID? {
    switch self {
    case .opened(let id, _), .received(_, from: let id), .inputEnded(let id), .sent(_, to: let id): id
    case .closed, .performed, .evaluated, .configurationRead, .expired: nil
    }
  }
}
