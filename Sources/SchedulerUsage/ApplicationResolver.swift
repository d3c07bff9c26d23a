import Scheduler
import SchedulerPlatform

/// Finds the application of a window among the desktop entries of the machine.
struct ApplicationResolver: Sendable {
  private let directories: DesktopEntryDirectories
  private let search: ProgramSearch
  private let user: UInt32
  private var installed = InstalledApplications([])
  private var stamp: DesktopEntryDirectories.Stamp?
  private var nested: [String] = []
  /// Identities that were found since the entries were read.
  private var known: [Key: ApplicationIdentity] = [:]

  private struct Key: Hashable {
    let window: FocusedWindow
    let program: String?
  }

  /// Maximum number of kept identities: more than a person has applications. A window can claim any name.
  private static let knownLimit = 256

  /// Creates a resolver for the user and the directories of an environment. Reads nothing yet.
  init(_ environment: ProcessEnvironment) {
    directories = DesktopEntryDirectories(environment)
    search = ProgramSearch(environment)
    user = environment.effectiveUserID
  }

  /// Returns the identity of the application of a window.
  ///
  /// The names of the window lead to a desktop entry: as its ID, as the class that it declares, or as its ID in another
  /// spelling. The program of the process joins what the entry says, so that a window with a false name is known by both.
  /// A process of another user counts as none. Without an entry and a program, the name of the window counts as the file
  /// name of a program.
  ///
  /// Complexity: O(directories) for a window that is known, else O(entries). Entries are read again after a change.
  mutating func identity(of window: FocusedWindow) -> ApplicationIdentity {
    refresh()
    let program = window.processID.flatMap(program(of:))
    let key = Key(window: window.names, program: program)
    if let identity = known[key] { return identity }
    let identity = identity(of: window, program: program)
    if known.count >= Self.knownLimit { known = [:] }
    known[key] = identity
    return identity
  }

  /// Returns the domain of the page in front of a window. It is the newest of the browser whose process has opened the
  /// window or, if that process is not known to be one of a browser, of a browser whose program is that of the window's
  /// application.
  mutating func domain(of window: FocusedWindow, among pages: [FrontPage]) -> DomainName? {
    guard !pages.isEmpty else { return nil }
    let own = pages.filter { $0.process == window.processID }
    if !own.isEmpty { return own.compactMap(\.domain).first }
    let identity = identity(of: window)
    // Another process of the same program has other windows.
    let program = window.processID.flatMap(program(of:))
    return pages.first { page in
      page.domain != nil && page.program != program && page.program.map(identity.isOfProgram) ?? false
    }?.domain
  }

  /// Returns the path of the program of a process. Programs that run others, such as interpreters, are not the
  /// application.
  private func program(of process: Int32) -> String? {
    guard RunningProcess.user(of: process) == user, let path = RunningProcess.program(of: process),
      path.hasPrefix("/"), !ApplicationName(path).isLauncher
    else { return nil }
    return path
  }

  private func identity(of window: FocusedWindow, program: String?) -> ApplicationIdentity {
    let names = [window.applicationID, window.windowClass, window.instance].compactMap(\.self)
    if let found = application(named: names) {
      let identity = found.identity
      return ApplicationIdentity(
        desktopIDs: identity.desktopIDs, paths: identity.paths.union([program].compactMap(\.self)),
        categories: identity.categories, isDesktopApplication: identity.isDesktopApplication)
    }
    if let program { return installed.identity(of: ApplicationName(program), at: [program]) }
    for name in names {
      let spelling = ApplicationName(name.lowercased())
      if !spelling.isPath, installed.contains(spelling) { return installed.identity(of: spelling, at: []) }
    }
    return ApplicationIdentity(fileNames: Set(names.prefix(1)))
  }

  /// Returns the application that has one of the names.
  private func application(named names: [String]) -> InstalledApplications.Application? {
    let tests: [(DesktopEntry, String) -> Bool] = [
      { $0.id == $1 },
      { $0.windowClass == $1 },
      { $0.id.lowercased() == $1.lowercased() },
      // Such as class "Nautilus" and ID "org.gnome.Nautilus".
      { $0.id.split(separator: ".").last?.lowercased() == $1.lowercased() },
    ]
    for test in tests {
      for name in names {
        let found = installed.applications.filter { test($0.entry, name) }
        if let best = found.first(where: \.entry.isShown) ?? found.first { return best }
      }
    }
    return nil
  }

  /// Reads the entries if they may have changed.
  private mutating func refresh() {
    guard stamp == nil || stamp != directories.stamp(nested: nested) else { return }
    nested = directories.nestedDirectories()
    stamp = directories.stamp(nested: nested)
    known = [:]
    var applications: [InstalledApplications.Application] = []
    directories.forEachFile { file in
      guard let entry = DesktopEntry(parsing: file.bytes, id: file.id) else { return }
      applications.append(
        InstalledApplications.Application(entry: entry, paths: entry.program.map(search.paths) ?? []))
    }
    installed = InstalledApplications(applications)
  }
}

extension ApplicationIdentity {
  /// Whether a program is that of this application: one of its paths, one with its name, or one in a directory of its own
  /// in which the application has another program that starts it, such as `/opt/google/chrome`.
  fileprivate func isOfProgram(_ path: String) -> Bool {
    let directory = { (path: String) in path.split(separator: "/").dropLast() }
    let name = ApplicationName(path).fileName.lowercased()
    if paths.contains(path) || desktopIDs.union(fileNames).contains(where: { $0.lowercased() == name }) { return true }
    return directory(path).last != "bin" && paths.contains { directory($0) == directory(path) }
  }
}
