import Foundation
import SchedulerJSON
import SchedulerPlatform

/// The callbacks of a daemon, as they become durable, over its control socket.
///
/// ```swift
/// for try await callback in MonitorStream(socket: "/run/schedctl/control.sock", after: 0) { … }
/// ```
/// Each iterator has a connection and a thread of its own. When the daemon stops, or does not run yet, the iterator waits for
/// it, and continues after the last entry: no callback is lost or comes twice. The sequence ends when its task is
/// cancelled, and fails with a `MonitorError`, or a `SystemError` if the machine has no more descriptors.
public struct MonitorStream: AsyncSequence, Sendable {
  private let socket: String
  private let sequence: Int64?

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - path: the path of the control socket.
  ///   - sequence: the sequence of the last entry that is known; 0 for everything that is kept; nil for what happens from
  ///     the first connection on.
  public init(socket path: String, after sequence: Int64?) {
    socket = path
    self.sequence = sequence
  }

  /// Begins to listen.
  public func makeAsyncIterator() -> AsyncThrowingStream<DeliveredCallback, any Error>.AsyncIterator {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: DeliveredCallback.self)
    do throws(SystemError) {
      let bell = try Bell()
      continuation.onTermination = { _ in bell.ring() }
      Thread.detachNewThread { [socket, sequence] in
        var subscription = MonitorSubscription(path: socket, bell: bell, lastSequence: sequence)
        do {
          try subscription.run { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    } catch {
      continuation.finish(throwing: error)
    }
    return stream.makeAsyncIterator()
  }
}

/// Why a stream fails.
public enum MonitorError: Error, Hashable, Sendable {
  /// This user may not use the socket.
  case forbidden
  /// The daemon returned the error of that name.
  case refused(name: String, message: String)
  /// The bytes are no reply of a daemon. Contains what is wrong.
  case malformedReply(String)
  /// The daemon has no entries after that one, but older ones: its history was lost. A new stream can begin again.
  case historyLost(after: Int64)
}

/// A subscription that reconnects until its bell rings.
private struct MonitorSubscription {
  let path: String
  let bell: Bell
  /// The sequence of the last entry that was received; nil before the first connection of a stream of what is new.
  var lastSequence: Int64?

  /// The time between two attempts to connect, in milliseconds.
  private static let retryMilliseconds: Int32 = 50

  init(path: String, bell: Bell, lastSequence: Int64?) {
    self.path = path
    self.bell = bell
    self.lastSequence = lastSequence
  }

  mutating func run(_ body: (DeliveredCallback) -> Void) throws {
    let queue = try EventQueue()
    try queue.add(bell.descriptor, token: 0)
    repeat { try follow(body) } while try queue.wait(milliseconds: Self.retryMilliseconds).isEmpty
  }

  /// Follows one connection to its end. Returns at once if no daemon listens.
  private mutating func follow(_ body: (DeliveredCallback) -> Void) throws {
    guard var connection = try connect() else { return }
    if lastSequence == nil {
      connection.call("Log", with: ["limit": .integer(1)])
      guard let newest = try connection.reply() else { return }
      lastSequence = newest["entries"]?.arrayValue?.last?["sequence"]?.integerValue ?? 0
    }
    var last = lastSequence ?? 0
    connection.call("Monitor", with: ["since": .integer(last)], more: true)
    while let reply = try connection.reply() {
      guard let entries = reply["entries"]?.arrayValue else { throw MonitorError.malformedReply("it has no 'entries'") }
      for entry in entries {
        let entry = try Self.entry(entry)
        guard entry.sequence > last else { throw MonitorError.historyLost(after: last) }
        last = entry.sequence
        lastSequence = last
        entry.callback.map(body)
      }
    }
  }

  private func connect() throws -> DaemonConnection? {
    do throws(SystemError) {
      return try DaemonConnection(to: path, until: bell)
    } catch {
      if error == .forbidden { throw MonitorError.forbidden }
      if error.code == ENOENT || error.code == ECONNREFUSED || error.code == EAGAIN { return nil }
      throw error
    }
  }

  private static func entry(_ value: JSONValue) throws(MonitorError) -> HistoryCallback {
    do throws(HistoryCallback.Problem) {
      return try HistoryCallback(value.objectValue ?? JSONObject())
    } catch {
      throw .malformedReply(error.words)
    }
  }
}
