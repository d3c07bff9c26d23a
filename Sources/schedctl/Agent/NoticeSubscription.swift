import JSON
import Platform
import SchedulerDaemon

/// Hears the notices of one daemon, over as many connections as it takes.
struct NoticeSubscription {
  /// Of its socket.
  let path: String
  /// The connection; nil while there is none.
  private(set) var connection: LocalConnection?
  private var replies = ControlReplies()
  /// The number of the newest event of which the daemon told.
  private var lastNumber: Int64?

  /// Why there is no connection.
  enum Trouble: Hashable {
    /// There is no socket.
    case missing
    /// The daemon has gone.
    case ended
    /// This user may not talk to the daemon.
    case forbidden
    /// The daemon does not answer, or answers this.
    case failure(String)
  }

  private static let pieceSize = 64 << 10

  init(_ path: String) { self.path = path }

  /// Connects, and asks for everything behind what was told before.
  mutating func connect() -> Trouble? {
    replies = ControlReplies()
    var parameters: JSONObject = ["notices": .bool(true)]
    if let lastNumber { parameters["since"] = .integer(lastNumber) }
    let call = VarlinkCall(ControlMethod.monitor.name, parameters, takesMore: true).bytes
    do throws(SystemError) {
      let connection = try LocalConnection(to: path)
      // It fits into the buffer of a new socket.
      guard try connection.write(call[...]) == call.count else { return .failure("it takes no call") }
      self.connection = connection
      return nil
    } catch {
      return switch error {
      case .missingFile: .missing
      case .forbidden: .forbidden
      default: .failure("\(error)")
      }
    }
  }

  /// Reads what came; says why the connection is over, nil while it is not.
  mutating func read(_ body: (Notice) -> Void) -> Trouble? {
    guard let connection else { return .ended }
    do throws(SystemError) {
      switch try connection.read(atMost: Self.pieceSize) {
      case .nothing: return nil
      case .end: return end(.ended)
      case .bytes(let bytes): replies.append(bytes)
      }
    } catch {
      return end(.failure("\(error)"))
    }
    do throws(ControlFailure) {
      while let reply = try replies.next() {
        for notice in reply["notices"]?.arrayValue?.compactMap(\.objectValue).compactMap(Notice.init) ?? [] {
          body(notice)
        }
        lastNumber = reply["entries"]?.arrayValue?.last?["sequence"]?.integerValue ?? lastNumber
      }
      return nil
    } catch {
      return end(.failure(error.message))
    }
  }

  private mutating func end(_ trouble: Trouble) -> Trouble {
    connection = nil
    return trouble
  }
}
