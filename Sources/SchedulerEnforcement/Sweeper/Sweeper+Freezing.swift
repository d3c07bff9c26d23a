import Scheduler
import SchedulerPlatform

extension Sweeper {
  /// Stops the found processes that run. After a complete examination also lets continue what is not among them.
  ///
  /// A failure is kept for `apply` and `verify`.
  mutating func freeze(_ found: [Match], by freezing: FrozenPrograms, isComplete: Bool) {
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
      return block.users.contains(user) && !ProcessMatcher.isVital(program)
    }
    return belongs ? group : nil
  }
}
