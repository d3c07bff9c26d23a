import Scheduler
import SchedulerStore

extension DaemonLoop {
  /// Counts what a user uses from now on.
  mutating func take(
    _ report: UseReport, from connection: ConnectionID, userID: UInt32, step: inout LoopStep,
    in files: inout some FileSystem & ~Copyable
  ) -> ControlOutcome {
    let isAwaited = engine.engine.hasLimits(on: report.user)
    // A report that only comes in time changes nothing that the live state shows.
    let isNew = isAwaited && uses.reporters[connection]?.report != report
    let known = uses.note(report, from: connection, userID: userID, isAwaited: isAwaited, atBoot: step.now.boot)
    if let known {
      if let name = report.user.name, known.idleSeconds > 0 {
        // The session was locked, which some lockers do not tell.
        endings[name]?.leaveOut(since: step.now.boot - UseReport.believedIdleness(seconds: known.idleSeconds))
      }
      evaluate([.use(known)], step: &step, in: &files)
      if isNew { showUse(&step, in: &files) }
    }
    checkUses(&step)
    return .usesReported(within: isAwaited ? UseReporters.interval : nil)
  }

  /// Ends the reports of a connection that was closed.
  mutating func endUse(of connection: ConnectionID, step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    guard let report = uses.remove(connection) else { return }
    end(report, step: &step, in: &files)
  }

  /// Counts what is still known of a user's use after an agent ended: the running programs, if nothing is.
  private mutating func end(
    _ report: UseReport, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    evaluate([.use(report)], step: &step, in: &files)
    showUse(&step, in: &files)
    if report.source == nil { programLooks.hasten(atBoot: step.now.boot) }
  }

  /// Ends no session of a user for half a minute, once an hour, after their running programs begin to count: an agent that
  /// was just started reports by then, and a program that runs in the background is not in use.
  private mutating func postponeEndings(of name: String, atBoot boot: Int64) {
    if let last = lastGraces[name], boot - last < Self.graceInterval { return }
    lastGraces[name] = boot
    nextEndings[name] = max(nextEndings[name] ?? boot, boot + Self.grace)
  }

  /// Publishes the use and tells it to monitors. The file of the machine has none.
  mutating func showUse(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    shownUse = (step.now.boot, engine.engine.useCount)
    if control?.service.ownerID ?? 0 != 0 { step.wantsPublishing = true }
    tellClients(&step, in: &files)
  }

  /// Leaves out time in which the machine was suspended.
  mutating func resume(
    after nanoseconds: Int64, step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    uses.leaveOut(nanoseconds)
    programLooks.leaveOut(nanoseconds)
    evaluate([.suspension(nanoseconds)], step: &step, in: &files)
  }

  /// Does what is due because of what people use.
  mutating func followUse(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    if !uses.reporters.isEmpty {
      uses.updateAwaited(atBoot: step.now.boot) { [engine = engine.engine] in engine.hasLimits(on: $0) }
    }
    expireUses(&step, in: &files)
    checkUses(&step)
    // The counters are stored each minute, too, so there is an evaluation then.
    let isMinuteOver = step.now.boot - shownUse.boot >= Self.publishingInterval
    let hasPeriodChanged = shownUse.count != engine.engine.useCount
    if isMinuteOver && engine.engine.countsUse || hasPeriodChanged { showUse(&step, in: &files) }
    lookForPrograms(&step, in: &files)
    endOveruse(&step, in: &files)
  }

  /// Stops believing agents that have been silent for too long.
  mutating func expireUses(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    for report in uses.expire(atBoot: step.now.boot) {
      step.log(
        .warning, message: "the agent of '\(report.user.name ?? "a user")' is silent; what they use is not known")
      end(report, step: &step, in: &files)
    }
  }

  /// Asks for the running programs if it is time to. Their running time counts for users whose agents do not report, so
  /// that ending an agent gains no time. Without a limit on programs none count any more.
  mutating func lookForPrograms(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    guard engine.engine.limitsNeedPrograms else {
      if !programLooks.users.isEmpty { take([:], step: &step, in: &files) }
      return
    }
    guard programLooks.begin(atBoot: step.now.boot) else { return }
    step.actions.append(.findPrograms(except: uses.believedUserIDs))
  }

  /// Counts the running programs of users until the next look.
  mutating func take(
    _ programs: [UInt32: [ApplicationIdentity]], step: inout LoopStep, in files: inout some FileSystem & ~Copyable
  ) {
    guard let host = control?.host else { return }
    var seen: [String: UInt32] = [:]
    for (userID, applications) in programs.sorted(by: { $0.key < $1.key }) {
      let user = host.user(of: Peer(userID: userID, groupID: userID, processID: 0))
      guard let name = user.name, engine.engine.hasLimits(on: user), !uses.isReporting(name) else { continue }
      seen[name] = userID
      if programLooks.users[name] == nil { postponeEndings(of: name, atBoot: step.now.boot) }
      let report = UseReport(
        of: user, targets: applications.map { UsedTarget(application: $0) }, source: UseReport.runningPrograms)
      evaluate([.use(report)], step: &step, in: &files)
    }
    for name in programLooks.replace(by: seen) where !uses.isReporting(name) {
      evaluate([.use(UseReport(of: UserIdentity(name: name), targets: [], source: nil))], step: &step, in: &files)
    }
  }

  /// The time after which the live state shows what was used since, in nanoseconds: less than the minute after which counters
  /// are stored.
  private static let publishingInterval: Int64 = 55_000_000_000

  /// The time in which a user's sessions are not ended after their running programs begin to count, in nanoseconds.
  private static let grace: Int64 = 30_000_000_000

  /// The time after which this is granted again, in nanoseconds, so that ending the agent again and again gains no time.
  private static let graceInterval: Int64 = 3_600_000_000_000

  /// The next time at which an agent has been silent for too long, a report is compared with the running programs, or
  /// sessions may be ended again.
  var nextUseBoot: Int64? {
    let endings = engine.engine.overuses.compactMap { nextEndings[$0.user] }
    let looks = engine.engine.limitsNeedPrograms ? programLooks.nextBoot : nil
    return (endings + [uses.nextBoot, looks].compactMap(\.self)).min()
  }
}
