import SchedulerDaemon
import SchedulerPlatform

/// Shows people on their desktop what daemons have to tell them, until a signal ends it.
///
/// It waits without a wake-up. A daemon that is not there is waited for: its socket is watched, and one that cannot be
/// talked to is tried again after a while.
struct NotificationAgent {
  private let queue: EventQueue
  private let signals: SignalQueue
  private let timer: ClockTimer
  private var files: PathWatch
  private let notifier: String
  private var subscriptions: [NoticeSubscription]
  /// What was last said of each; nil for nothing, nil in it when all was well.
  private var troubles: [NoticeSubscription.Trouble??]
  /// When each is tried again, unless its socket changes before.
  private var retries: [RetryPause]
  private var pace = NoticePace()
  private var notices: [Notice] = []

  private enum Token {
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    static let files: UInt64 = 3
    /// Of the connection of the first subscription; the others follow.
    static let connections: UInt64 = 4
  }

  /// - Parameters:
  ///   - paths: the sockets of the daemons.
  ///   - notifier: the path of notify-send(1).
  /// - Throws: what the system reports, such as EMFILE.
  init(_ paths: [String], notifier: String) throws(SystemError) {
    queue = try EventQueue()
    signals = try SignalQueue([.interrupt, .terminate])
    timer = try ClockTimer.boot()
    files = try PathWatch()
    self.notifier = notifier
    subscriptions = paths.map(NoticeSubscription.init)
    troubles = paths.map { _ in nil }
    retries = paths.map { _ in RetryPause() }
    try queue.add(signals.descriptor, token: Token.signals)
    try queue.add(timer.descriptor, token: Token.timer)
    try queue.add(files.descriptor, token: Token.files)
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// - Throws: what the system reports when it cannot wait.
  mutating func run(_ session: inout Console) throws(SystemError) {
    defer { signals.release() }
    var isAnythingNew = true
    while true {
      // Before the first look, and again after each change: what leads to a socket may be another.
      while files.follow(subscriptions.map { WatchedPath($0.path) }) { isAnythingNew = true }
      let boot = SystemClocks.boot()
      for index in subscriptions.indices {
        if let trouble = subscriptions[index].expire(atBoot: boot) { note(trouble, index, atBoot: boot, &session) }
        guard subscriptions[index].client == nil else { continue }
        if isAnythingNew || retries[index].nextBoot.map({ $0 <= boot }) ?? false {
          try connect(index, atBoot: boot, &session)
        }
      }
      show(atBoot: boot, &session)
      try timer.arm(atBoot: nextBoot)
      isAnythingNew = false
      for ready in try queue.wait() {
        switch ready.token {
        case Token.signals: if try !signals.read().isEmpty { return }
        case Token.timer: _ = try timer.read()
        case Token.files: isAnythingNew = try !files.read().isEmpty || isAnythingNew
        default: read(Int(ready.token - Token.connections), atBoot: SystemClocks.boot(), &session)
        }
      }
    }
  }

  /// When something is to be done if nothing happens.
  private var nextBoot: Int64? {
    let tries = subscriptions.indices.map { index in
      subscriptions[index].client == nil ? retries[index].nextBoot : subscriptions[index].answerDue
    }
    return (tries + [pace.nextBoot]).compactMap(\.self).min()
  }

  private mutating func connect(_ index: Int, atBoot boot: Int64, _ session: inout Console) throws(SystemError) {
    if let trouble = subscriptions[index].connect(atBoot: boot) {
      // A socket that is not there comes with a change.
      if trouble == .missing { retries[index].noteSuccess() }
      note(trouble, index, atBoot: boot, &session)
    }
    guard let client = subscriptions[index].client else { return }
    try queue.add(client.descriptor, token: Token.connections + UInt64(index))
  }

  private mutating func read(_ index: Int, atBoot boot: Int64, _ session: inout Console) {
    var heard: [Notice] = []
    let trouble = subscriptions[index].read { heard.append($0) }
    notices += heard
    if trouble == nil {
      // That the call was taken is known once it is answered, which is at once.
      guard subscriptions[index].answerDue == nil else { return }
      retries[index].noteSuccess()
    }
    note(trouble, index, atBoot: boot, &session)
  }

  /// Says what is new of a daemon, and plans when it is tried again.
  private mutating func note(
    _ trouble: NoticeSubscription.Trouble?, _ index: Int, atBoot boot: Int64, _ session: inout Console
  ) {
    let path = subscriptions[index].path
    if trouble != nil, trouble != .missing { retries[index].noteFailure(atBoot: boot) }
    guard troubles[index] != .some(trouble) else { return }
    troubles[index] = .some(trouble)
    switch trouble {
    case nil: session.sayMore("schedctl: listens to the daemon on '\(path)'")
    case .missing: session.sayMore("schedctl: waits for the daemon on '\(path)'")
    case .ended: session.sayMore("schedctl: the daemon on '\(path)' has ended")
    case .forbidden:
      session.say("schedctl: you may not talk to the daemon on '\(path)'; with 'group' in [daemon] its members may")
    case .failure(let reason): session.say("schedctl: cannot talk to the daemon on '\(path)': \(reason)")
    }
    session.messages.flush()
  }

  /// Shows what there is to show, as fast as people read, until a signal comes.
  private mutating func show(atBoot boot: Int64, _ session: inout Console) {
    for notice in notices where signals.isEmpty && pace.admits(notice, atBoot: boot) { show(notice, &session) }
    notices = []
    if signals.isEmpty, let summary = pace.summary(atBoot: boot) { show(summary, &session) }
  }

  private func show(_ notice: Notice, _ session: inout Console) {
    var reason: String?
    do throws(SystemError) {
      var child = ChildProcess(DesktopNotification.words(for: notice, program: notifier))
      child.interruption = signals.descriptor
      let end = try child.run().end
      if end != .exit(0) { reason = "it ended with \(end)" }
    } catch {
      reason = "\(error)"
    }
    guard let reason, signals.isEmpty else { return }
    session.say("schedctl: '\(notice.title)' was not shown by '\(notifier)': \(reason)")
    session.messages.flush()
  }
}
