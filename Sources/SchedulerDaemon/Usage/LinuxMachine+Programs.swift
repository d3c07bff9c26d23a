import SchedulerEnforcement
import SchedulerInstance
import SchedulerPlatform

extension LinuxMachine {
  /// Returns the programs that run for users whose sessions are active, by the number of the user. Root's are left out.
  ///
  /// Complexity: up to four reads in /proc for each process; a program that was not seen before is looked up among the
  /// desktop entries.
  public mutating func runningPrograms(except users: Set<UInt32>) -> [UInt32: [ApplicationIdentity]] {
    var names: [UInt32: Set<RunningNames>] = [:]
    var activity: [UInt32: Bool] = [:]
    let logins = instance.host.places.logins
    for process in RunningProcess.numbers() {
      guard let user = RunningProcess.user(of: process), user != 0, !users.contains(user) else { continue }
      if activity[user] == nil { activity[user] = LogindUser(user, directory: logins).mayBeUsing }
      guard activity[user] == true, let found = RunningNames(of: process) else { continue }
      names[user, default: []].insert(found)
    }
    return names.mapValues { programs.identities(of: $0) }
  }
}

/// What says which application a process is.
struct RunningNames: Hashable, Sendable {
  /// The path of its program.
  let program: String
  /// Its own name: a script, and a program that a script has started, has the beginning of its file name. Nil if it cannot
  /// be read.
  let name: String?
  /// The desktop IDs that the name of its control group may mean: Flatpak and desktops write it there.
  let desktopIDs: [String]

  /// Reads the names of a process. Returns nil for one that has ended.
  init?(of process: Int32) {
    guard let program = RunningProcess.program(of: process) else { return nil }
    self.init(
      program: program, name: RunningProcess.name(of: process),
      controlGroup: RunningProcess.controlGroup(of: process))
  }

  /// Creates the names that follow from the facts about a process. Returns nil if it runs no file.
  init?(program: String, name: String?, controlGroup: String?) {
    guard program.hasPrefix("/") else { return nil }
    self.program = program
    self.name = name.flatMap { $0.isEmpty || $0.contains("/") ? nil : $0 }
    desktopIDs = controlGroup.map(ApplicationUnit.desktopIDs) ?? []
  }
}

/// The applications of running processes, which are looked up once.
struct ProgramIdentities {
  private var known: [RunningNames: [ApplicationIdentity]] = [:]
  private let environment: ProcessEnvironment
  private let search: ProgramSearch
  /// The maximum number of processes of different names that are kept: more than run on a machine at a time. Of further
  /// ones only the programs are looked up.
  private static let knownLimit = 1_024

  init(_ environment: ProcessEnvironment) {
    self.environment = environment
    search = ProgramSearch(environment)
  }

  /// Returns the applications of processes with some names: the one that each process runs, and those that its control group
  /// names. They are separate, because users choose these names: a limit counts them, but they except no program from it.
  mutating func identities(of names: Set<RunningNames>) -> [ApplicationIdentity] {
    if known.count >= Self.knownLimit { known = [:] }
    // Reads the desktop entries at the first question only.
    let machine = MachineApplications(environment)
    return names.flatMap { names in
      if let identities = known[names] { return identities }
      guard known.count < Self.knownLimit else { return [own(names, on: machine, isBrief: true)] }
      let own = own(names, on: machine)
      let identities = [own] + Self.others(names, than: own, on: machine)
      known[names] = identities
      return identities
    }
  }

  /// Returns the application of the program or script that a process runs.
  private func own(
    _ names: RunningNames, on machine: MachineApplications, isBrief: Bool = false
  ) -> ApplicationIdentity {
    var identity = machine.identity(ofProgram: names.program)
    // A process may give itself any name.
    let isScript = identity.isNeverShielded || UseClaim.isInterpreter(names.program)
    if let name = names.name,
      isScript || ApplicationName(names.program).isFile(ofProcessNamed: name)
        || !isBrief && isStarted(names.program, as: name)
    {
      identity.include(isBrief ? ApplicationIdentity(fileNames: [name]) : machine.identity(ofProcessNamed: name))
    }
    return identity
  }

  /// Whether a program runs if another name is called: that of a link to it, or of a script that it runs.
  private func isStarted(_ program: String, as name: String) -> Bool {
    let paths = search.paths(of: name)
    if paths.contains(program) { return true }
    guard let interpreter = paths.last.flatMap(ProgramFile.init(at:))?.interpreter else { return false }
    return search.paths(of: interpreter).contains(program)
  }

  /// Returns the applications that the control group of a process means, unless they have only started what it runs.
  private static func others(
    _ names: RunningNames, than own: ApplicationIdentity, on machine: MachineApplications
  ) -> [ApplicationIdentity] {
    if ApplicationUnit.isVital(names.program) { return [] }
    return names.desktopIDs.map(machine.identity(withID:)).filter { application in
      application.paths.isEmpty || own.desktopIDs.isEmpty || !application.paths.isDisjoint(with: own.paths)
    }
  }
}

extension ApplicationIdentity {
  /// Adds the names and properties of another identity of the same process. Of the two, a program that is never shielded is
  /// the interpreter of the other one, or a name that the process has given itself, and is left out.
  fileprivate mutating func include(_ other: ApplicationIdentity) {
    if other.isNeverShielded { return }
    if isNeverShielded {
      self = other
      return
    }
    desktopIDs.formUnion(other.desktopIDs)
    paths.formUnion(other.paths)
    fileNames.formUnion(other.fileNames)
    categories.formUnion(other.categories)
    isDesktopApplication = isDesktopApplication || other.isDesktopApplication
  }
}
