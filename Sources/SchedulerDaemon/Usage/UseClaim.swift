import Scheduler
import SchedulerEnforcement

/// What a report says is in use, in a form that running processes are compared with.
///
/// Only what certainly does not run contradicts a report. Therefore a process supports a claim if it may be the
/// application: by its file, its name or its control group. A program that starts others under names of their own
/// contradicts nothing. Command lines are not read: they are in the memory of their processes, which may make a reader wait.
struct UseClaim: Sendable {
  /// How far the name of a program's file tells the name of its processes.
  enum ProgramKind: Sendable {
    /// It runs under its own name: a binary.
    case named
    /// It starts programs of other names: a script, an interpreter or a launcher.
    case launching
    /// There is no such file.
    case missing
    /// The file is not examined, because it is where users may put files and file systems of their own.
    case unexamined
  }

  /// The program of a desktop entry on this machine.
  struct Entry: Sendable {
    /// The program as the entry names it; nil if it names none.
    var program: String?
    /// The paths of the program; empty if it was not found.
    var paths: [String]
  }

  /// What is known about a process.
  protocol Subject {
    /// Whether it runs for the person of the report. Others are root's, or of users without a session of their own: what
    /// they run may have a window in this one.
    var isOwn: Bool { get }
    /// The path of its program; nil if it cannot be read.
    var program: String? { get }
    /// Its name; nil if it cannot be read.
    var name: String? { get }
    /// The path of its control group.
    var controlGroup: String? { get }
  }

  /// Whether the application cannot run without a process that supports the claim.
  let isCertain: Bool
  private let paths: Set<String>
  private let desktopIDs: Set<String>
  /// The names with which the name of a file of the application may begin, in lower case, at most `nameLimit`.
  private let names: [String]
  /// The directories that contain only files of the application.
  private let directories: Set<String>

  /// Compiles a claim.
  ///
  /// - Parameters:
  ///   - application: the application that a report names.
  ///   - entry: returns the program of a desktop entry; nil if the machine has no such entry.
  ///   - kind: returns how far a path tells the name of processes.
  init(_ application: ApplicationIdentity, entry: (String) -> Entry?, kind: (String) -> ProgramKind) {
    let entries = application.desktopIDs.compactMap(entry)
    let found = application.paths.union(entries.flatMap(\.paths))
    let programs = entries.map(\.program)
    let kinds = found.map(kind)
    let isKnown = !application.paths.isEmpty || !entries.isEmpty
    // Without a desktop ID, an agent has read the path from the process.
    let isExamined = application.desktopIDs.isEmpty || !kinds.contains(.unexamined)
    isCertain =
      isKnown && isExamined && !kinds.contains(.launching) && !found.contains(where: Self.startsOthers)
      && entries.allSatisfy { !$0.paths.isEmpty && !($0.program.map(Self.startsOthers) ?? true) }
    paths = application.paths
    desktopIDs = application.desktopIDs
    let files = (Array(found) + programs.compactMap(\.self)).map { ApplicationName($0).fileName }
    let titles: [Substring] = desktopIDs.flatMap { [$0[...], $0.split(separator: ".").last ?? ""] }
    names = Array(Set((files + titles).map(Self.simplified)).filter { !$0.isEmpty }.sorted().prefix(Self.nameLimit))
    directories = desktopIDs.isEmpty ? [] : Set(found.map(Self.directory)).filter(Self.isOfOneApplication)
  }

  /// Returns what processes say about the claim, and the first process that supports it, with its program.
  func compare<Process: Subject>(
    with processes: some Sequence<Process>
  ) -> (evidence: UseEvidence, supporter: (process: Process, program: String?)?) {
    var (isOwnSeen, mayBeAnother) = (false, false)
    for process in processes {
      let program = process.program
      if isSupported(by: process, running: program) { return (.confirmed, (process, program)) }
      guard process.isOwn, let program else { continue }
      isOwnSeen = true
      mayBeAnother = mayBeAnother || isHost(program, of: process)
    }
    // Not even the agent is seen where processes are hidden.
    return (isCertain && isOwnSeen && !mayBeAnother ? .contradicted : .unchecked, nil)
  }

  /// Whether a program may show the window of the application under a name of its own: one that shows windows of other
  /// machines, or an interpreter, whose windows choose the desktop ID that they claim. Files of users do not count.
  private func isHost(_ program: String, of process: some Subject) -> Bool {
    guard Self.programDirectories.contains(where: program.hasPrefix) else { return false }
    let name = ApplicationName(program).fileName
    if Self.forwarders.contains(name) { return true }
    return !desktopIDs.isEmpty && Self.isInterpreter(program) && !Self.isOfShell(process)
  }

  /// Whether a program runs scripts.
  static func isInterpreter(_ path: String) -> Bool {
    let name = ApplicationName(path).fileName
    return interpreters.contains(where: name.hasPrefix)
  }

  /// Whether a program starts others, which have names of their own, perhaps as another user or elsewhere.
  static func startsOthers(_ path: String) -> Bool {
    let name = ApplicationName(path)
    return name.isLauncher || starters.contains(name.fileName)
  }

  /// Whether a process is a service of GNOME Shell or belongs to it, and has no window of its own. An application that gjs
  /// runs has the name of its script.
  private static func isOfShell(_ process: some Subject) -> Bool {
    guard process.name == "gjs", let unit = process.controlGroup?.split(separator: "/").last else { return false }
    return unit == "dbus.service" || unit.hasPrefix("dbus-") || unit.hasPrefix("org.gnome.Shell@")
  }

  /// Whether a process may be the application.
  ///
  /// - Parameter program: the path of its program; nil if it cannot be read.
  private func isSupported(by process: some Subject, running program: String?) -> Bool {
    if let program {
      if process.isOwn, paths.contains(program) { return true }
      if directories.contains(Self.directory(of: program)) || isNamed(in: program) || isBegun(by: program) {
        return true
      }
    }
    if let name = process.name {
      if isNamed(in: name) || program == nil && process.isOwn && isBegun(by: name) { return true }
    }
    guard !desktopIDs.isEmpty, let units = process.controlGroup?.split(separator: "/") else { return false }
    return desktopIDs.contains { id in units.contains { ApplicationUnit.runs(id, unit: $0) } }
  }

  /// Whether a part of a path or of another text begins with one of the names, such as `gnome-terminal-server`.
  private func isNamed(in text: String) -> Bool {
    text.split(separator: "/").suffix(Self.partLimit).contains { part in
      let part = Self.simplified(part)
      return names.contains { part.hasPrefix($0) }
    }
  }

  /// Whether one of the names begins with the name of a program, such as `google-chrome-stable` with `google-chrome`.
  private func isBegun(by program: String) -> Bool {
    let file = ApplicationName(program).fileName
    let name = Self.simplified(file)
    guard name.utf8.count >= Self.shortestBeginning, !ApplicationName(String(file)).isLauncher else { return false }
    return names.contains { $0.hasPrefix(name) }
  }

  /// Returns a file name in lower case, without dots before it and extensions that do not name the application.
  private static func simplified(_ name: Substring) -> String {
    var name = name.lowercased().drop { $0 == "." }
    while let suffix = extensions.first(where: { name.hasSuffix($0) && name.count > $0.count }) {
      name = name.dropLast(suffix.count)
    }
    return String(name)
  }

  private static func directory(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Whether a directory, such as `opt/google/chrome`, has the programs of one application.
  private static func isOfOneApplication(_ directory: String) -> Bool {
    let parts = directory.split(separator: "/")
    return parts.count > 1 && !sharedDirectories.contains(parts.last ?? "")
  }

  private static let sharedDirectories: Set<Substring> = ["bin", "sbin", "games", "lib", "libexec", "local"]
  private static let extensions = [".appimage", ".bin", ".exe", ".jar", ".pl", ".py", ".rb", ".real", ".sh"]
  /// The maximum number of names of an application, and of parts of a path, that are compared, so that a report causes
  /// little work. An application has a few.
  private static let (nameLimit, partLimit) = (32, 16)
  private static let starters: Set<Substring> = [
    "pkexec", "sudo", "su", "su-to-root", "doas", "runuser", "lxqt-sudo", "ssh", "waypipe", "xpra", "dbus-launch",
    "dbus-run-session", "machinectl", "podman", "docker", "distrobox", "toolbox", "waydroid", "steam", "lutris",
    "bottles",
  ]
  /// The programs that show windows of other machines.
  private static let forwarders: Set<Substring> = ["ssh", "waypipe", "xpra", "x2goclient"]
  private static let interpreters = [
    "python", "perl", "ruby", "gjs", "node", "electron", "java", "mono", "wine", "lua", "guile", "tclsh", "wish",
  ]
  /// The directories in which root alone puts programs.
  private static let programDirectories = ["/usr/", "/bin/", "/opt/", "/nix/store/", "/gnu/store/"]
  /// The number of bytes from which the name of a program is no accidental beginning of another.
  private static let shortestBeginning = 4
}
