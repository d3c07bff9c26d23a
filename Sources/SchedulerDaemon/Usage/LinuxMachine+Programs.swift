import SchedulerInstance
import SchedulerPlatform

extension LinuxMachine {
  /// Returns the programs that run for users whose sessions are active, by the number of the user. Root's are left out.
  ///
  /// Complexity: two reads in /proc for each process; a program that was not seen before is looked up among the desktop
  /// entries.
  public mutating func runningPrograms(except users: Set<UInt32>) -> [UInt32: [ApplicationIdentity]] {
    var paths: [UInt32: Set<String>] = [:]
    var activity: [UInt32: Bool] = [:]
    let logins = instance.host.places.logins
    for process in RunningProcess.numbers() {
      guard let user = RunningProcess.user(of: process), user != 0, !users.contains(user) else { continue }
      if activity[user] == nil { activity[user] = LogindUser(user, directory: logins).isActive }
      guard activity[user] == true, let path = RunningProcess.program(of: process), path.hasPrefix("/") else {
        continue
      }
      paths[user, default: []].insert(path)
    }
    return paths.mapValues { programs.identities(of: $0) }
  }
}

/// The applications of programs, which are looked up once.
struct ProgramIdentities {
  private var known: [String: ApplicationIdentity] = [:]
  private let environment: ProcessEnvironment
  /// The maximum number of kept programs: more than run on a machine at a time.
  private static let knownLimit = 4_096

  init(_ environment: ProcessEnvironment) { self.environment = environment }

  /// Returns the applications of the programs at some paths.
  mutating func identities(of paths: Set<String>) -> [ApplicationIdentity] {
    if known.count >= Self.knownLimit { known = [:] }
    // Reads the desktop entries at the first question only.
    let machine = MachineApplications(environment)
    for path in paths where known[path] == nil { known[path] = machine.identity(ofProgram: path) }
    return paths.sorted().compactMap { known[$0] }
  }
}
