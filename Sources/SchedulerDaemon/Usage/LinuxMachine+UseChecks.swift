import SchedulerInstance
import SchedulerPlatform

extension LinuxMachine {
  /// Compares what an agent reports with the running programs.
  ///
  /// Complexity: two reads in /proc if the process that has confirmed the same application before still runs its program,
  /// otherwise up to five for each process.
  public mutating func evidence(about check: UseCheck) -> UseEvidence { sightings.evidence(about: check) }
}

/// The processes that have confirmed reports, and what the machine knows of the applications in them.
struct UseSightings {
  /// A process that has confirmed a report.
  private struct Sighting {
    let process: Int32
    let user: UInt32
    let program: String

    /// Whether the process still runs the program.
    var isPresent: Bool {
      RunningProcess.program(of: process) == program && RunningProcess.user(of: process) == user
    }
  }

  /// The sightings for each user, by the path of the program or by all names of the application.
  private var known: [UInt32: [String: Sighting]] = [:]
  private let directories: DesktopEntryDirectories
  private let search: ProgramSearch
  private let logins: String
  /// Returns the numbers of the running processes.
  private let processes: @Sendable () -> [Int32]
  /// Maximum number of names that are kept for a user: more than a person uses in turn.
  private static let nameLimit = 64

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - logins: the directory in which logind keeps the users who are logged in.
  ///   - processes: returns the numbers of the running processes.
  init(
    _ environment: ProcessEnvironment, logins: String,
    processes: @escaping @Sendable () -> [Int32] = RunningProcess.numbers
  ) {
    (self.logins, self.processes) = (logins, processes)
    directories = DesktopEntryDirectories(environment)
    search = ProgramSearch(environment)
  }

  /// Compares a report with the running programs.
  mutating func evidence(about check: UseCheck) -> UseEvidence {
    let application = check.application
    let own = known[check.userID] ?? [:]
    // What is not known by its path is known by all its names: another program must not support one of them.
    let allNames = (application.paths.sorted() + application.desktopIDs.sorted()).joined(separator: "\n")
    if (application.paths + [allNames]).contains(where: { own[$0]?.isPresent ?? false }) { return .confirmed }
    let claim = UseClaim(application, entry: entry, kind: kind)
    // The processes of others, and so the first one, are hidden with the option hidepid; see proc(5).
    guard claim.isCertain, RunningProcess.user(of: 1) != nil else { return .unchecked }
    let sessions = ActiveUsers(directory: logins)
    let processes = processes().lazy.compactMap { RunningSubject($0, for: check.userID, among: sessions) }
    let (evidence, supporter) = claim.compare(with: processes)
    if let (process, found) = supporter, let program = found {
      if own.count >= Self.nameLimit { known[check.userID] = [:] }
      let name = application.paths.contains(program) ? program : allNames
      known[check.userID, default: [:]][name] = Sighting(
        process: process.number, user: process.user, program: program)
    }
    return evidence
  }

  private func entry(_ id: String) -> UseClaim.Entry? {
    guard let file = directories.file(withID: id), let entry = DesktopEntry(parsing: file.bytes, id: id),
      !entry.isHidden
    else { return nil }
    return UseClaim.Entry(program: entry.program, paths: entry.program.map(search.paths) ?? [])
  }

  /// Examines a program, but only where users cannot put a file system whose answers keep the daemon waiting.
  private func kind(of path: String) -> UseClaim.ProgramKind {
    guard Self.systemDirectories.contains(where: path.hasPrefix), !path.split(separator: "/").contains(".."),
      ProgramSearch.foreignLinkOwner(path) == nil
    else { return .unexamined }
    if ProgramFault(at: path) == .missing { return .missing }
    guard let file = ProgramFile(at: path) else { return .launching }
    if search.paths(of: path).contains(where: UseClaim.startsOthers) { return .launching }
    return file.interpreterLine == nil ? .named : .launching
  }

  private static let systemDirectories = [
    "/usr/", "/opt/", "/bin/", "/sbin/", "/lib/", "/nix/store/", "/gnu/store/", "/snap/", "/var/lib/flatpak/",
  ]
}

/// Which users have an active session, each looked up once.
private final class ActiveUsers {
  private var known: [UInt32: Bool] = [:]
  private let directory: String

  init(directory: String) { self.directory = directory }

  func contains(_ user: UInt32) -> Bool {
    if let isActive = known[user] { return isActive }
    let isActive = LogindUser(user, directory: directory).isActive
    known[user] = isActive
    return isActive
  }
}

/// A process that may have a window in the session of a user. Each fact is read when it is asked for.
private struct RunningSubject: UseClaim.Subject {
  let number: Int32
  let user: UInt32
  let isOwn: Bool

  /// Returns nil for a process that has ended, and for one of another user who has a session.
  init?(_ number: Int32, for owner: UInt32, among active: ActiveUsers) {
    guard let user = RunningProcess.user(of: number) else { return nil }
    guard user == owner || user == 0 || !active.contains(user) else { return nil }
    (self.number, self.user, isOwn) = (number, user, user == owner)
  }

  var program: String? { RunningProcess.program(of: number) }
  var name: String? { RunningProcess.name(of: number) }
  var controlGroup: String? { RunningProcess.controlGroup(of: number) }
}
