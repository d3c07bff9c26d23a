import Scheduler

/// A connection with its received bytes, its outgoing bytes and its current activity.
struct ControlConnection: Sendable {
  /// The activity of a connection.
  enum Activity: Sendable {
    /// The connection accepts the next call.
    case listening
    /// The connection waits for a request. Further calls wait, so that replies keep their order.
    case waiting(RequestToken)
    /// The connection waits for a reply that takes several turns.
    case asking(ControlQuery)
    /// The connection receives events. It accepts no further calls.
    case monitoring(Monitoring)
    /// The connection is closed once all bytes are sent.
    case ending
  }

  let peer: Peer
  /// The name and groups of the peer.
  let user: UserIdentity
  var activity = Activity.listening
  var input = MessageStream()
  var output = OutgoingBytes()
  /// The text offered for typing, with the session that it ends.
  var offer: OfferedText?
  /// The boot clock's reading since which a message has been incomplete; nil if none is.
  var halfSince: Int64?
  /// The boot clock's reading since which bytes wait and none were taken; nil if none wait.
  var stuckSince: Int64?

  /// Whether the client sends no more bytes.
  var isInputOver = false
  /// Whether the client has gone. Its commands that have arrived are carried out nevertheless.
  var isGone = false
  /// The boot clock's reading at which the client connected, sent or took bytes last.
  var idleSince: Int64

  init(peer: Peer, user: UserIdentity, at boot: Int64) {
    self.peer = peer
    self.user = user
    idleSince = boot
  }

  /// Whether no call is open: nothing is to be done or sent, and no complete message waits.
  var isIdle: Bool {
    guard case .listening = activity else { return false }
    return output.isEmpty && !input.hasNext
  }

  /// Whether the connection ends once all bytes are sent.
  var isOver: Bool {
    switch activity {
    case .listening: isInputOver && !input.hasNext
    case .waiting, .asking, .monitoring: false
    case .ending: true
    }
  }

  /// Whether bytes are to be read from the connection. Messages that have arrived are handled first.
  var wantsInput: Bool {
    guard case .listening = activity else { return false }
    return !output.isFull && !input.hasNext
  }

  /// The work that the connection waits for, or nil if there is none before something happens.
  var work: TurnOrder.Work? {
    switch activity {
    case .listening: input.hasNext && !output.isFull ? .message : nil
    case .asking(let query): query.isSearch ? .search : .piece
    case .monitoring(let monitoring): monitoring.isCaughtUp || output.isFull ? nil : .piece
    case .waiting, .ending: nil
    }
  }

  /// Adds bytes to send, unless the client has gone.
  mutating func send(_ bytes: [UInt8], at boot: Int64) {
    if isGone { return }
    if output.isEmpty { stuckSince = boot }
    output.append(bytes)
  }

  /// Records that the client has gone: no reply is needed, and only commands that have arrived are left.
  mutating func leave() {
    isGone = true
    isInputOver = true
    output = OutgoingBytes()
    switch activity {
    case .asking: activity = .listening
    case .monitoring: activity = .ending
    case .listening, .waiting, .ending: break
    }
  }

  /// Records that the client took `count` bytes.
  mutating func noteTaken(_ count: Int, at boot: Int64) {
    output.remove(count)
    stuckSince = output.isEmpty ? nil : boot
    idleSince = boot
  }

  /// Records since when a message has been incomplete.
  mutating func noteHalf(at boot: Int64) { halfSince = input.isInsideMessage ? halfSince ?? boot : nil }

  /// The boot clock's reading at which the connection is given up, or nil for never.
  var deadline: Int64? {
    if isGone { return nil }
    // While a client waits for a reply, an incomplete message is not its fault.
    let half = wantsInput ? halfSince : nil
    return [half, stuckSince].compactMap { $0 }.min().map { $0 + ControlService.timeout }
  }
}

/// The progress of a monitor.
struct Monitoring: Sendable {
  /// The number of the last entry that was examined.
  var cursor: Int64
  /// Whether all past entries were sent.
  var isCaughtUp = false
  /// Whether notices for users are sent.
  let tellsNotices: Bool
  /// The notices about attempts that were sent.
  var attempts = AttemptPace()
  /// The last live state that was sent.
  var live: LiveState?
}

/// A random text offered to a client for typing, and the session that typing it ends.
struct OfferedText: Hashable, Sendable {
  let text: String
  let session: SessionID
}
