import SchedulerJSON
import SchedulerPlatform

/// A connection to the control socket of a daemon, which ends when a bell rings.
///
/// A call and a reply are a JSON object, followed by a NUL byte: https://varlink.org/Wire-Format.
struct DaemonConnection {
  private static let interface = "io.schedctl.Control"
  private static let pieceSize = 64 << 10
  private static let bellToken: UInt64 = 1

  private let connection: LocalConnection
  private let queue: EventQueue
  private var bytes: [UInt8] = []

  init(to path: String, until bell: Bell) throws(SystemError) {
    connection = try LocalConnection(to: path)
    queue = try EventQueue()
    try queue.add(bell.descriptor, token: Self.bellToken)
    try queue.add(connection.descriptor, token: 0)
  }

  /// Sends a call, which is short enough for the buffer of a new connection. If the daemon has gone, the next reply is nil.
  func call(_ method: String, with parameters: JSONObject, more: Bool = false) {
    let call: JSONObject = [
      "method": .string("\(Self.interface).\(method)"), "parameters": .object(parameters), "more": .bool(more),
    ]
    var json = JSONWriter()
    json.value(JSONValue.object(call))
    do throws(SystemError) {
      _ = try connection.write((json.bytes + [0])[...])
    } catch {
      // The daemon may have written why it closes the connection.
    }
  }

  /// Waits for a reply, and returns its parameters; nil if the connection ends or the bell rings.
  ///
  /// - Throws: `MonitorError` for an error that the daemon returns, and for bytes that are no reply.
  mutating func reply() throws -> JSONObject? {
    while true {
      if let end = bytes.firstIndex(of: 0) {
        let message = Array(bytes[..<end])
        bytes.removeFirst(end + 1)
        return try Self.parameters(of: message)
      }
      if try queue.wait().contains(where: { $0.token == Self.bellToken }) { return nil }
      switch try connection.read(atMost: Self.pieceSize) {
      case .bytes(let more): bytes += more
      case .nothing: continue
      case .end: return nil
      }
    }
  }

  private static func parameters(of message: [UInt8]) throws(MonitorError) -> JSONObject {
    let reply: JSONValue
    do throws(JSONError) { reply = try JSONValue(parsing: message) } catch { throw .malformedReply("\(error)") }
    guard reply.objectValue != nil else { throw .malformedReply("a reply is a JSON object") }
    let parameters = reply["parameters"]?.objectValue ?? JSONObject()
    if let name = reply["error"]?.stringValue {
      throw .refused(name: name, message: parameters["message"]?.stringValue ?? "")
    }
    return parameters
  }
}
