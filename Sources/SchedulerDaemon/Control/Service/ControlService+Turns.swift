import Scheduler

extension ControlService {
  /// Whether a client waits for work.
  public var hasWork: Bool { !turns.isEmpty }

  /// Does one piece of work for the client whose turn it is, and returns the resulting actions. Does nothing if none
  /// waits.
  ///
  /// A piece is the reading of one message, a slice of a longer reply, or one reply to a monitor. Each takes about 20 ms
  /// at the most; the limits are beside the work that they bound.
  public mutating func serveNext(_ source: some ControlSource) -> [ControlAction] {
    guard let id = turns.next(), let activity = connections[id]?.activity else { return [] }
    var actions: [ControlAction] = []
    switch activity {
    case .listening: actions = takeNext(from: id, using: source)
    case .asking: advance(id, using: source)
    case .monitoring: sendNews(to: id, using: source)
    case .waiting, .ending: break
    }
    return actions + settle(id, at: source.now.boot)
  }

  /// Handles the first message that waits.
  private mutating func takeNext(from id: ConnectionID, using source: some ControlSource) -> [ControlAction] {
    do throws(MessageStream.TooLong) {
      guard let message = try connections[id]?.input.next() else { return [] }
      connections[id]?.halfSince = nil
      return take(message, from: id, using: source)
    } catch {
      end(id, with: ControlError.messageTooLong(limit: MessageStream.longestMessage).bytes, using: source)
      return []
    }
  }

  /// Computes the next piece of a reply, and sends the reply if it is complete.
  private mutating func advance(_ id: ConnectionID, using source: some ControlSource) {
    guard case .asking(var query)? = connections[id]?.activity else { return }
    // The only reference to the query, so that it is changed in place.
    connections[id]?.activity = .listening
    var reply: [UInt8]?
    do throws(ControlError) { reply = try query.advance(using: source) } catch { reply = error.bytes }
    guard let reply else {
      connections[id]?.activity = .asking(query)
      return
    }
    turns.endSearch(of: id)
    connections[id]?.send(reply, at: source.now.boot)
  }
}
