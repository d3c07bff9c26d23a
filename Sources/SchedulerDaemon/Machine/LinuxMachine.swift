import SchedulerEnforcement
import SchedulerInstance

/// The machine of this process: clocks, timers, signals, files and sockets, all polled together.
///
/// It uses one thread. Without deadlines, clients and a watchdog, it never wakes up.
public struct LinuxMachine: DaemonMachine, ~Copyable {
  /// The settings of a machine.
  public struct Options {
    /// The lowest priority that is logged.
    public var leastPriority = LogEntry.Priority.info
    /// The format of the log.
    public var logFormat = LogFormat.text
    /// The service manager; nil for none.
    public var notifier: ServiceNotifier?
    /// The files for other programs and those of the state. Their removal is reported.
    public var published: [WatchedPath] = []
    /// The files for other programs. Their changes are reported.
    public var guarded: [WatchedPath] = []
    /// The sockets that accept clients.
    public var sockets: [ListeningSocket] = []
    /// The group whose members may connect; nil for none.
    public var group: UInt32?
    /// The address of a socket to recreate if it is removed; nil if a service manager owns it.
    public var address: ControlAddress?
    /// The signals that a daemon handles, if they were already taken.
    public var signals: SignalQueue?
    /// The adapters that apply the shield. Each gets a thread of its own.
    public var adapters: [any EnforcementAdapter] = []
    /// Whether the daemon is the one of the system, to which what adapters have left belongs.
    public var isOfSystem = false
    /// The note of a changed shield for the service manager; nil without one.
    public var shieldNote: ShieldNote?
    /// The directories in which loginctl(1) is searched.
    public var loginctlDirectories = ["/usr/bin", "/bin"]
    /// The zone of the times in the log, which follows that of the entries.
    public var logZone = ZoneRules.utc
    /// The settings that these adapters read.
    public var enforcement = SharedEnforcementSettings()
    /// Creates options without sockets, with a readable log.
    public init() {}
  }

  let instance: Instance
  var options: Options
  private let bootID: String
  let keeper: LiveState.Keeper
  private let queue: EventQueue
  /// The sockets and connections. They have a queue of their own, so that many of them hide no timer and no signal.
  private let clientQueue: EventQueue
  private let signals: SignalQueue
  private let wallTimer: ClockTimer
  private let bootTimer: ClockTimer
  private var inputs: PathWatch
  private var published: PathWatch
  private var guarded: PathWatch
  private var connections: ConnectionTable
  var hooks: HookProcesses
  let adapters: AdapterThreads
  var watchdog: WatchdogPace?
  private var output: ByteOutput
  /// Whether the published files may have moved to other directories.
  private var isPublishedMoved = false
  private var memory = MemoryPace()
  /// The applications of running programs.
  var programs: ProgramIdentities
  /// The processes that have confirmed reports of use.
  var sightings: UseSightings

  /// Tokens of permanent descriptors. Larger tokens belong to listening sockets, and then to connections.
  private enum Token {
    static let signals: UInt64 = 1
    static let wallTimer: UInt64 = 2
    static let bootTimer: UInt64 = 3
    static let inputs: UInt64 = 4
    static let published: UInt64 = 5
    static let guarded: UInt64 = 6
    static let clients: UInt64 = 7
    static let reports: UInt64 = 8
  }

  /// Takes the signals that a daemon handles. From now on, they wait until a machine reads them.
  ///
  /// - Throws: errors of the system, for example EMFILE.
  public static func takenSignals() throws(SystemError) -> SignalQueue {
    try SignalQueue(
      [.hangUp, .terminate, .user1, .childEnded] + (ProcessSignal.interrupt.isIgnored ? [] : [.interrupt]))
  }

  /// Sets up the machine. From now on at the latest, signals wait until they are read.
  ///
  /// - Parameters:
  ///   - instance: the instance whose files are read and published.
  ///   - now: the present, which identifies the boot.
  /// - Throws: errors of the system, for example EMFILE.
  public init(for instance: Instance, options: Options, now: Moment) throws(SystemError) {
    let (queue, clientQueue) = (try EventQueue(), try EventQueue())
    let signals = if let taken = options.signals { taken } else { try Self.takenSignals() }
    let (wallTimer, bootTimer) = (try ClockTimer.wall(), try ClockTimer.boot())
    let inputs = try PathWatch()
    var (published, guarded) = (try PathWatch(), try PathWatch())
    let connections = try ConnectionTable(on: options.sockets, queue: clientQueue)
    try queue.add(signals.descriptor, token: Token.signals)
    try queue.add(wallTimer.descriptor, token: Token.wallTimer)
    try queue.add(bootTimer.descriptor, token: Token.bootTimer)
    try queue.add(inputs.descriptor, token: Token.inputs)
    try queue.add(published.descriptor, token: Token.published)
    try queue.add(guarded.descriptor, token: Token.guarded)
    try queue.add(clientQueue, token: Token.clients)
    let adapters = try AdapterThreads(options.adapters, settings: options.enforcement)
    try queue.add(adapters.reports.descriptor, token: Token.reports)
    options.address?.link()
    _ = published.follow(options.published)
    _ = guarded.follow(options.guarded)
    self.instance = instance
    self.options = options
    bootID = now.bootID
    keeper = LiveState.Keeper(process: RunningProcess.own, bootID: now.bootID, since: now.wall)
    self.clientQueue = clientQueue
    (self.queue, self.signals, self.wallTimer, self.bootTimer) = (queue, signals, wallTimer, bootTimer)
    (self.inputs, self.published, self.guarded, self.connections) = (inputs, published, guarded, connections)
    hooks = HookProcesses(queue)
    programs = ProgramIdentities(instance.host.environment)
    sightings = UseSightings(instance.host.environment, logins: instance.host.places.logins)
    self.adapters = adapters
    watchdog = options.notifier?.watchdogLimit.map { WatchdogPace(limit: $0) }
    output = ByteOutput(descriptor: 2)
  }

  /// Reads CLOCK_REALTIME and CLOCK_BOOTTIME.
  public func moment() -> Moment { SystemClocks.moment(inBoot: bootID) }

  /// Returns whether the kernel reports the wall clock as synchronised; see adjtimex(2).
  public func isSynchronised() -> Bool { SystemClocks.isSynchronised() }

  /// Arms the timers and waits for events. Notifies the watchdog whenever that is due, and continues to wait.
  public mutating func wait(until deadline: NextDeadline, isBusy: Bool) throws(SystemError) -> [LoopEvent] {
    if isPublishedMoved {
      restoreSocket()
      // A file removed between writing and watching caused no event. Writing the files again may create a directory,
      // so the paths are followed until none is new.
      isPublishedMoved = published.follow(options.published)
      _ = guarded.follow(options.guarded)
      if isPublishedMoved { return [.publishedRemoved] }
    }
    // The clock was set meanwhile. An evaluation takes that into account, and the timers are armed again after it.
    if try wallTimer.arm(at: deadline.wall) { return [.woken] }
    let failed = hooks.takeFailed()
    let lost = connections.takeLost().map(LoopEvent.client)
    // Nothing waits for long, but time and signals are looked at in any case.
    let isBusy = isBusy || !failed.isEmpty || !lost.isEmpty
    while true {
      feedWatchdog()
      try bootTimer.arm(atBoot: [deadline.boot, watchdog?.nextBoot].compactMap { $0 }.min())
      var events = failed
      var isTimeToLook = false
      var haveClients = false
      for ready in try nextReady(isBusy: isBusy) {
        if ready.token == Token.clients {
          haveClients = true
        } else {
          try take(ready, events: &events, isTimeToLook: &isTimeToLook, deadline: deadline)
        }
      }
      // Time comes first, because its deadlines precede the requests of clients.
      logOwnFailures(in: &events)
      if isTimeToLook { events.insert(.woken, at: 0) }
      events += lost
      if haveClients { events += try clientEvents() }
      if isBusy || !events.isEmpty { return events }
    }
  }

  /// Waits for ready descriptors. Memory is released once none is ready, because pending work would allocate some of it
  /// again.
  private mutating func nextReady(isBusy: Bool) throws(SystemError) -> [EventQueue.Ready] {
    if isBusy { return try queue.wait(milliseconds: 0) }
    let now = SystemClocks.boot()
    if memory.isDue(atBoot: now) {
      let ready = try queue.wait(milliseconds: MemoryPace.quietMilliseconds)
      guard ready.isEmpty else { return ready }
      ProcessMemory.giveBack()
      memory.noteGivenBack(atBoot: now)
    }
    return try queue.wait()
  }

  private mutating func take(
    _ ready: EventQueue.Ready, events: inout [LoopEvent], isTimeToLook: inout Bool, deadline: NextDeadline
  ) throws(SystemError) {
    switch ready.token {
    case Token.signals:
      let read = try signals.read()
      events += read.map(LoopEvent.signal)
      if read.contains(.childEnded) { events += hooks.ended() }
    case Token.wallTimer: if try wallTimer.read() { isTimeToLook = true }
    case Token.bootTimer:
      _ = try bootTimer.read()
      if let boot = deadline.boot, boot <= moment().boot { isTimeToLook = true }
    case Token.inputs: if try !inputs.read().isEmpty { events.append(.configurationChanged) }
    case Token.published:
      guard try published.read().contains(.removed) else { break }
      isPublishedMoved = true
      events.append(.publishedRemoved)
    case Token.reports: events.append(.reports(adapters.reports.take()))
    case Token.guarded: if try guarded.read().contains(.written) { events.append(.publishedChanged) }
    case HookProcesses.token...: hooks.read(ready.token)
    default: break
    }
  }

  /// Returns the events of at most 64 connections. The next call returns those of the others.
  private mutating func clientEvents() throws(SystemError) -> [LoopEvent] {
    memory.noteUse()
    var events: [LoopEvent] = []
    for ready in try clientQueue.wait(milliseconds: 0) { events += connections.take(ready) }
    return events
  }

  /// Recreates a removed socket. If that fails, the next change in its directory triggers another attempt.
  private mutating func restoreSocket() {
    guard let address = options.address else { return }
    do throws(SystemError) {
      if !connections.sockets.allSatisfy(\.isInPlace) {
        try connections.listen(on: [try address.open(admitting: options.group)])
      }
      address.link()
    } catch {
      log(.error, message: "cannot listen on '\(address.path)': \(error)")
    }
  }

  /// Writes an entry to standard error if its priority is high enough. An entry that cannot be written is dropped.
  public mutating func log(_ entry: LogEntry) {
    options.logZone = entry.zone
    guard entry.priority <= options.leastPriority else { return }
    do throws(SystemError) {
      try output.write(entry.line(options.logFormat))
      try output.flush()
    } catch {
      // The reader of the log is gone. The daemon continues to shield.
    }
  }

  /// Sends messages to the service manager, if there is one.
  public mutating func tell(_ messages: [ServiceNotifier.Message]) { options.notifier?.send(messages) }

  /// Watches these files and the paths to them from now on.
  public mutating func watch(_ paths: [WatchedPath]) -> Bool {
    // The published files may be in a directory that did not exist before.
    isPublishedMoved = true
    memory.noteUse()
    return inputs.follow(paths)
  }

  /// Writes bytes to a client as far as there is room, and returns their number.
  public mutating func write(_ bytes: ArraySlice<UInt8>, to connection: ConnectionID) -> Int {
    connections.write(bytes, to: connection)
  }

  /// Requests one event when there is room to write to a client.
  public mutating func awaitRoom(_ connection: ConnectionID) { connections.awaitRoom(connection) }

  /// Starts or stops reading from a client.
  public mutating func listen(to connection: ConnectionID, isWanted: Bool) {
    connections.listen(to: connection, isWanted: isWanted)
  }

  /// Closes a connection.
  public mutating func close(_ connection: ConnectionID) { connections.close(connection) }

  /// Allows the members of a group to connect, and no longer those of the former one. A service manager's socket for which no
  /// group was ever named stays as its unit has it.
  public mutating func admit(group: UInt32?) throws(SystemError) {
    for socket in connections.sockets { try socket.admit(group: group, insteadOf: options.group) }
    options.group = group
  }

  /// Reads the configuration files of the instance.
  public mutating func readConfiguration(
    besides stored: StoredConfiguration, known: ConfigurationVersions
  ) -> ConfigurationUpdate {
    instance.configurationUpdate(besides: stored, known: known, at: moment().wall)
  }

  /// Returns the ID of the configured group on this machine.
  public func groupID(of settings: DaemonSettings) -> UInt32? { instance.host.groupID(of: settings) }

  /// Releases resources that would outlive the loop: ends hooks, restores the handling of signals, and removes the
  /// paths of sockets.
  public consuming func end() {
    hooks.endAll()
    for socket in connections.sockets { socket.removePath() }
    options.address?.unlink()
    signals.release()
  }
}
