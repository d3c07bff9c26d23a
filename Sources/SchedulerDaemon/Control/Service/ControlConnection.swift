import Scheduler
import SchedulerJSON

/// A connection: what has come, what is to go, and what is going on.
struct ControlConnection: Sendable {
  /// What it does.
  enum Activity: Sendable {
    /// Takes the next call.
    case listening
    /// Waits for what it has asked for. Further calls wait, so that answers keep their order.
    case waiting(RequestToken)
    /// Is told what happens. It takes no further call.
    case monitoring(Monitoring)
    /// Is to be closed when everything is sent.
    case ending
  }

  let peer: Peer
  /// Who they are.
  let user: UserIdentity
  var activity = Activity.listening
  var input = MessageStream()
  var output = OutgoingBytes()
  /// The text that it was given to type, with the session that this ends.
  var offer: OfferedText?
  /// By the clock of the boot, since when a message has begun and has not ended; nil for none.
  var halfSince: Int64?
  /// By the clock of the boot, since when bytes wait and none was taken; nil when none wait.
  var stuckSince: Int64?

  init(_ peer: Peer, _ user: UserIdentity) {
    self.peer = peer
    self.user = user
  }

  /// Whether the client sends no more.
  var isInputOver = false

  /// Whether it is done, once everything is sent.
  var isOver: Bool {
    switch activity {
    case .listening: isInputOver
    case .waiting, .monitoring: false
    case .ending: true
    }
  }

  /// Whether it may be read from.
  var wantsInput: Bool {
    guard case .listening = activity else { return false }
    return !output.isFull
  }

  /// Adds bytes to be sent.
  mutating func send(_ bytes: [UInt8], at boot: Int64) {
    if output.isEmpty { stuckSince = boot }
    output.append(bytes)
  }

  /// Notes that so many bytes were taken.
  mutating func noteTaken(_ count: Int, at boot: Int64) {
    output.remove(count)
    stuckSince = output.isEmpty ? nil : boot
  }

  /// Notes since when a message is half.
  mutating func noteHalf(at boot: Int64) {
    halfSince = input.isInsideMessage ? halfSince ?? boot : nil
  }

  /// When it is to be given up, by the clock of the boot; nil for never.
  var deadline: Int64? {
    // While it waits for an answer, it is not its fault that a message stays half.
    let half = wantsInput ? halfSince : nil
    return [half, stuckSince].compactMap { $0 }.min().map { $0 + ControlService.timeout }
  }
}

/// What a monitor was told.
struct Monitoring: Sendable {
  /// The last number that was looked at.
  var cursor: Int64
  /// Whether all of the past was told.
  var isCaughtUp = false
  /// Whether notices for people are told.
  let tellsNotices: Bool
  /// The live state that was sent last.
  var live: LiveState?
}

/// A random text that was given to somebody to type, and what typing it ends.
struct OfferedText: Hashable, Sendable {
  let text: String
  let session: SessionID
}
