import SchedulerJSON

/// The replies that a client receives on its connection, decoded as they arrive.
///
/// ```swift
/// socket.write(VarlinkCall(ControlMethod.status.name).bytes)
/// replies.append(socket.read())
/// while let parameters = try replies.next() { … }
/// ```
public struct ControlReplies: Sendable {
  private var stream = MessageStream()
  /// Whether the last reply announced another one.
  public private(set) var continues = false

  /// Creates an empty sequence of replies.
  public init() {}

  /// Adds received bytes.
  public mutating func append(_ bytes: some Collection<UInt8>) { stream.append(bytes) }

  /// Returns the parameters of the next reply, or nil if more bytes are needed.
  ///
  /// - Throws: the error in the reply, or an error of the kind `connection` for bytes that are not a reply.
  public mutating func next() throws(ControlError) -> JSONObject? {
    let message: [UInt8]?
    do throws(MessageStream.TooLong) {
      message = try stream.next()
    } catch {
      throw ControlError(connection: "the daemon answers with more than \(MessageStream.longestMessage) bytes")
    }
    guard let message else { return nil }
    let reply: VarlinkReply
    do throws(MalformedMessage) {
      reply = try VarlinkReply(parsing: message)
    } catch {
      throw ControlError(connection: "what answers is no daemon: \(error.message)")
    }
    continues = reply.continues
    if let name = reply.error { throw ControlError(name, parameters: reply.parameters) }
    return reply.parameters
  }
}
