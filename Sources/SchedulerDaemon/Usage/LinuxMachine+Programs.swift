import SchedulerEnforcement
import SchedulerInstance
import SchedulerPlatform

extension LinuxMachine {
  /// Returns the programs that run for users whose sessions are active, by the number of the user. Root's are left out.
  ///
  /// Complexity: up to four reads in /proc for each process; a program that was not seen before is looked up among the
  /// desktop entries.
  public mutating func runningPrograms(except users: Set<UInt32>) -> [UInt32: [ApplicationIdentity]] {
    var names: [UInt32: Set<RunningName>] = [:]
    var activity: [UInt32: Bool] = [:]
    let logins = instance.host.places.logins
    for process in RunningProcess.numbers() {
      guard let user = RunningProcess.user(of: process), user != 0, !users.contains(user) else { continue }
      if activity[user] == nil { activity[user] = LogindUser(user, directory: logins).isActive }
      guard activity[user] == true else { continue }
      names[user, default: []].formUnion(RunningName.names(of: process))
    }
    return names.mapValues { programs.identities(of: $0) }
  }
}

/// What says which application a process is.
enum RunningName: Hashable, Comparable, Sendable {
  /// The path of its program.
  case program(String)
  /// Its own name: a script, and a program that a script has started, has the beginning of its file name.
  case process(String)
  /// The desktop ID in the name of its control group: Flatpak and desktops write it there.
  case desktopID(String)

  /// Returns the names of a process; none for one that has ended.
  static func names(of process: Int32) -> [RunningName] {
    guard let program = RunningProcess.program(of: process) else { return [] }
    return names(
      ofProgram: program, name: RunningProcess.name(of: process),
      controlGroup: RunningProcess.controlGroup(of: process))
  }

  /// Returns the names that follow from the facts about a process.
  static func names(ofProgram program: String, name: String?, controlGroup: String?) -> [RunningName] {
    guard program.hasPrefix("/") else { return [] }
    var names = [RunningName.program(program)]
    if let name, !name.isEmpty, !name.contains("/") { names.append(.process(name)) }
    return names + (controlGroup.map(ApplicationUnit.desktopIDs) ?? []).map(RunningName.desktopID)
  }
}

/// The applications of running processes, which are looked up once.
struct ProgramIdentities {
  private var known: [RunningName: ApplicationIdentity] = [:]
  private let environment: ProcessEnvironment
  /// The maximum number of kept names: more than run on a machine at a time.
  private static let knownLimit = 4_096

  init(_ environment: ProcessEnvironment) { self.environment = environment }

  /// Returns the applications of processes with some names.
  mutating func identities(of names: Set<RunningName>) -> [ApplicationIdentity] {
    if known.count >= Self.knownLimit { known = [:] }
    // Reads the desktop entries at the first question only.
    let machine = MachineApplications(environment)
    for name in names where known[name] == nil {
      known[name] =
        switch name {
        case .program(let path): machine.identity(ofProgram: path)
        case .process(let name): machine.identity(ofProcessNamed: name)
        case .desktopID(let id): machine.identity(withID: id)
        }
    }
    return names.sorted().compactMap { known[$0] }
  }
}
