import SchedulerDaemon
import SchedulerPlatform
import SchedulerUsage

/// Shows the notices of daemons on the desktop and watches what is in use, until a signal ends it.
///
/// The agent waits without periodic wake-ups. It watches the socket of a missing daemon, and retries a daemon that
/// refuses to talk after a pause.
struct NotificationAgent {
  private let queue: EventQueue
  private let signals: SignalQueue
  private let timer: ClockTimer
  private var files: PathWatch
  private let notifier: DesktopNotifier
  private var subscriptions: [NoticeSubscription]
  /// The last reported trouble of each subscription; the outer nil means no report, the inner nil that all was well.
  private var troubles: [NoticeSubscription.Trouble??]
  /// The pause of each subscription before its next attempt, unless its socket changes first.
  private var retries: [RetryPause]
  private var pace = NoticePace()
  private var notices: [Notice] = []
  /// What the person uses; nil after a failure of the system.
  private var use: UseWatch?
  /// Why a program that names pages was dropped last; nil if none was.
  private var lastDrop: String?
  /// Whether browsers name the domain in front, as reported last.
  private var knownPages: Bool?
  /// Says once that the use is not measured.
  private var lack = LackNotice()
  /// The pause after such a failure.
  private var usePause = RetryPause()
  private let environment: ProcessEnvironment
  /// Writes the use down; nil for a person without a home directory.
  private var recorder: UseRecorder?
  /// The CLOCK_BOOTTIME at which use that continues, or has just ended, is recorded, in nanoseconds; nil while there is
  /// none.
  private var nextCut: Int64?
  /// The reports of what is in use, one for each daemon.
  private var reporting: [UseReporting]

  private enum Token {
    static let signals: UInt64 = 1
    static let timer: UInt64 = 2
    static let files: UInt64 = 3
    static let use: UInt64 = 4
    /// The token of the first connection; the others follow.
    static let connections: UInt64 = 5
  }

  /// Creates an agent.
  ///
  /// - Parameters:
  ///   - paths: the sockets of the daemons.
  ///   - environment: the environment of the desktop session.
  ///   - recorder: writes the use down; nil to write nothing.
  /// - Throws: a system error, EMFILE for example.
  init(_ paths: [String], environment: ProcessEnvironment, recorder: UseRecorder?) throws(SystemError) {
    queue = try EventQueue()
    signals = try SignalQueue([.interrupt, .terminate])
    timer = try ClockTimer.boot()
    files = try PathWatch()
    notifier = DesktopNotifier(environment)
    (self.recorder, self.environment) = (recorder, environment)
    subscriptions = paths.map(NoticeSubscription.init)
    troubles = paths.map { _ in nil }
    retries = paths.map { _ in RetryPause() }
    reporting = paths.map(UseReporting.init)
    try queue.add(signals.descriptor, token: Token.signals)
    try queue.add(timer.descriptor, token: Token.timer)
    try queue.add(files.descriptor, token: Token.files)
    let use = try UseWatch(environment)
    try queue.add(use.queue, token: Token.use)
    self.use = use
  }

  /// Runs until SIGTERM or SIGINT.
  ///
  /// - Throws: a system error if waiting fails.
  mutating func run(_ session: inout Console) throws(SystemError) {
    defer { signals.release() }
    watchUse(session: &session)
    var isAnythingNew = true
    while true {
      // Repeated until nothing changes, because directories on the path to a socket may be replaced.
      while files.follow(subscriptions.map { WatchedPath($0.path) }) { isAnythingNew = true }
      let boot = SystemClocks.boot()
      for index in subscriptions.indices {
        if let trouble = subscriptions[index].expire(atBoot: boot) {
          note(trouble, of: index, atBoot: boot, session: &session)
        }
        guard subscriptions[index].client == nil else { continue }
        if isAnythingNew || retries[index].nextBoot.map({ $0 <= boot }) ?? false {
          try connect(index, atBoot: boot, session: &session)
        }
      }
      for index in reporting.indices { change(reporting: index) { $0.repeatReport(atBoot: boot) } }
      watchUseAgain(atBoot: boot, session: &session)
      recordLongUse(atBoot: boot, session: &session)
      show(atBoot: boot, session: &session)
      recorder?.write(atBoot: boot, session: &session)
      try timer.arm(atBoot: nextBoot)
      isAnythingNew = false
      for ready in try queue.wait() {
        switch ready.token {
        case Token.signals:
          guard try !signals.read().isEmpty else { continue }
          endUse(session: &session)
          return
        case Token.timer: _ = try timer.read()
        case Token.files: isAnythingNew = try !files.read().isEmpty || isAnythingNew
        case Token.use: watchUse(session: &session)
        default: readConnection(Int(ready.token - Token.connections), session: &session)
        }
      }
    }
  }

  /// Reads the connection of a subscription, or one of those over which use is reported, which follow.
  private mutating func readConnection(_ index: Int, session: inout Console) {
    let boot = SystemClocks.boot()
    guard index >= subscriptions.count else { return read(index, atBoot: boot, session: &session) }
    change(reporting: index - subscriptions.count) { $0.read(atBoot: boot) }
  }

  /// The CLOCK_BOOTTIME of the next timeout.
  private var nextBoot: Int64? {
    let tries = subscriptions.indices.map { index in
      subscriptions[index].client == nil ? retries[index].nextBoot : subscriptions[index].answerDue
    }
    let own = [pace.nextBoot, recorder?.nextBoot, nextCut, use == nil ? usePause.nextBoot : nil]
    return (tries + reporting.map(\.nextBoot) + own).compactMap(\.self).min()
  }

  private mutating func connect(_ index: Int, atBoot boot: Int64, session: inout Console) throws(SystemError) {
    if let trouble = subscriptions[index].connect(atBoot: boot) {
      // A missing socket needs no retry: its appearance is a change.
      if trouble == .missing { retries[index].noteSuccess() }
      note(trouble, of: index, atBoot: boot, session: &session)
    }
    guard let client = subscriptions[index].client else { return }
    try queue.add(client.descriptor, token: Token.connections + UInt64(index))
    change(reporting: index) { $0.connect() }
  }

  private mutating func read(_ index: Int, atBoot boot: Int64, session: inout Console) {
    var heard: [Notice] = []
    let trouble = subscriptions[index].read { heard.append($0) }
    notices += heard
    if subscriptions[index].takeConfigurationNews() { change(reporting: index) { $0.reportAgain() } }
    if trouble == nil {
      // The daemon answers an accepted call at once.
      guard subscriptions[index].answerDue == nil else { return }
      retries[index].noteSuccess()
    }
    note(trouble, of: index, atBoot: boot, session: &session)
  }

  /// Reports new trouble with a daemon and plans its next attempt.
  private mutating func note(
    _ trouble: NoticeSubscription.Trouble?, of index: Int, atBoot boot: Int64, session: inout Console
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

  /// Shows pending notices at a limited rate.
  private mutating func show(atBoot boot: Int64, session: inout Console) {
    for notice in notices where signals.isEmpty && pace.admits(notice, atBoot: boot) { show(notice, session: &session) }
    notices = []
    if signals.isEmpty, let summary = pace.summary(atBoot: boot) { show(summary, session: &session) }
  }

  private func show(_ notice: Notice, session: inout Console) {
    guard let trouble = notifier.show(notice, until: signals.descriptor), signals.isEmpty else { return }
    session.say("schedctl: '\(notice.title)' was not shown\(trouble)")
    session.messages.flush()
  }
}

extension NotificationAgent {
  /// Reads what the sources of use say, and passes on what has changed.
  private mutating func watchUse(session: inout Console) {
    guard let queue = use?.queue else { return }
    defer { lack.check(use, session: &session) }
    do throws(SystemError) {
      guard var change = try use?.advance(at: .present()) else { return }
      if case .inUse(let target) = change.state {
        let pages = use?.knowsPages(inFront: target)
        change.isStateNew = change.isStateNew || pages != knownPages
        knownPages = pages
      }
      if change.isStateNew || !change.spans.isEmpty { report(change, session: &session) }
      if let drop = use?.lastDrop, drop != lastDrop {
        session.sayMore("schedctl: a program that names the page in front was dropped: \(drop)")
        session.messages.flush()
      }
      lastDrop = use?.lastDrop
    } catch {
      let text = "schedctl: cannot watch what is in use: \(error)"
      if usePause.nextBoot == nil { session.say(text) } else { session.sayMore(text) }
      session.messages.flush()
      usePause.noteFailure(atBoot: SystemClocks.boot())
      let spans = use?.cut(at: .present()) ?? []
      self.queue.remove(queue)
      use = nil
      // A daemon must not count what was in use before the failure for ever.
      report(UseChange(state: nil, isStateNew: true, spans: spans), session: &session)
    }
  }

  /// Watches the use again some time after a failure.
  private mutating func watchUseAgain(atBoot boot: Int64, session: inout Console) {
    guard use == nil, let next = usePause.nextBoot, next <= boot else { return }
    do throws(SystemError) {
      let new = try UseWatch(environment)
      try queue.add(new.queue, token: Token.use)
      use = new
    } catch {
      return usePause.noteFailure(atBoot: boot)
    }
    watchUse(session: &session)
  }

  /// The length of the parts in which use that continues is recorded, in nanoseconds: 4 minutes.
  private static let partLength: Int64 = 240_000_000_000

  /// Plans the next time at which use is recorded although nothing has changed.
  private mutating func planCut() {
    let present = UseMoment.present()
    let due = use?.meter.nextDivision(partLength: Self.partLength)
    nextCut = due.map { present.boot + max(1_000_000_000, $0 - present.monotonic) }
  }

  /// Records use that has continued for long.
  private mutating func recordLongUse(atBoot boot: Int64, session: inout Console) {
    guard let nextCut, nextCut <= boot else { return }
    // What the sources have said already may take something off.
    watchUse(session: &session)
    recorder?.add(use?.divide(at: .present()) ?? [], atBoot: boot)
    planCut()
  }

  /// Passes on what was used up to now.
  private mutating func endUse(session: inout Console) {
    let spans = use?.cut(at: .present()) ?? []
    if !spans.isEmpty { report(UseChange(state: nil, isStateNew: true, spans: spans), session: &session) }
    recorder?.end(session: &session)
    use?.end()
  }

  /// Passes a change of use on to those who count it: the ledger gets `change.spans`, each of them once, and a daemon gets
  /// `change.state` if `change.isStateNew`.
  private mutating func report(_ change: UseChange, session: inout Console) {
    recorder?.add(change.spans, atBoot: SystemClocks.boot())
    if change.isStateNew {
      planCut()
      let source = use?.standings.first { $0.state == .working && $0.reportsFocus }?.name ?? ""
      let idle = use?.meter.idleSince.map { (SystemClocks.monotonic() - $0) / 1_000_000_000 } ?? 0
      let report =
        source.isEmpty
        ? nil
        : change.state.map { state in
          UseReporting.Report(
            state: state, source: source, idleSeconds: idle, knowsPages: use?.knowsPages(inFront: state.target))
        }
      for index in reporting.indices { self.change(reporting: index) { $0.report(report) } }
    }
    session.sayMore("schedctl: in use: \(change.words)")
    session.messages.flush()
  }
}

extension NotificationAgent {
  /// Changes the reports to a daemon, and waits for what it answers on a connection that is new.
  private mutating func change(reporting index: Int, by change: (inout UseReporting) -> Void) {
    let before = reporting[index].client?.descriptor
    change(&reporting[index])
    let after = reporting[index].client?.descriptor
    guard before !== after else { return }
    if let before { queue.remove(before) }
    guard let after else { return }
    do throws(SystemError) {
      try queue.add(after, token: Token.connections + UInt64(subscriptions.count + index))
    } catch {
      // Without the answers there are no further reports to this daemon.
      reporting[index].report(nil)
    }
  }
}
