import Scheduler
import SchedulerEnforcement
import SchedulerInstance

/// How a trial sees whether its shield is in force: it starts blocked programs, which are held before their first
/// instruction, and looks names up.
struct TrialChecks: Sendable {
  /// What was seen of an adapter.
  struct Sight: Hashable, Sendable {
    /// The number of programs or names that it blocks.
    var blockedCount = 0
    /// The number of starts or look-ups that were as expected.
    var seenCount = 0
    /// What was seen, in words.
    var words = ""
    /// What was expected and not seen.
    var faults: [String] = []
  }

  private let starts: [BlockedStart]
  private let freezing: FrozenPrograms
  /// The starts that were denied before the shield was applied, by another guard.
  private var deniedBefore: Set<BlockedStart> = []
  /// Some names that had an address before the shield was applied.
  private var resolvedBefore: [String] = []
  /// The starts that the guard was seen to deny.
  private var denied: Set<BlockedStart> = []
  /// The processes by which starts were tried, and when.
  private var own: [Int32: ClosedRange<Int64>] = [:]
  /// The names that were looked up, and the time until which a name server may report them.
  private var ownNames: [String: Int64] = [:]

  /// The maximum number of programs that are started to see the sweeper end them.
  private static let sampleSize = 8
  /// The maximum time for that, in nanoseconds. Where the kernel does not report starts, the sweeper looks every two
  /// seconds.
  var patience: Int64 = 3_000_000_000

  /// Creates checks of blocks.
  ///
  /// - Parameters:
  ///   - user: the user as whom root starts programs, if they are covered.
  ///   - own: the user of this process.
  ///   - freezing: how programs are stopped.
  init(of blocks: [ApplicationBlock], preferring user: UInt32, own: UInt32, freezing: FrozenPrograms) {
    self.freezing = freezing
    starts = BlockedStart.all(of: blocks, preferring: user, own: own)
  }

  /// Whether an attempt is one of these checks.
  func isOwn(_ attempt: BlockAttempt) -> Bool {
    if let process = attempt.process { return own[process]?.contains(attempt.boot) ?? false }
    // What is blocked is the name itself or one above it.
    return ownNames.contains { name, end in
      attempt.boot <= end && (name == attempt.name || name.hasSuffix("." + attempt.name))
    }
  }

  /// Time after a look-up by which a name server has reported it, in nanoseconds.
  private static let reportTime: Int64 = 1_000_000_000

  private mutating func noteLookUp(of names: [String]) {
    let end = SystemClocks.boot() + Self.reportTime
    for name in names { ownNames[name] = end }
  }

  /// Looks which starts are denied, and which names have an address, before the shield is applied.
  ///
  /// - Parameter names: the names that a name server blocks; nil without one.
  mutating func begin(lookingUp names: NameCheck?) {
    resolvedBefore = Self.resolving(nil, of: names)
    for start in starts where start.isFile && attempt(start).isDenied { deniedBefore.insert(start) }
  }

  private mutating func attempt(_ start: BlockedStart) -> BlockedStart.Attempt {
    let attempt = start.attempt()
    own[attempt.process] = attempt.boot
    return attempt
  }

  /// Starts the programs that the guard denies.
  mutating func lookAtGuard() -> Sight {
    var sight = Sight()
    let guarded = starts.filter(\.isFile)
    sight.blockedCount = Set(guarded.map(\.words)).count
    for start in guarded {
      let attempt = attempt(start)
      switch attempt.outcome {
      case .refused where attempt.isDenied:
        if deniedBefore.contains(start) { continue }
        denied.insert(start)
        sight.seenCount += 1
      case .refused: continue  // It cannot be started anyway, such as a file without permission to execute.
      case .held: sight.faults.append("'\(start.words[0])' could be started")
      case .unprepared(let error): sight.faults.append("'\(start.words[0])' could not be started to see it: \(error)")
      }
    }
    sight.words =
      sight.seenCount == 0 ? "" : sight.seenCount == 1 ? "1 start denied" : "\(sight.seenCount) starts denied"
    if !deniedBefore.isEmpty { sight.words += sight.words.isEmpty ? "denied before" : ", \(deniedBefore.count) before" }
    return sight
  }

  /// Looks names up as programs do.
  mutating func look(up names: NameCheck, until signals: SignalQueue) -> Sight {
    var sight = Sight(blockedCount: names.names.count)
    defer { noteLookUp(of: names.sample) }
    do throws(AdapterError) {
      let result = try names.run { !signals.isEmpty }
      if let hindrance = result.hindrance {
        sight.faults = ["the names were not looked up: \(hindrance)"]
        return sight
      }
      sight.faults = result.open
      sight.seenCount = result.askedCount - result.open.count
      sight.words = "\(sight.seenCount) of \(names.names.count) \(names.readsFile ? "in the file" : "looked up")"
    } catch {
      sight.faults = [error.reason]
    }
    return sight
  }

  private static func resolving(_ some: [String]?, of names: NameCheck?) -> [String] {
    // Without an answer there is nothing to compare.
    do throws(AdapterError) { return try names?.resolving(some) ?? [] } catch { return [] }
  }

  /// Looks up names that had an address, and that the name server now says do not exist.
  mutating func lookAtNameServer(by names: NameCheck) -> Sight {
    defer { noteLookUp(of: resolvedBefore) }
    let open = Self.resolving(resolvedBefore, of: names)
    var sight = Sight(words: "the server was asked", faults: open.map { "'\($0)' still has an address for programs" })
    let gone = resolvedBefore.count - open.count
    if gone > 0 { sight.words += ", \(gone) of \(resolvedBefore.count) that resolved no longer do" }
    return sight
  }

  /// The names that had an address before the trial and have none after it, because a cache keeps what was blocked.
  func namesNotBack(by names: NameCheck) -> [String] {
    let back = Set(Self.resolving(resolvedBefore, of: names))
    return resolvedBefore.filter { !back.contains($0) }
  }

  /// Whether none of some programs runs any more.
  func runningEnded(_ programs: [RunningBlocked]) -> Bool { !programs.contains(where: Self.isRunning) }

  private static func isRunning(_ program: RunningBlocked) -> Bool {
    ProcessIdentity(program.process.number) == program.process
  }

  /// Starts programs that only the sweeper can block, and looks whether it asks them to end; and looks at those that ran
  /// before.
  ///
  /// - Parameter isGuarded: whether the guard denies the start of those that it can.
  mutating func lookAtSweeper(_ plan: TrialPlan, isGuarded: Bool) -> Sight {
    var sight = Sight(blockedCount: Set(plan.blocks.map(\.name)).count)
    var words: [String] = []
    if !plan.settings.freezes {
      let sample = starts.filter { !isGuarded || !$0.isFile }.prefix(Self.sampleSize)
      sight.faults = seeEnded(Array(sample), seen: &sight.seenCount)
      if sight.seenCount > 0 { words.append("\(sight.seenCount) \(sight.seenCount == 1 ? "start" : "starts") ended") }
    }
    let count = plan.running.count
    if !plan.closesRunning {
      words.append(count == 0 ? "none runs" : "\(count) \(count == 1 ? "runs" : "run"), left alone")
    } else if !plan.settings.freezes {
      let left = plan.running.filter(Self.isRunning)
      sight.faults += left.map { "'\($0.name)' still runs as process \($0.process.number)" }
      sight.seenCount += count - left.count
      words.append("\(count - left.count) of \(count) running ended")
    } else {
      let running = seeStopped(plan.running)
      sight.faults += running.map { "'\($0.name)' is not stopped as process \($0.process.number)" }
      sight.seenCount += count - running.count
      words.append("\(count - running.count) of \(count) running stopped")
    }
    sight.words = words.joined(separator: ", ")
    return sight
  }

  /// Waits until programs stand still or have ended. Returns those that do not.
  private func seeStopped(_ programs: [RunningBlocked]) -> [RunningBlocked] {
    let deadline = SystemClocks.boot() + patience
    while true {
      let running = programs.filter { Self.isRunning($0) && !freezing.isStopped($0.process) }
      if running.isEmpty || SystemClocks.boot() >= deadline { return running }
      Pause.wait(milliseconds: 1)
    }
  }

  /// What there is to see of a program of the user's own: its `verify` passes before its shield counts as applied.
  func lookAtProgram() -> Sight { Sight(words: "by its own 'verify'") }

  /// What there is to see of an adapter that asks its component itself before its shield counts as applied.
  func lookAtComponent(of adapter: EnforcementSettings.Adapter) -> Sight {
    Sight(words: adapter == .nftables ? "the kernel was asked" : "the policies were read")
  }

  /// Starts programs and waits until the sweeper asks them to end. Returns what was not seen.
  private mutating func seeEnded(_ sample: [BlockedStart], seen: inout Int) -> [String] {
    var faults: [String] = []
    var held: [(start: BlockedStart, program: HeldProgram, begin: Int64)] = []
    for start in sample {
      let attempt = attempt(start)
      switch attempt.outcome {
      case .held(let program): held.append((start, program, attempt.boot.lowerBound))
      case .refused: continue
      case .unprepared(let error): faults.append("'\(start.words[0])' could not be started to see it: \(error)")
      }
    }
    let deadline = SystemClocks.boot() + patience
    while !held.isEmpty, SystemClocks.boot() < deadline {
      held.removeAll { entry in
        guard entry.program.isAskedToEnd else { return false }
        seen += 1
        own[entry.program.process] = entry.begin...SystemClocks.boot()
        return true
      }
      if !held.isEmpty { Pause.wait(milliseconds: 1) }
    }
    for entry in held { own[entry.program.process] = entry.begin...SystemClocks.boot() }
    return faults + held.map { "'\($0.start.words[0])' was started and not ended" }
  }

  /// Returns what still blocks after the end, one sentence each.
  ///
  /// - Parameters:
  ///   - artefacts: what may be left in files.
  ///   - isGuarded: whether the guard was at work.
  mutating func leftovers(of artefacts: [any FileArtefact], isGuarded: Bool) -> [String] {
    var leftovers: [String] = []
    for artefact in artefacts {
      do throws(AdapterError) {
        if try artefact.isPresent() { leftovers.append("'\(artefact.path)' still has what was written to it") }
      } catch {
        leftovers.append(error.reason)
      }
    }
    guard isGuarded else { return leftovers }
    let stillDenied = denied.filter { attempt($0).isDenied }
    return leftovers + stillDenied.map { "the start of '\($0.words[0])' is still denied" }.sorted()
  }
}
