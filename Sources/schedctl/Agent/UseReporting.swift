import Scheduler
import SchedulerDaemon
import SchedulerDiagnostics
import SchedulerJSON
import SchedulerPlatform
import SchedulerUsage

/// Reports to one daemon what the person uses, over a connection of its own: that of the notices takes no other call.
///
/// A report holds until the next one or until the connection ends. If limits concern the person, the daemon asks for a
/// report every some seconds.
struct UseReporting {
  /// What is in use, and what measures it.
  struct Report: Hashable {
    let state: UseState
    let source: String
    /// For how long the person had been idle when that was noticed, in seconds.
    var idleSeconds: Int64 = 0
    /// Whether a source names the domain of the tab in front; nil if that is not known.
    var knowsPages: Bool?
  }

  /// The path of the socket.
  private let path: String
  /// The connection; nil while there is none.
  private(set) var client: ControlClient?
  /// The newest report; nil while nothing is known.
  private var newest: Report?
  /// Whether the newest report was not sent yet, because the answer to the one before is awaited.
  private var isUnsent = false
  private var isAnswerAwaited = false
  /// The CLOCK_BOOTTIME at which the newest report is sent again, in nanoseconds; nil if that is not required.
  private(set) var nextBoot: Int64?
  /// The pause before the next attempt after a connection was lost.
  private var retry = RetryPause()

  /// The time in which the daemon has to take a report, in milliseconds.
  private static let timeout: Int32 = 1_000
  /// The times after which a daemon can ask for a report again, in seconds.
  private static let periods: ClosedRange<Int64> = 1...3600

  init(_ path: String) { self.path = path }

  /// Sends a report; nil if nothing is known of the use any more. Without a daemon it is kept for the next connection.
  mutating func report(_ report: Report?) {
    newest = report
    guard report != nil else { return disconnect(isFinal: true) }
    isUnsent = true
    send()
  }

  /// Connects if there is something to report, because the daemon may have started.
  mutating func connect() {
    if client == nil { reportAgain() }
  }

  /// Sends the newest report again, because limits of a new configuration may require reports in time.
  mutating func reportAgain() {
    guard newest != nil else { return }
    isUnsent = true
    send()
  }

  /// Sends the newest report again if it is time to.
  mutating func repeatReport(atBoot boot: Int64) {
    guard let nextBoot, nextBoot <= boot else { return }
    self.nextBoot = nil
    reportAgain()
  }

  /// Reads the answer to a report.
  mutating func read(atBoot boot: Int64) {
    guard client?.receive() == true else { return disconnect(isFinal: false) }
    do throws(ControlError) {
      while let reply = try client?.wholeReply() {
        isAnswerAwaited = false
        retry.noteSuccess()
        nextBoot = reply["within"]?.integerValue.map { seconds in
          boot + min(max(seconds, Self.periods.lowerBound), Self.periods.upperBound) * 1_000_000_000
        }
      }
    } catch {
      // A daemon of an earlier version does not have the method, and one may refuse it. It is asked again when it starts.
      return disconnect(isFinal: true)
    }
    send()
  }

  private mutating func send() {
    guard isUnsent, !isAnswerAwaited, let newest else { return }
    do throws(SystemError) {
      if client == nil { client = try ControlClient(path, timeout: Self.timeout) }
    } catch {
      // A missing daemon is asked again when its socket appears.
      return disconnect(isFinal: error == .missingFile)
    }
    do throws(ControlError) {
      try client?.send(VarlinkCall(ControlMethod.reportUse.name, parameters: newest.parameters))
    } catch {
      return disconnect(isFinal: false)
    }
    // It is taken off once.
    self.newest?.idleSeconds = 0
    isUnsent = false
    isAnswerAwaited = true
  }

  /// Ends the connection, and plans another attempt unless that is final.
  private mutating func disconnect(isFinal: Bool) {
    client = nil
    isAnswerAwaited = false
    if isFinal { retry.noteSuccess() } else { retry.noteFailure(atBoot: SystemClocks.boot()) }
    nextBoot = retry.nextBoot
  }
}

/// Says once that the sources of a session do not say all that is needed to measure its use.
struct LackNotice {
  private var isSaid = false

  /// Says so, if every source has answered or failed and something is missing.
  mutating func check(_ use: UseWatch?, session: inout Console) {
    guard !isSaid, let use, let lack = UseFindings.lacks(among: use.standings).first else { return }
    isSaid = true
    session.say("schedctl: \(PrintableText.printable(lack))\nhelp: 'schedctl doctor' shows the sources of this session")
    session.messages.flush()
  }
}

extension UseReporting.Report {
  /// The parameters of the call.
  fileprivate var parameters: JSONObject {
    var parameters: JSONObject = ["source": .string(source)]
    if let knowsPages { parameters["pages"] = .bool(knowsPages) }
    switch state {
    case .idle:
      parameters["state"] = .string("idle")
      parameters["idleSeconds"] = .integer(min(max(0, idleSeconds), 86_400))
    case .locked: parameters["state"] = .string("locked")
    // Where no window has the focus, nothing is in use, also for a limit on everything.
    case .inUse(nil): parameters["state"] = .string("idle")
    case .inUse(let target):
      parameters["state"] = .string("inUse")
      let application = target?.application
      parameters["desktopIDs"] = Self.list(application?.desktopIDs ?? [])
      parameters["paths"] = Self.list(application?.paths ?? [])
      parameters["fileNames"] = Self.list(application?.fileNames ?? [])
      parameters["categories"] = Self.list(Set(application?.categories.map(\.name) ?? []))
      if let domain = target?.domain { parameters["domain"] = .string(domain.text) }
    }
    return parameters
  }

  private static func list(_ texts: Set<String>) -> JSONValue {
    .array(texts.sorted().prefix(64).map(JSONValue.string))
  }
}

extension UseChange {
  /// The state and the spans in words.
  var words: String {
    let present =
      switch state {
      case nil: "unknown"
      case .inUse(let target): target.map { $0.name ?? "a window without a name" } ?? "no window"
      case .idle: "idle"
      case .locked: "locked"
      }
    let past = spans.map { "\($0.target.name ?? "?") for \($0.nanoseconds / 1_000_000) ms" }
    // Each window chooses its name.
    return PrintableText.printable(([present] + past).joined(separator: ", "))
  }
}
