import DurableStore
import Scheduler

extension DaemonLoop {
  /// Shows the part that answers clients what happened, and has done what it wants, and what it wants about that.
  ///
  /// What clients ask for is carried out in the order in which it was asked.
  mutating func offer(
    _ event: ControlEvent, _ step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    for output in control.handle(event, engine.engine, at: step.now) {
      switch output {
      case .send(let bytes, let connection): step.actions.append(.send(bytes, to: connection))
      case .close(let connection): step.actions.append(.close(connection))
      case .perform(let request, let number): perform(request, number, &step, in: &files)
      }
    }
  }

  private mutating func perform(
    _ request: ControlRequest, _ number: UInt64, _ step: inout LoopStep,
    in files: inout some FileSystem & ~Copyable
  ) {
    let result: ControlResult
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
