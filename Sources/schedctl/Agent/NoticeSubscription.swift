import JSON
import Platform
import SchedulerDaemon

/// Hears the notices of one daemon, over as many connections as it takes.
struct NoticeSubscription {
  /// Of its socket.
  let path: String
  /// The conversation; nil while there is none.
  private(set) var client: ControlClient?
  /// The number of the newest event of which the daemon told.
  private var lastNumber: Int64?
  /// Whether it has answered in this conversation.
  private var hasAnswered = false

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

  init(_ path: String) { self.path = path }

  /// Connects, and asks for everything behind what was told before.
  mutating func connect() -> Trouble? {
    var parameters: JSONObject = ["notices": .bool(true)]
    if let lastNumber { parameters["since"] = .integer(lastNumber) }
    do throws(SystemError) {
      client = try ControlClient(path)
    } catch {
      return switch error {
      case .missingFile: .missing
      case .forbidden: .forbidden
      default: .failure("\(error)")
      }
    }
    do throws(ControlFailure) {
      try client?.send(VarlinkCall(ControlMethod.monitor.name, parameters, takesMore: true))
      return nil
    } catch {
      return end(.failure(error.message))
    }
  }

  /// Takes what came; says why the conversation is over, nil while it is not.
  mutating func read(_ body: (Notice) -> Void) -> Trouble? {
    guard client?.receive() == true else { return end(hasAnswered ? .ended : .failure("it ends without an answer")) }
    do throws(ControlFailure) {
      while let reply = try client?.wholeReply() {
        hasAnswered = true
        for case .object(let notice) in reply["notices"]?.arrayValue ?? [] { Notice(notice).map(body) }
        lastNumber = reply["entries"]?.arrayValue?.last?["sequence"]?.integerValue ?? lastNumber
      }
      return nil
    } catch {
      return end(.failure(error.message))
    }
  }

  private mutating func end(_ trouble: Trouble) -> Trouble {
    client = nil
    hasAnswered = false
    return trouble
  }
}
