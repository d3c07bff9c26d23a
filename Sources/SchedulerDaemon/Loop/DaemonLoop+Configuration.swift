import SchedulerInstance

extension DaemonLoop {
  /// Applies the configuration files that were read. Files with errors change nothing, and are logged once.
  mutating func take(_ update: ConfigurationUpdate, step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    isConsenting = update.isConsenting
    if !update.title.isEmpty { title = update.title }
    var inputs: [Input] = []
    let isUnheard = engine.engine.authorization != .approved || engine.engine.awaitedAuthorization != nil
    if update.isConsenting, isUnheard { inputs.append(.authorization(.approved)) }
    if let input = update.input { inputs.append(input) }
    evaluate(inputs.isEmpty ? [.time] : inputs, accepting: update.record, step: &step, in: &files)
    if update.input != nil { step.log(.notice, message: "\(update.verb) \(update.title)\(waitingWords)") }
    tell(update.fault, step: &step)
    if isReloading, !delaysReadiness(atBoot: step.now.boot) { step.actions.append(.tell([.ready])) }
    isReloading = false
    step.wantsPublishing = true
    tellClients(&step, in: &files)
    answerReadings(&step, in: &files)
  }

  /// A clause about the changes that are not in force yet.
  private var waitingWords: String {
    let changes = engine.engine.pendingChanges
    let reason = changes.contains { !$0.limits.isEmpty } ? " for a limit that was used up" : ""
    return switch changes.count {
    case 0: ""
    case 1: ", but for 1 change that waits\(reason)"
    case let count: ", but for \(count) changes that wait\(reason)"
    }
  }

  private mutating func tell(_ fault: ConfigurationFault?, step: inout LoopStep) {
    defer { self.fault = fault }
    guard fault != self.fault else { return }
    if let fault {
      step.log(.warning, message: "\(fault.message); what was accepted before stays in force", details: fault.details)
    } else {
      step.log(.notice, message: "the configuration is without errors again")
    }
  }
}

extension ConfigurationUpdate {
  /// The words before the title in the log.
  fileprivate var verb: String {
    if case .zoneChange = input { "the machine is in another zone:" } else { "in force now:" }
  }
}

/// The settings of a daemon about who may read its files and connect.
struct Protection: Hashable, Sendable {
  private let group: String?
  private let isPrivate: Bool

  init(_ settings: DaemonSettings) {
    group = settings.group
    isPrivate = settings.isPrivate
  }
}

extension DaemonLoop {
  /// Gives the files of the state and the socket the configured group and permission bits. Failures are logged, and
  /// those files stay as they are until the next start.
  mutating func protect(on machine: inout some DaemonMachine & ~Copyable, in files: inout some FileSystem & ~Copyable) {
    let settings = engine.engine.configuration.daemon
    let group = machine.groupID(of: settings)
    let permissions = StatePermissions(settings)
    files.group = group
    var failures = engine.protect(permissions, in: &files).map { "\($0)" }
    do throws(FileSystemError) {
      try hookLedger?.protect(permissions.state, in: &files)
    } catch {
      failures.append("\(error)")
    }
    do throws(SystemError) {
      try machine.admit(group: group)
    } catch {
      failures.append("who may connect stays as it was: \(error)")
    }
    let now = machine.moment().wall
    for failure in failures {
      machine.log(LogEntry(.error, message: failure, at: now, zone: engine.engine.configuration.zone.rules))
    }
  }
}
