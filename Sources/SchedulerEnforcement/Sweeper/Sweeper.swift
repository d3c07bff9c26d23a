import Scheduler
import SchedulerPlatform

/// Ends or stops blocked programs that run: the adapter `sweeper`.
///
/// It finds processes by the file that they run, never by the name that they give themselves; those of interpreters and
/// launchers also by arguments, and those of desktop applications by the systemd unit. It reports what a new shield
/// closes, sends SIGTERM a moment later, after a grace SIGKILL, and looks again until none is left. While something is
/// shielded it looks at all processes every few seconds, and, if the guard does not deny all that is blocked, at each
/// process that starts a program.
///
/// With `freezing` it stops them instead, and makes them continue as soon as no block concerns them any more.
///
/// It never ends or stops this process and those that started it, the init process, and programs that are never shielded.
/// The user of a process is the real one, who has started it.
public struct Sweeper: EnforcementAdapter {
  /// Its name.
  public let name = EnforcementSettings.Adapter.sweeper
  /// Returns the blocks of a shield set.
  private let source: @Sendable (ShieldSet) -> [ApplicationBlock]
  /// What the guard denies at present.
  private let denied: DeniedBlocks
  /// The version of that by which starts are followed or not.
  private var followedVersion = 0
  /// Stops programs instead of ending them; nil if they are ended.
  private(set) var freezing: FrozenPrograms?
  /// The settings to follow, and what stops programs if they say so; nil for settings that do not change.
  private var followed: (settings: SharedEnforcementSettings, freezing: FrozenPrograms)?
  /// The settings that are in effect; nil before the first `apply` or `revert`.
  private var adopted: EnforcementSettings?
  /// Why the last sweep could not stop a program, or let one continue.
  var freezeFault: AdapterError?
  private let joined: JoinedDescriptor
  private let bell: Bell
  var blocks: [ApplicationBlock] = []
  var matcher = ProcessMatcher([], isScript: { _ in false }, file: { _ in nil })
  /// Whether the files at paths are scripts, as they were found after the last `apply`.
  var areScripts: [String: Bool] = [:]
  /// The stopped processes that are asked to end.
  var ending: [ProcessIdentity: Ending] = [:]
  /// The processes that matched and their blocks, by number. Such a process stays blocked when its file gets another name.
  var matched: [Int32: (process: ProcessIdentity, file: ExecutableFile, block: ApplicationBlock)] = [:]
  /// The processes that are never ended.
  var spared: Set<Int32> = []
  /// When all processes were examined for the last time.
  var sweptBoot: Int64 = 0
  var schedule: SweepSchedule
  /// The programs that a new shield closes, and when they receive SIGTERM.
  var warned: [(process: ProcessIdentity, boot: Int64)] = []
  /// The time between the report that a program closes and SIGTERM, in nanoseconds, so that a notice is there first. At
  /// most the grace.
  private(set) var warningTime: Int64 = 0
  /// The starts of programs; nil while they are not followed, or if the kernel does not report them.
  private var starts: ProcessStarts?
  /// The time of the next examination of all processes; nil while nothing is shielded.
  var nextBoot: Int64?
  var attempts: [BlockAttempt] = []
  /// The processes that are left alone, with their own children.
  let left: Set<ProcessIdentity>

  /// Creates an adapter that ends nothing yet.
  ///
  /// - Parameters:
  ///   - graceSeconds: the time between SIGTERM and SIGKILL, at least 0.
  ///   - freezing: what stops programs instead of ending them; nil to end them. What an earlier process has stopped
  ///     continues with the first `apply` or `revert`, unless it is still blocked.
  ///   - left: processes that are left alone, with those that they fork.
  ///   - denied: what the guard denies.
  ///   - source: the resolver of applications.
  /// - Throws: the error of the system, such as EMFILE.
  public init(
    graceSeconds: Int64 = 3, freezing: FrozenPrograms? = nil, leaving left: Set<ProcessIdentity> = [],
    besides denied: DeniedBlocks = DeniedBlocks(), source: @escaping @Sendable (ShieldSet) -> [ApplicationBlock]
  ) throws(SystemError) {
    (self.source, self.left, self.denied) = (source, left, denied)
    self.freezing = freezing
    schedule = SweepSchedule(grace: freezing == nil ? graceSeconds * 1_000_000_000 : nil)
    (joined, bell) = (try JoinedDescriptor(), try Bell())
    try joined.add(bell.descriptor)
    denied.ring(bell)
  }

  /// Creates an adapter that follows `grace` and `freeze` of some settings, also when they change.
  ///
  /// - Parameters:
  ///   - settings: the settings.
  ///   - freezing: what stops programs while `freeze` is true. What an earlier process has stopped continues with the
  ///     first `apply` or `revert`, unless it is still blocked and to be stopped.
  ///   - left: processes that are left alone, with those that they fork.
  ///   - denied: what the guard denies.
  ///   - source: the resolver of applications.
  /// - Throws: the error of the system, such as EMFILE.
  public init(
    following settings: SharedEnforcementSettings, freezing: FrozenPrograms, leaving left: Set<ProcessIdentity> = [],
    besides denied: DeniedBlocks, source: @escaping @Sendable (ShieldSet) -> [ApplicationBlock]
  ) throws(SystemError) {
    try self.init(leaving: left, besides: denied, source: source)
    followed = (settings, freezing)
  }

  /// Adopts settings that have changed. Stopped programs continue if they are to be ended from now on.
  private mutating func adoptSettings() throws(AdapterError) {
    guard let followed else { return }
    let settings = followed.settings.value
    guard settings.graceSeconds != adopted?.graceSeconds || settings.freezes != adopted?.freezes else { return }
    if !settings.freezes { _ = try followed.freezing.thaw() }
    freezing = settings.freezes ? followed.freezing : nil
    schedule = SweepSchedule(grace: settings.freezes ? nil : settings.graceSeconds * 1_000_000_000)
    (warned, ending) = ([], [:])
    warningTime = min(Self.warningTime, settings.graceSeconds * 1_000_000_000)
    adopted = settings
  }

  /// Readable after the start of a program that must be looked at.
  public var descriptor: OpenDescriptor? { joined.descriptor }

  /// Whether this process may end those of other users.
  public mutating func probe() -> AdapterAvailability {
    guard !RunningProcess.mayEndOthers else { return .available }
    return .degraded(
      reason: "without root, only your own programs are ended, after they have started",
      remedy: "run the daemon as a system service to deny the start of programs")
  }

  /// Ends the programs of a set that run. They were started before, so they are no attempts but are closing.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    let earlier = adopted
    try adoptSettings()
    let next = source(shield)
    guard !next.isEmpty else {
      try revert()
      return AdapterEffect(isConcerned: false)
    }
    // After other settings, the programs that run were seen before.
    let new = earlier == adopted ? Set(next).subtracting(blocks) : Set(next)
    blocks = next
    areScripts = [:]
    sweep(atBoot: SystemClocks.boot(), new: new)
    // So that `work` is called and returns the time.
    bell.ring()
    if let freezeFault { throw freezeFault }
    return AdapterEffect()
  }

  /// Looks for a blocked program that should have ended, or should stand still.
  public mutating func verify() throws(AdapterError) {
    if let freezeFault { throw freezeFault }
    let late = SystemClocks.boot() - Self.patience
    prepare()
    let matches = matches(among: RunningProcess.numbers())
    // A process that has begun since the last examination is not known yet.
    let known = matches.filter { match in
      schedule.hasSeen(match.sighting) || match.process.startBoot < sweptBoot - SweepSchedule.signalTime
    }
    let overdue = known.filter { schedule.isOverdue($0.sighting.group, atBoot: late) }
    if let match = overdue.first(where: { !continues($0.process) && freezing?.isStopped($0.process) != true }) {
      throw AdapterError("'\(match.block.name)' still runs as process \(match.process.number)")
    }
  }

  /// Stops looking for programs, and lets continue what was stopped, also by an earlier process.
  ///
  /// - Throws: why a program cannot continue.
  public mutating func revert() throws(AdapterError) {
    (blocks, nextBoot, starts, warned, matched, ending) = ([], nil, nil, [], [:], [:])
    try adoptSettings()
    prepare()
    schedule.reset()
    bell.ring()
    freezeFault = nil
    try freezing?.thaw()
  }

  /// Looks at the processes that have started a program, and at all when it is time.
  public mutating func work(atBoot boot: Int64) -> AdapterWork {
    bell.silence()
    if let due = nextBoot {
      let started = startedProcesses()
      if let started, boot < due, followedVersion == denied.version {
        sweep(started, atBoot: boot)
      } else {
        sweep(atBoot: boot)
      }
    }
    var work = AdapterWork()
    (work.attempts, attempts) = (attempts, [])
    work.nextBoot = nextBoot
    return work
  }

  /// The time in which a report becomes a notice of the desktop, in nanoseconds: several times what it takes.
  private static let warningTime: Int64 = 300_000_000

  /// The interval at which all processes are examined, in nanoseconds. It finds programs that a running process becomes
  /// without a start of its own.
  static let interval: Int64 = 2_000_000_000

  /// The time after SIGKILL within which a process ends, in nanoseconds, unless it waits for a disk.
  private static let patience: Int64 = 1_000_000_000

  /// Follows the starts of programs as long as that is needed, because it costs each of them some time. Where the kernel
  /// does not report them, the examination of all processes finds them.
  mutating func followStarts() {
    followedVersion = denied.version
    guard matcher.needsStarts(besides: denied.all) else {
      starts = nil
      return
    }
    guard starts == nil else { return }
    do throws(SystemError) {
      let starts = try ProcessStarts()
      try joined.add(starts.descriptor)
      self.starts = starts
    } catch {
      starts = nil
    }
  }

  /// The processes that have started a program since the last call; nil if some may be missing.
  private func startedProcesses() -> [Int32]? {
    guard let starts else { return [] }
    do throws(SystemError) { return try starts.read() } catch { return nil }
  }
}
