import Scheduler
import SchedulerPlatform

/// A source that says what has the focus, or whether the person is there.
///
/// The descriptor becomes readable when there is something to read, and at no other time. A source that throws is
/// dropped.
protocol UseSource: Sendable {
  /// Readable when `read` has work.
  var descriptor: OpenDescriptor { get }

  /// When the source was asked what it has not answered yet, as a reading of CLOCK_MONOTONIC in nanoseconds; nil for no
  /// open question.
  var askedAt: Int64? { get }

  /// Reads what has arrived, and returns what it says. Never waits.
  ///
  /// - Throws: `SourceFailure` if the source has ended, floods, or breaks its protocol.
  mutating func read(at now: UseMoment) throws(SourceFailure) -> [SourceReport]

  /// Asks whether the source still works, if it gives no sign of that and was not asked lately. Called when something wakes
  /// us anyway.
  mutating func confirm(at now: UseMoment) throws(SourceFailure)

  /// Undoes what the source has made other programs do. Called once, before the connection closes.
  mutating func end()

  /// The names of the programs that are connected with it, sorted.
  var programs: [String] { get }

  /// Why it has dropped a program last; nil if it has dropped none.
  var lastDrop: String? { get }
}

extension UseSource {
  mutating func confirm(at now: UseMoment) throws(SourceFailure) {}
  mutating func end() {}
  var programs: [String] { [] }
  var lastDrop: String? { nil }
}

/// What a source says.
enum SourceReport: Hashable, Sendable {
  /// A window has the focus; nil for none.
  case focus(FocusedWindow?)
  /// The source cannot say which window has the focus, for a reason. It waits until it can.
  case focusIsUnknown(String)
  /// The person uses keyboard or pointer.
  case active
  /// The person has used neither since a reading of CLOCK_MONOTONIC in nanoseconds.
  case idle(since: Int64)
  /// Whether logind takes the session for locked.
  case locked(Bool)
  /// Whether another session has the seat.
  case away(Bool)
  /// The pages that browsers have in front, the newest first.
  case pages([FrontPage])
  /// Whether a screen saver hides the screen.
  case screen(isLocked: Bool)
  /// No screen saver is there to say that.
  case screenIsUnknown

  /// What a report is about.
  enum Subject: Hashable, CaseIterable, Sendable { case focus, idleness, lock, seat, screen, pages }

  /// What it is about.
  var subject: Subject {
    switch self {
    case .focus, .focusIsUnknown: .focus
    case .active, .idle: .idleness
    case .locked: .lock
    case .away: .seat
    case .screen, .screenIsUnknown: .screen
    case .pages: .pages
    }
  }
}

/// A window as a window system names it.
struct FocusedWindow: Hashable, Sendable {
  /// The app_id of Wayland.
  var applicationID: String?
  /// The class of X11: the second part of WM_CLASS.
  var windowClass: String?
  /// The instance of X11: the first part of WM_CLASS.
  var instance: String?
  /// The process that has opened it. A program can claim any.
  var processID: Int32?
  /// The host of the page in front, if the source knows it.
  private(set) var host: String?

  /// Maximum length of a name in bytes: that of a file name, because these are compared with desktop IDs.
  private static let nameLimit = 255

  /// Creates a window. Names that are empty or too long count as none.
  init(applicationID: String? = nil, windowClass: String? = nil, instance: String? = nil, processID: Int32? = nil) {
    let checked = { (name: String?) in name.flatMap { $0.isEmpty || $0.utf8.count > Self.nameLimit ? nil : $0 } }
    self.applicationID = checked(applicationID)
    self.windowClass = checked(windowClass)
    self.instance = checked(instance)
    self.processID = processID.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Notes the host of the page in front.
  ///
  /// - Parameter url: `scheme "://" [ user "@" ] host [ ":" port ] ...`; nil or another form for no page.
  mutating func setPage(_ url: String?) {
    guard let url, let scheme = url.firstRange(of: "://") else { return }
    let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let found = authority.split(separator: "@", omittingEmptySubsequences: false).last?.prefix { $0 != ":" } ?? ""
    host = found.isEmpty || found.utf8.count > Self.nameLimit ? nil : String(found)
  }

  /// Notes the domain of the page in front.
  mutating func setDomain(_ domain: DomainName?) { host = domain?.text }

  /// The domain of the page in front; nil if the source does not know it, or if its host is none.
  var domain: DomainName? {
    do throws(TargetProblem) {
      return try host.map { (host) throws(TargetProblem) in try DomainName(host) }
    } catch {
      return nil
    }
  }

  /// The window without its process and page.
  var names: FocusedWindow {
    FocusedWindow(applicationID: applicationID, windowClass: windowClass, instance: instance)
  }
}

/// Why a source is not used.
enum SourceFailure: Error, Hashable, Sendable {
  /// It does not exist in this session.
  case missing(String)
  /// It exists and cannot do what is needed. Asking again does not help.
  case unsupported(String)
  /// A system call failed.
  case system(SystemError)
  /// It has ended, or closed the connection.
  case ended
  /// It has not answered in time, since a reading of CLOCK_MONOTONIC in nanoseconds.
  case silent(since: Int64)
  /// It refuses the connection for a reason.
  case refused(String)
  /// What it says is too old, since a reading of CLOCK_MONOTONIC in nanoseconds if that is known.
  case outdated(String, since: Int64?)
  /// It cannot be used for now, for a reason.
  case unfit(String)
  /// It sends more than a person can cause.
  case flooding
  /// It breaks its protocol.
  case malformed(String)

  /// The reason in words.
  var reason: String {
    switch self {
    case .missing(let reason), .unsupported(let reason), .unfit(let reason), .outdated(let reason, _): reason
    case .system(let error): "\(error)"
    case .refused(let reason): "it refuses the connection: \(reason)"
    case .ended: "it has ended"
    case .silent: "it does not answer"
    case .flooding: "it sends too much"
    case .malformed(let what): "it breaks its protocol: \(what)"
    }
  }

  /// Whether it may work later.
  var isWorthRetrying: Bool {
    switch self {
    case .missing, .unsupported: false
    default: true
    }
  }

  /// The time since which nothing is known, as a reading of CLOCK_MONOTONIC in nanoseconds; nil for just now.
  var since: Int64? {
    switch self {
    case .silent(let since): since
    case .outdated(_, let since): since
    default: nil
    }
  }

  /// Makes a call of the system.
  static func mapping<Result>(_ call: () throws(SystemError) -> Result) throws(SourceFailure) -> Result {
    do throws(SystemError) { return try call() } catch { throw .system(error) }
  }
}
