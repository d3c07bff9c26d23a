import Scheduler
import SchedulerPlatform

/// Denies the start of blocked programs: the adapter `exec-guard`.
///
/// The kernel asks before a marked file is run, under whatever name and in whatever mount namespace, and a `StartGuard`
/// answers in its own thread. A denied program fails to start with EPERM. Other programs cause no event. Scripts, and
/// applications that share an executable with others, belong to the sweeper.
///
/// A file that is replaced, as by an upgrade, is a new file without a mark. The adapter watches the directories of the
/// paths and marks the new file at once; what starts in between is ended by the sweeper. It does not prevent the start
/// of a copy of the file, nor its start by the loader as `ld.so FILE`.
public struct ExecGuard: EnforcementAdapter {
  /// Its name.
  public let name = EnforcementSettings.Adapter.execGuard
  /// Returns the blocks of a shield set.
  private let source: @Sendable (ShieldSet) -> [ApplicationBlock]
  /// Returns what of the last set could not be resolved.
  private let limits: @Sendable () -> [String]
  private let inherited: OpenDescriptor?
  private let joined: JoinedDescriptor
  private let bell: Bell
  var watch: PathWatch
  /// Created by the first `apply`, and kept then: without marks it sleeps.
  var guardian: StartGuard?
  var table = GuardTable()
  /// The time of the next examination of all files; nil while nothing is shielded.
  var nextBoot: Int64?
  private var merger = AttemptMerger()
  private var attempts: [BlockAttempt] = []
  private var reportedLosses: UInt64 = 0

  /// Creates an adapter that denies nothing yet.
  ///
  /// - Parameters:
  ///   - inherited: the descriptor of an earlier process, as the service manager kept it. The starts that wait in it
  ///     are answered by the first `apply` or `revert`.
  ///   - limits: returns what of the last set the resolver could not resolve, one sentence each.
  ///   - source: the resolver of applications.
  /// - Throws: the error of the system, such as EMFILE.
  public init(
    inheriting inherited: OpenDescriptor? = nil, limits: @escaping @Sendable () -> [String] = { [] },
    source: @escaping @Sendable (ShieldSet) -> [ApplicationBlock]
  ) throws(SystemError) {
    (self.source, self.limits, self.inherited) = (source, limits, inherited)
    (joined, bell, watch) = (try JoinedDescriptor(), try Bell(), try PathWatch())
    try joined.add(bell.descriptor)
    try joined.add(watch.descriptor)
  }

  /// Readable after a denial and after a change of a watched directory.
  public var descriptor: OpenDescriptor? { joined.descriptor }

  /// The descriptor to store with the service manager, so that starts wait while no daemon runs and the next one denies
  /// them; nil before the first `apply`.
  public var parkable: OpenDescriptor? { guardian?.group }

  /// How much the guard has done; nil before the first `apply`.
  public var counts: StartGuard.Counts? { guardian?.counts }

  /// Whether the kernel lets this process decide about starts.
  public mutating func probe() -> AdapterAvailability {
    switch StartGuard.fault() {
    case nil: .available
    case SystemError.notPermitted?:
      .unavailable(
        reason: "the kernel lets only the machine's root deny the start of programs",
        remedy: "run the daemon as a system service; until then the sweeper ends programs after they have started")
    case let error?:
      .unavailable(
        reason: "the kernel cannot deny the start of programs: \(error)",
        remedy: "use a kernel with CONFIG_FANOTIFY_ACCESS_PERMISSIONS")
    }
  }

  /// Denies the start of the files of a set from now on, and of no others.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    let next = GuardTable(source(shield), after: table)
    guard !next.isEmpty else {
      try revert()
      return AdapterEffect(isConcerned: false, limits: limits())
    }
    if next.blocks != table.blocks { try replace(with: next) } else { try markFiles() }
    nextBoot = SystemClocks.boot() + Self.examinationInterval
    // So that `work` is called and returns the time.
    bell.ring()
    return AdapterEffect(limits: limits())
  }

  /// Removes all marks. The starts that wait are allowed.
  public mutating func revert() throws(AdapterError) {
    nextBoot = nil
    _ = watch.follow([])
    guard guardian != nil || inherited != nil else { return }
    let guardian = try opened(with: [])
    try AdapterError.explaining("the marks of programs cannot be removed") { () throws(SystemError) in
      try guardian.unmarkAll()
      try guardian.replace(with: [])
    }
    collectAttempts()
    table = GuardTable([], after: table)
    bell.ring()
  }

  /// Takes the attempts, and examines the files after a change and once a minute.
  public mutating func work(atBoot boot: Int64) -> AdapterWork {
    bell.silence()
    collectAttempts()
    var work = AdapterWork()
    work.repairs = examineFiles(atBoot: boot)
    (work.attempts, attempts) = (attempts, [])
    if let losses = counts?.lost {
      work.lostAttemptCount = Int(losses - reportedLosses)
      reportedLosses = losses
    }
    work.nextBoot = nextBoot
    return work
  }

  /// The interval at which all files are examined, in nanoseconds. It finds what the watch of directories cannot, such as
  /// a file system that was mounted over them.
  static let examinationInterval: Int64 = 60_000_000_000

  /// Returns the guard, and creates it with these rows if there is none.
  mutating func opened(with rows: [StartGuard.Row]) throws(AdapterError) -> StartGuard {
    if let guardian { return guardian }
    let (bell, inherited) = (bell, inherited)
    let new = try AdapterError.explaining("the guard of programs cannot start") { () throws(SystemError) in
      try StartGuard(inheriting: inherited, rows: rows, ringing: bell)
    }
    guardian = new
    return new
  }

  /// Keeps the denied starts until `work` returns them.
  ///
  /// - Parameter next: the table that the guard has received and this adapter has not. The guard denies by it already.
  mutating func collectAttempts(or next: GuardTable? = nil) {
    for attempt in guardian?.takeAttempts() ?? [] {
      let start = ProcessIdentity(attempt.process)?.startTime
      guard let block = table.block(of: attempt.token) ?? next?.block(of: attempt.token), let path = block.path,
        merger.isNew(process: attempt.process, startTime: start, file: attempt.file, boot: attempt.boot)
      else { continue }
      attempts.append(
        BlockAttempt(
          adapter: name, outcome: .denied, name: block.name, program: path, user: attempt.user,
          process: attempt.process, profile: block.profile, session: block.session, boot: attempt.boot))
    }
  }
}

extension AdapterError {
  /// Makes system calls. An error of them is the reason, behind what failed.
  static func explaining<Result>(
    _ failure: String, calls: () throws(SystemError) -> Result
  ) throws(AdapterError) -> Result {
    do throws(SystemError) { return try calls() } catch { throw AdapterError("\(failure): \(error)") }
  }
}
