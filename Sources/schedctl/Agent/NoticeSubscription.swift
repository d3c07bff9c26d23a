import Scheduler
import SchedulerDaemon
import SchedulerJSON
import SchedulerPlatform

/// A subscription to the notices of one daemon that reconnects when the connection ends.
struct NoticeSubscription {
  /// The path of the socket.
  let path: String
  /// The connection; nil while there is none.
  private(set) var client: ControlClient?
  /// The number of the newest event received.
  private var lastNumber: Int64?
  /// Whether the configuration has changed since this was last asked for, so that other limits may concern the person.
  private var isConfigurationNew = false
  /// The CLOCK_BOOTTIME of the timeout of an unanswered call, in nanoseconds; nil if no call is open.
  private(set) var answerDue: Int64?

  /// Why there is no connection.
  enum Trouble: Hashable {
    /// There is no socket.
    case missing
    /// The daemon has ended the connection.
    case ended
    /// This user may not talk to the daemon.
    case forbidden
    /// The daemon does not answer, or answers with this error.
    case failure(String)
  }

  /// The time to wait for an answer, in nanoseconds.
  private static let timeout: Int64 = 10_000_000_000

  init(_ path: String) { self.path = path }

  /// Connects and asks for all events after the newest one received.
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
    do throws(ControlError) {
      try client?.send(VarlinkCall(ControlMethod.monitor.name, parameters: parameters, takesMore: true))
      answerDue = boot + Self.timeout
      return nil
    } catch {
      return end(.failure(error.message))
    }
  }

  /// Reads notices. Returns why the connection ended, or nil if it is still open.
  mutating func read(_ body: (Notice) -> Void) -> Trouble? {
    guard client?.receive() == true else {
      return end(answerDue == nil ? .ended : .failure("it ends without an answer"))
    }
    do throws(ControlError) {
      while let reply = try client?.wholeReply() {
        answerDue = nil
        for case .object(let notice) in reply["notices"]?.arrayValue ?? [] { Notice(notice).map(body) }
        isConfigurationNew =
          isConfigurationNew
          || reply["entries"]?.arrayValue?.contains {
            $0["event"]?.stringValue == EventName.configurationDidChange.rawValue
          } ?? false
        lastNumber = reply["entries"]?.arrayValue?.last?["sequence"]?.integerValue ?? lastNumber
      }
      return nil
    } catch {
      return end(.failure(error.message))
    }
  }

  /// Returns whether the configuration has changed since the last call.
  mutating func takeConfigurationNews() -> Bool {
    defer { isConfigurationNew = false }
    return isConfigurationNew
  }

  /// Ends the connection if an answer is overdue. Returns the trouble, or nil if none is overdue.
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

/// Shows notices with notify-send(1).
struct DesktopNotifier {
  private static let program = "notify-send"
  private let search: ProgramSearch

  /// Creates a notifier that looks for the program in the PATH of an environment.
  init(_ environment: ProcessEnvironment) { search = ProgramSearch(environment) }

  /// Why no notice can be shown at present; nil if the program is there. It is looked for anew each time, because it may
  /// be installed while the agent runs.
  var lack: String? { search.paths(of: Self.program).isEmpty ? "there is no '\(Self.program)' in PATH" : nil }

  /// Shows a notice. Returns what was wrong, as it follows 'was not shown'; nil if all was well.
  ///
  /// - Parameter interruption: becomes readable to end the program.
  func show(_ notice: Notice, until interruption: OpenDescriptor) -> String? {
    guard let path = search.paths(of: Self.program).first else { return lack.map { ", because \($0)" } }
    do throws(SystemError) {
      var child = ChildProcess(Self.words(for: notice, program: path))
      child.interruption = interruption
      // The agent reports nothing meanwhile, and a daemon believes a silent agent for a minute. Up to seven notices come
      // at once.
      child.secondsLimit = 5
      let end = try child.run().end
      return end == .exit(0) ? nil : " by '\(path)': it ended with \(end)"
    } catch {
      return " by '\(path)': \(error)"
    }
  }

  /// Returns the words of the command line.
  ///
  /// - Parameter path: the path of notify-send.
  static func words(for notice: Notice, program path: String) -> [String] {
    let urgency = notice.isUrgent ? "critical" : "normal"
    // `--` makes a text that starts with a dash an argument.
    return [path, "--app-name=schedctl", "--urgency=\(urgency)", "--", notice.title, notice.body.escapedForMarkup]
  }
}
