import Scheduler
import SchedulerPlatform

extension Sweeper {
  /// Stops the found processes that run. After a complete examination also lets continue what is not among them.
  ///
  /// What is asked to end meanwhile continues, so that it can, and is killed after the grace. A failure is kept for
  /// `apply` and `verify`.
  mutating func freeze(_ all: [Match], by freezing: FrozenPrograms, isComplete: Bool, atBoot boot: Int64) {
    if isComplete { noteEnding(all, by: freezing, atBoot: boot) }
    let found = all.filter { !continues($0.process) }
    let numbers = Set(found.map(\.process.number))
    let blocks = Dictionary(found.map { ($0.process, $0.block) }) { first, _ in first }
    do throws(AdapterError) {
      try freezing.freeze(found.map(\.process), isComplete: isComplete) { process, hierarchy in
        blocks[process].flatMap { group(of: process, blockedBy: $0, among: numbers, in: hierarchy) }
      }
      freezeFault = nil
    } catch {
      freezeFault = error
    }
  }

  /// A stopped process that is asked to end.
  struct Ending {
    /// When it is killed, or killed again, in nanoseconds of CLOCK_BOOTTIME.
    var boot: Int64
    /// The time until the next SIGKILL. It doubles while the process stays.
    var pause = SweepSchedule.firstPause
    /// The control group with which it was stopped; nil if it was stopped alone.
    let group: String?
  }

  /// Notes the stopped processes that are asked to end, and kills those that have not ended in time.
  private mutating func noteEnding(_ all: [Match], by freezing: FrozenPrograms, atBoot boot: Int64) {
    let blocked = Set(all.map(\.process))
    ending = ending.filter { blocked.contains($0.key) && ProcessIdentity($0.key.number) == $0.key }
    for (process, end) in ending where end.boot <= boot {
      ending[process]?.boot = boot + end.pause
      ending[process]?.pause = min(end.pause * 2, SweepSchedule.longestPause)
      // One that cannot be killed is tried again after the pause.
      do throws(SystemError) { try process.kill() } catch { continue }
    }
    for process in all.map(\.process) where ending[process] == nil && RunningProcess.isAskedToEnd(process.number) {
      guard freezing.isStopped(process) else { continue }
      ending[process] = Ending(boot: boot + Self.endingTime, group: freezing.frozenUnit(of: process))
    }
  }

  /// Whether a process may continue although it is blocked, because it, or another one of its control group, ends.
  func continues(_ process: ProcessIdentity) -> Bool {
    if ending.isEmpty { return false }
    if ending[process] != nil { return true }
    guard let path = RunningProcess.controlGroup(of: process.number) else { return false }
    return ending.values.contains { $0.group.map { path == $0 || path.hasPrefix($0 + "/") } ?? false }
  }

  /// The time in which a stopped process that is asked to end may do so, in nanoseconds.
  private static let endingTime: Int64 = 3_000_000_000

  /// Returns the control group of the systemd unit in which a desktop runs an application, if the whole unit belongs to
  /// this application: no process in it is spared, a shell or one that the block does not cover.
  private func group(
    of process: ProcessIdentity, blockedBy block: ApplicationBlock, among found: Set<Int32>,
    in hierarchy: ControlGroupHierarchy
  ) -> ControlGroup? {
    guard let path = RunningProcess.controlGroup(of: process.number), let unit = ApplicationUnit.path(in: path),
      let name = unit.split(separator: "/").last, let group = hierarchy.group(at: unit), group.mayFreeze,
      let members = group.processes
    else { return nil }
    let isOfBlock = ApplicationUnit.runs(block.name, unit: name)
    let belongs = members.allSatisfy { member in
      if found.contains(member) { return true }
      guard isOfBlock, !spared.contains(member), let user = RunningProcess.user(of: member),
        let program = RunningProcess.program(of: member)
      else { return false }
      return block.users.contains(user) && !ApplicationUnit.isVital(program)
    }
    return belongs ? group : nil
  }
}
