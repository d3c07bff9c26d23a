import SchedulerJSON

/// What a client hears on its connection, as it comes.
///
/// ```swift
/// socket.write(VarlinkCall(ControlMethod.status.name).bytes)
/// replies.append(socket.read())
/// while let parameters = try replies.next() { … }
/// ```
public struct ControlReplies: Sendable {
  private var stream = MessageStream()
  /// Whether the last reply said that another one follows.
  public private(set) var continues = false

  /// Nothing heard yet.
  public init() {}

  /// Adds bytes as they came.
  public mutating func append(_ bytes: some Collection<UInt8>) { stream.append(bytes) }

  /// The parameters of the next reply; nil when more bytes are needed.
  ///
  /// - Throws: what an error says, and a failure of the kind `connection` for what is no reply.
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
