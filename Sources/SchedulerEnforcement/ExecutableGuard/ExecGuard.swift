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
  /// What this adapter denies at present.
  let denied: DeniedBlocks
  /// The descriptor of an earlier process, until the guard uses it.
  private let inherited: InheritedGroup
  /// Where the descriptor outlives this process; nil for nowhere.
  let store: GuardStore?
  /// Whether it is there.
  var isStored: Bool
  private let joined: JoinedDescriptor
  private let bell: Bell
  var watch: PathWatch
  /// Created by the first `apply`, and kept then: without marks it sleeps.
  var guardian: StartGuard?
  var table = GuardTable()
  /// Whether files that are not in the table may have marks: of an earlier process, or after a failure.
  var hasOtherMarks = false
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
  ///   - store: where the descriptor is kept while a strict session has blocked programs; nil for nowhere.
  ///   - denied: where the adapter says what it denies at present.
  ///   - limits: returns what of the last set the resolver could not resolve, one sentence each.
  ///   - source: the resolver of applications.
  /// - Throws: the error of the system, such as EMFILE.
  public init(
    inheriting inherited: OpenDescriptor? = nil, in store: GuardStore? = nil,
    reporting denied: DeniedBlocks = DeniedBlocks(), limits: @escaping @Sendable () -> [String] = { [] },
    source: @escaping @Sendable (ShieldSet) -> [ApplicationBlock]
  ) throws(SystemError) {
    (self.source, self.limits, self.store, self.denied) = (source, limits, store, denied)
    (self.inherited, isStored) = (InheritedGroup(inherited), inherited != nil)
    (joined, bell, watch) = (try JoinedDescriptor(), try Bell(), try PathWatch())
    try joined.add(bell.descriptor)
    try joined.add(watch.descriptor)
  }

  /// Readable after a denial and after a change of a watched directory.
  public var descriptor: OpenDescriptor? { joined.descriptor }

  /// How much the guard has done; nil before the first `apply`.
  public var counts: StartGuard.Counts? { guardian?.counts }

  /// Whether the kernel lets this process decide about starts.
  public mutating func probe() -> AdapterAvailability {
    guard let fault = StartGuard.fault() else { return .available }
    // Nothing will be applied that answers the starts that wait.
    release()
    return fault == .notPermitted
      ? .unavailable(
        reason: "the kernel lets only the machine's root deny the start of programs",
        remedy: "run the daemon as a system service; until then the sweeper ends programs after they have started")
      : .unavailable(
        reason: "the kernel cannot deny the start of programs: \(fault)",
        remedy: "use a kernel with CONFIG_FANOTIFY_ACCESS_PERMISSIONS")
  }

  /// Denies the start of the files of a set from now on, and of no others.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    let next = GuardTable(source(shield), after: table)
    guard !next.isEmpty else {
      try revert()
      return AdapterEffect(isConcerned: false, limits: limits())
    }
    do throws(AdapterError) {
      if next.blocks != table.blocks { try replace(with: next) } else { try markTable() }
    } catch {
      denied.all = []
      // One file that cannot be marked does not open the others while the daemon restarts.
      _ = outliving(isWanted: shield.isStrict)
      throw error
    }
    denied.all = table.denied
    nextBoot = SystemClocks.boot() + Self.examinationInterval
    // So that `work` is called and returns the time.
    bell.ring()
    return AdapterEffect(limits: limits() + table.limits + outliving(isWanted: shield.isStrict))
  }

  /// Removes all marks. The starts that wait are allowed.
  public mutating func revert() throws(AdapterError) {
    nextBoot = nil
    denied.all = []
    _ = watch.follow([])
    guard guardian != nil || inherited.isThere else { return }
    let guardian = try opened(with: [])
    try AdapterError.explaining("the marks of programs cannot be removed") { () throws(SystemError) in
      try guardian.unmarkAll()
      try guardian.replace(with: [])
    }
    hasOtherMarks = false
    collectAttempts()
    table = GuardTable([], after: table)
    bell.ring()
    try AdapterError.explaining("the service manager keeps the guard of programs") { () throws(SystemError) in
      try forget()
    }
  }

  /// Takes the attempts, and examines the files after a change and once a minute.
  public mutating func work(atBoot boot: Int64) -> AdapterWork {
    bell.silence()
    collectAttempts()
    var work = AdapterWork()
    work.repairs = examineFiles(atBoot: boot)
    (work.attempts, attempts) = (attempts, [])
    if let losses = counts.map({ $0.lost + $0.unknown }) {
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
    let group = inherited.take()
    do throws(SystemError) {
      let new = try StartGuard(inheriting: group, rows: rows, ringing: bell)
      guardian = new
      hasOtherMarks = group != nil
      if group != nil { store?.noteAnswered() }
      return new
    } catch {
      // The next attempt may be late, and without the descriptor the kernel allows the starts that wait.
      release()
      throw AdapterError("the guard of programs cannot start: \(error)")
    }
  }

  /// Closes the descriptor of an earlier process, so that the kernel allows the starts that wait.
  private mutating func release() {
    guard guardian == nil, isStored else { return }
    _ = inherited.take()
    do throws(SystemError) { try forget() } catch { isStored = false }
    store?.noteAnswered()
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
