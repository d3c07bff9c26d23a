import SchedulerDaemon
import SchedulerJSON
import SchedulerPlatform

/// Hears the notices of one daemon, over as many connections as it takes.
struct NoticeSubscription {
  /// Of its socket.
  let path: String
  /// The conversation; nil while there is none.
  private(set) var client: ControlClient?
  /// The number of the newest event of which the daemon told.
  private var lastNumber: Int64?
  /// What CLOCK_BOOTTIME shows when a daemon that has not answered is waited for no longer; nil while none is.
  private(set) var answerDue: Int64?

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

  /// So many nanoseconds a daemon is waited for.
  private static let patience: Int64 = 10_000_000_000

  init(_ path: String) { self.path = path }

  /// Connects, and asks for everything behind what was told before.
  mutating func connect(atBoot boot: Int64) -> Trouble? {
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
      answerDue = boot + Self.patience
      return nil
    } catch {
      return end(.failure(error.message))
    }
  }

  /// Takes what came; says why the conversation is over, nil while it is not.
  mutating func read(_ body: (Notice) -> Void) -> Trouble? {
    guard client?.receive() == true else {
      return end(answerDue == nil ? .ended : .failure("it ends without an answer"))
    }
    do throws(ControlFailure) {
      while let reply = try client?.wholeReply() {
        answerDue = nil
        for case .object(let notice) in reply["notices"]?.arrayValue ?? [] { Notice(notice).map(body) }
        lastNumber = reply["entries"]?.arrayValue?.last?["sequence"]?.integerValue ?? lastNumber
      }
      return nil
    } catch {
      return end(.failure(error.message))
    }
  }

  /// Waits no longer for an answer that is due; says so, nil while none is.
  mutating func expire(atBoot boot: Int64) -> Trouble? {
    guard let answerDue, answerDue <= boot else { return nil }
    return end(.failure("it does not answer"))
  }

  private mutating func end(_ trouble: Trouble) -> Trouble {
    client = nil
    answerDue = nil
    return trouble
  }
}
