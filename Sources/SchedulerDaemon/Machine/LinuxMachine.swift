import Scheduler
import SchedulerCivilTime
import SchedulerInstance
import SchedulerPlatform

/// The machine on which the process runs: its clocks, timers, signals, files and sockets, all waited for at once.
///
/// One thread. Without deadlines, clients and a watchdog it never wakes.
public struct LinuxMachine: DaemonMachine, ~Copyable {
  /// What a machine is set up with.
  public struct Options {
    /// How much is said.
    public var leastPriority = LogEntry.Priority.info
    /// How it is said.
    public var logFormat = LogFormat.text
    /// The service manager; nil for none.
    public var notifier: ServiceNotifier?
    /// The files that others read, of which it is told when they are gone.
    public var published: [WatchedPath] = []
    /// The sockets on which clients connect.
    public var sockets: [ListeningSocket] = []
    /// Where the socket is to be that is made anew when it is gone; nil where a service manager holds it.
    public var address: ControlAddress?
    /// The signals that a daemon listens to, where they were taken before.
    public var signals: SignalQueue?

    /// Nobody listens, and people read what is said.
    public init() {}
  }

  private let instance: Instance
  private var options: Options
  private let bootID: String
  private let queue: EventQueue
  private let signals: SignalQueue
  private let wallTimer: ClockTimer
  private let bootTimer: ClockTimer
  private var inputs: PathWatch
  private var published: PathWatch
  private var connections: ConnectionTable
  private var hooks: HookProcesses
  private var watchdog: WatchdogPace?
  private var output: ByteOutput
  /// Whether what is published may be in other directories than before.
  private var isPublishedMoved = false
  private var memory = MemoryPace()

  /// Tokens of what is always there; above them those of listening sockets, and then those of connections.
  private enum Token {
    static let signals: UInt64 = 1
    static let wallTimer: UInt64 = 2
    static let bootTimer: UInt64 = 3
    static let inputs: UInt64 = 4
    static let published: UInt64 = 5
  }

  /// Takes the signals that a daemon listens to: from now on they wait until a machine reads them.
  ///
  /// - Throws: what the system reports, such as EMFILE.
  public static func takenSignals() throws(SystemError) -> SignalQueue {
    try SignalQueue(
      [.hangUp, .terminate, .user1, .childEnded] + (ProcessSignal.interrupt.isIgnored ? [] : [.interrupt]))
  }

  /// Sets everything up; from now on at the latest signals wait until they are read.
  ///
  /// - Parameters:
  ///   - instance: the files that are read and published.
  ///   - now: the present, for the boot that it is in.
  /// - Throws: what the system reports, such as EMFILE.
  public init(for instance: Instance, options: Options, now: Moment) throws(SystemError) {
    let queue = try EventQueue()
    let signals = if let taken = options.signals { taken } else { try Self.takenSignals() }
    let (wallTimer, bootTimer) = (try ClockTimer.wall(), try ClockTimer.boot())
    let inputs = try PathWatch()
    var published = try PathWatch()
    let connections = try ConnectionTable(on: options.sockets, queue: queue)
    try queue.add(signals.descriptor, token: Token.signals)
    try queue.add(wallTimer.descriptor, token: Token.wallTimer)
    try queue.add(bootTimer.descriptor, token: Token.bootTimer)
    try queue.add(inputs.descriptor, token: Token.inputs)
    try queue.add(published.descriptor, token: Token.published)
    options.address?.link()
    _ = published.follow(options.published)
    self.instance = instance
    self.options = options
    bootID = now.bootID
    (self.queue, self.signals, self.wallTimer, self.bootTimer) = (queue, signals, wallTimer, bootTimer)
    (self.inputs, self.published, self.connections) = (inputs, published, connections)
    hooks = HookProcesses(queue)
    watchdog = options.notifier?.watchdogLimit.map { WatchdogPace(limit: $0) }
    output = ByteOutput(descriptor: 2)
  }

  /// What CLOCK_REALTIME and CLOCK_BOOTTIME show.
  public func moment() -> Moment { SystemClocks.moment(inBoot: bootID) }

  /// Whether the kernel calls the wall clock synchronised; see adjtimex(2).
  public func isSynchronised() -> Bool { SystemClocks.isSynchronised() }

  /// Arms the timers and waits. Whenever the watchdog wants to hear something, it is told, and the waiting goes on.
  public mutating func wait(until deadline: NextDeadline) throws(SystemError) -> [LoopEvent] {
    if isPublishedMoved {
      isPublishedMoved = false
      restoreSocket()
      // Of what went between the writing and the watching nobody was told.
      if published.follow(options.published) { return [.publishedRemoved] }
    }
    let failed = hooks.takeFailed()
    if !failed.isEmpty { return failed }
    let lost = connections.takeLost()
    if !lost.isEmpty { return lost.map(LoopEvent.client) }
    // What was set meanwhile is seen by an evaluation, which arms the timers anew.
    if try wallTimer.arm(at: deadline.wall) { return [.woken] }
    while true {
      feedWatchdog()
      try bootTimer.arm(atBoot: [deadline.boot, watchdog?.nextBoot].compactMap { $0 }.min())
      var events: [LoopEvent] = []
      var isTimeToLook = false
      for ready in try nextReady() { try take(ready, events: &events, isTimeToLook: &isTimeToLook, deadline: deadline) }
      // Time comes first: what is due was due before what clients ask.
      if isTimeToLook { events.insert(.woken, at: 0) }
      if !events.isEmpty { return events }
    }
  }

  /// Waits for what is ready. Memory is given back once nothing is: what is still done takes some of it again.
  private mutating func nextReady() throws(SystemError) -> [EventQueue.Ready] {
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
    case Token.wallTimer: if try wallTimer.read() != .nothing { isTimeToLook = true }
    case Token.bootTimer:
      _ = try bootTimer.read()
      if let boot = deadline.boot, boot <= moment().boot { isTimeToLook = true }
    case Token.inputs: if try !inputs.read().isEmpty { events.append(.configurationChanged) }
    case Token.published:
      guard try published.read().contains(.removed) else { break }
      isPublishedMoved = true
      events.append(.publishedRemoved)
    case HookProcesses.token...: hooks.read(ready.token)
    default:
      memory.noteUse()
      events += connections.take(ready)
    }
  }

  /// Makes the socket anew where somebody has taken it away; where that fails, the next change there has it tried again.
  private mutating func restoreSocket() {
    guard let address = options.address else { return }
    do throws(SystemError) {
      if !connections.sockets.allSatisfy(\.isInPlace) { try connections.listen(on: [try address.open()]) }
      address.link()
    } catch {
      log(LogEntry(.error, "cannot listen on '\(address.path)': \(error)", at: moment().wall, zone: .utc))
    }
  }

  private mutating func feedWatchdog() {
    let now = moment().boot
    if watchdog?.isDue(atBoot: now) == true { options.notifier?.send([.watchdog]) }
  }

  /// Writes an entry to standard error, if it matters enough. What cannot be written is dropped.
  public mutating func log(_ entry: LogEntry) {
    guard entry.priority <= options.leastPriority else { return }
    do throws(OutputError) {
      try output.write(entry.line(options.logFormat))
      try output.flush()
    } catch {
      // Whoever read it has gone; the shield goes on.
    }
  }

  /// Tells the service manager, if there is one.
  public mutating func tell(_ messages: [ServiceNotifier.Message]) { options.notifier?.send(messages) }

  /// Watches these files, and whatever leads to them, from now on.
  public mutating func watch(_ paths: [WatchedPath]) -> Bool {
    // What is published may be in a directory that was not there before.
    isPublishedMoved = true
    memory.noteUse()
    return inputs.follow(paths)
  }

  /// Writes bytes to a client as far as there is room, and says how many.
  public mutating func write(_ bytes: ArraySlice<UInt8>, to connection: ConnectionID) -> Int {
    connections.write(bytes, to: connection)
  }

  /// Tells of a client once when there is room to write.
  public mutating func awaitRoom(_ connection: ConnectionID) { connections.awaitRoom(connection) }

  /// Reads from a client, or does not.
  public mutating func listen(to connection: ConnectionID, isWanted: Bool) {
    connections.listen(to: connection, isWanted: isWanted)
  }

  /// Ends a connection.
  public mutating func close(_ connection: ConnectionID) { connections.close(connection) }

  /// Lets a group connect; who holds the socket of a service manager says that there.
  public mutating func admit(group: UInt32?) throws(SystemError) {
    options.address?.group = group
    for socket in connections.sockets { try socket.admit(group: group) }
  }

  /// Starts a hook.
  public mutating func startHook(_ id: UInt64, run: HookRun) { hooks.start(id, run: run) }

  /// Ends a hook and its children.
  public mutating func stopHook(_ id: UInt64, isForced: Bool) { hooks.stop(id, isForced: isForced) }

  /// Reads the files of the instance.
  public mutating func readConfiguration(
    besides stored: StoredConfiguration, known: ConfigurationVersions
  ) -> ConfigurationUpdate {
    instance.configurationUpdate(besides: stored, known: known, at: moment().wall)
  }

  /// The number of a group of the machine.
  public func groupID(of settings: DaemonSettings) -> UInt32? { instance.host.groupID(of: settings) }

  /// Publishes in the run-time directory of the instance, which is made if it is missing.
  public mutating func publish(_ engine: Engine, isLifted: Bool) -> [String] {
    do throws(InstanceError) { try instance.makeRuntimeDirectory() } catch { return [error.message] }
    return instance.publish(engine, at: moment(), isLifted: isLifted).map(\.message)
  }

  /// Gives back what would outlive the loop: hooks are ended, signals do again what they did, and the paths of sockets are
  /// free.
  public consuming func end() {
    hooks.endAll()
    for socket in connections.sockets { socket.removePath() }
    options.address?.unlink()
    signals.release()
  }
}
