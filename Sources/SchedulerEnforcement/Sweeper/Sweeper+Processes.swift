import Scheduler
import SchedulerPlatform

extension Sweeper {
  /// Examines all processes, and does what is due.
  ///
  /// - Parameter new: the blocks whose programs are no attempts but are closing, because they were started before the
  ///   blocks.
  mutating func sweep(atBoot boot: Int64, new: Set<ApplicationBlock> = []) {
    prepare()
    followStarts()
    sweptBoot = boot
    sweep(RunningProcess.numbers(), isComplete: true, new: new, atBoot: boot)
    nextBoot = nextSweep(after: boot)
  }

  /// Examines some processes, and does what is due.
  mutating func sweep(_ processes: [Int32], atBoot boot: Int64) {
    sweep(processes, isComplete: false, new: [], atBoot: boot)
    nextBoot = nextBoot.map { min($0, nextSweep(after: boot)) }
  }

  /// When something is due again: an examination, or the signal for a program that was warned.
  private func nextSweep(after boot: Int64) -> Int64 {
    let next = schedule.nextBoot(after: boot, interval: Self.interval)
    return (warned.map(\.boot) + ending.values.map(\.boot)).reduce(next) { min($0, $1) }
  }

  private mutating func sweep(
    _ processes: [Int32], isComplete: Bool, new: Set<ApplicationBlock>, atBoot boot: Int64
  ) {
    let found = matches(among: processes)
    remember(found)
    // One that is not blocked any more does not close.
    if isComplete { warned.removeAll { entry in !found.contains { $0.process == entry.process } } }
    let closing = Set(found.filter { new.contains($0.block) }.map(\.process))
    let sweep = schedule.examine(
      found.map(\.sighting), isComplete: isComplete, atBoot: boot,
      warningTime: { closing.contains($0.process) ? warningTime : 0 }, isRunning: { $0.isRunning })
    for sighting in sweep.appeared {
      guard let match = found.first(where: { $0.sighting == sighting }) else { continue }
      let isNew = closing.contains(match.process)
      // One that an earlier daemon has stopped is known.
      if isNew, freezing?.isStopped(match.process) == true { continue }
      let outcome: ShieldAttempt.Outcome = isNew ? .closing : freezing == nil ? .ended : .frozen
      attempts.append(
        BlockAttempt(
          adapter: name, outcome: outcome, name: match.block.name, program: match.program, user: sighting.group.user,
          process: match.process.number, profile: match.block.profile, session: match.block.session, boot: boot))
    }
    for action in sweep.actions {
      if case .terminate(let process) = action, warningTime > 0, closing.contains(process) {
        warned.append((process, boot + warningTime))
      } else {
        perform(action)
      }
    }
    for entry in warned where entry.boot <= boot { perform(.terminate(entry.process)) }
    warned.removeAll { $0.boot <= boot }
    if let freezing { freeze(found, by: freezing, isComplete: isComplete, atBoot: boot) }
  }

  /// Sends the signal of an action. A process that may not be ended still runs at the next examination, and `verify`
  /// reports it.
  private func perform(_ action: SweepSchedule.Action) {
    do throws(SystemError) {
      switch action {
      case .terminate(let process): try process.terminate()
      case .kill(let process): try process.kill()
      }
    } catch {
      return
    }
  }

  /// A process that a block concerns.
  struct Match {
    let process: ProcessIdentity
    let file: ExecutableFile
    let sighting: SweepSchedule.Sighting
    let block: ApplicationBlock
    let program: String
  }

  /// Finds the files of the blocks anew, and the processes that are spared. Called before all processes are examined,
  /// and not at each start of a program, because it examines every path.
  mutating func prepare() {
    var known = areScripts
    matcher = ProcessMatcher(
      blocks,
      isScript: { path in
        let isScript = known[path] ?? (ProgramFile(at: path)?.interpreterLine != nil)
        known[path] = isScript
        return isScript
      }, file: { ExecutableFile(unlinked: $0) })
    areScripts = known
    spared = Self.ancestry()
    let current = Set(blocks)
    matched = matched.filter { current.contains($0.value.block) && ProcessIdentity($0.key) == $0.value.process }
  }

  /// Remembers what matches.
  private mutating func remember(_ matches: [Match]) {
    for match in matches { matched[match.process.number] = (match.process, match.file, match.block) }
  }

  /// The block of a process that matched before and still runs the same file.
  private func earlierBlock(of process: ProcessIdentity, running file: ExecutableFile) -> ApplicationBlock? {
    guard let earlier = matched[process.number], earlier.process == process, earlier.file == file else { return nil }
    return earlier.block
  }

  /// Returns the processes among these that blocks concern, by the files that `prepare` found.
  ///
  /// Complexity: one system call for each process without a block.
  func matches(among processes: [Int32]) -> [Match] {
    processes.compactMap { number in
      guard !spared.contains(number), let subject = LiveSubject(number) else { return nil }
      let index = matcher.index(for: subject)
      guard index != nil || matched[number] != nil, let process = ProcessIdentity(number), let user = subject.user,
        !isLeft(process, running: subject.file),
        let block = index.map({ matcher.blocks[$0] }) ?? earlierBlock(of: process, running: subject.file)
      else { return nil }
      let group = SweepSchedule.Group(session: block.session, name: block.name, user: user)
      return Match(
        process: process, file: subject.file, sighting: SweepSchedule.Sighting(process: process, group: group),
        block: block,
        program: subject.program ?? block.pattern.program)
    }
  }

  /// The numbers of this process, of those that started it, and of the init process.
  private static func ancestry() -> Set<Int32> {
    var processes: Set<Int32> = [1]
    var next: Int32? = RunningProcess.own
    while let process = next, process > 0, processes.insert(process).inserted {
      next = RunningProcess.parent(of: process)
    }
    return processes
  }
}

/// A running process, whose facts are read when they are asked for.
private struct LiveSubject: ProcessMatcher.Subject {
  private let number: Int32
  let file: ExecutableFile
  let isRemoved: Bool

  init?(_ number: Int32) {
    guard let executable = RunningProcess.executable(of: number) else { return nil }
    (self.number, file, isRemoved) = (number, executable.file, executable.isRemoved)
  }

  var program: String? { RunningProcess.program(of: number) }
  var user: UInt32? { RunningProcess.user(of: number) }
  var arguments: [String] { RunningProcess.arguments(of: number) }
  var controlGroup: String? { RunningProcess.controlGroup(of: number) }

  func files(named argument: String) -> [ExecutableFile] {
    if argument.hasPrefix("/") { return [ExecutableFile(path: argument)].compactMap(\.self) }
    // A script may have changed its directory, and the variable is from before its start.
    if let file = ExecutableFile(path: "/proc/\(number)/cwd/\(argument)") { return [file] }
    let start = RunningProcess.environmentVariable("PWD", of: number).map { "\($0)/\(argument)" }
    return [start.flatMap(ExecutableFile.init(path:))].compactMap(\.self)
  }
}
