import SchedulerStore

/// How far a state has come. It is kept outside of the state directory until the next boot, so that an older copy of the
/// directory that takes its place is noticed.
///
/// It proves nothing: a user who may change the directory may change this, too, and it is gone after a reboot.
public struct StateProgress: Hashable, Sendable {
  /// The sequence of the last durable change.
  public let sequence: UInt64
  /// The number of the last durable event.
  public let number: Int64

  /// Creates the progress up to a change and an event.
  public init(sequence: UInt64, number: Int64) {
    self.sequence = sequence
    self.number = number
  }
}

extension DurableEngine {
  /// The progress of the state, or nil if not everything is durable.
  public var progress: StateProgress? {
    isBehind ? nil : StateProgress(sequence: store.state.lastSequence, number: engine.lastNumber)
  }
}

extension StateLoss {
  /// Creates the loss of changes that were durable before. Returns nil if none are lost, or if another reported loss already covers it.
  ///
  /// - Parameters:
  ///   - sequence: the sequence of the last change of the state.
  ///   - known: the progress of the state since the machine was started, or nil if it is unknown.
  ///   - others: the losses that the files show.
  init?(endingAt sequence: UInt64, before known: StateProgress?, besides others: [StateLoss]) {
    guard let known, sequence < known.sequence else { return nil }
    if sequence > 0 {
      self = .olderCopy(last: sequence, known: known.sequence)
    } else if others.allSatisfy(\.isTornEnd) {
      self = .missingFile(StateStore.stateNames[1])
    } else {
      return nil
    }
  }
}
