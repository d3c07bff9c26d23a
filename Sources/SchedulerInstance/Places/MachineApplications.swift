/// The applications of this machine. They are read on the first query.
public final class MachineApplications {
  private let directories: DesktopEntryDirectories
  private let search: ProgramSearch
  private lazy var installed = InstalledApplications(
    directories.files().compactMap { file in
      DesktopEntry(parsing: file.bytes, id: file.id).map { entry in
        InstalledApplications.Application(entry: entry, paths: entry.program.map(search.paths) ?? [])
      }
    })

  /// Creates the applications in the directories and the `PATH` of an environment. Reads nothing yet.
  public init(_ environment: ProcessEnvironment) {
    directories = DesktopEntryDirectories(environment)
    search = ProgramSearch(environment)
  }

  /// Returns whether a target is an application of this machine, which has a desktop entry or a program.
  public func contains(_ target: Target) -> Bool {
    guard case .application(let name) = target else { return false }
    return !search.paths(of: name.text).isEmpty || installed.contains(name)
  }

  /// Returns the first reading of a text that the configuration or the machine knows, otherwise the first one. A page
  /// that `urls` of the configuration cover comes before its host.
  ///
  /// - Parameter readings: the possible meanings of the text, the most likely first; never empty.
  public func meant(by readings: [Target], in configuration: Configuration) -> (
    target: Target, resolved: ResolvedTarget
  ) {
    let page = readings.last { if case .page = $0 { configuration.names($0) } else { false } }
    let target = page ?? readings.first { configuration.names($0) || contains($0) } ?? readings[0]
    return (target, resolve(target, orAt: isMissing(target) ? configuration.paths(of: target) : []))
  }

  /// Returns the application of the program at a path.
  public func identity(ofProgram path: String) -> ApplicationIdentity {
    installed.identity(of: ApplicationName(path), at: [path])
  }

  /// Returns the application with a desktop ID. One that the machine does not have has only the ID.
  public func identity(withID id: String) -> ApplicationIdentity {
    var identity = installed.identity(of: ApplicationName(id), at: [])
    identity.desktopIDs.insert(id)
    return identity
  }

  /// Returns the application of a process with a name, by which the system knows a script: the beginning of its file name.
  public func identity(ofProcessNamed name: String) -> ApplicationIdentity {
    let files = installed.applications.lazy.flatMap(\.paths).map { ApplicationName($0) }
    let file = files.first { $0.isFile(ofProcessNamed: name) }.map { String($0.fileName) } ?? name
    return installed.identity(of: ApplicationName(file), at: search.paths(of: file))
  }

  /// Returns whether a target is an application that is not installed on this machine.
  public func isMissing(_ target: Target) -> Bool {
    if case .application = target { !contains(target) } else { false }
  }

  /// Returns a target with the machine's information about it. `paths` are the paths that a missing application would
  /// have.
  private func resolve(_ target: Target, orAt paths: [String]) -> ResolvedTarget {
    switch target {
    case .domain(let domain): .domain(domain)
    case .page(let page): .page(page)
    case .application(let name):
      .application(installed.identity(of: name, at: paths.isEmpty ? search.paths(of: name.text) : paths))
    }
  }
}

extension MachineNames {
  /// The host name of this machine, with and without its domain.
  public static var ofThisMachine: MachineNames {
    let name = HostName.current() ?? ""
    let short = name.split(separator: ".").first.map(String.init) ?? ""
    return MachineNames(
      Set([name, short]).sorted().compactMap { text in
        do throws(TargetProblem) { return try DomainName(text) } catch { return nil }
      })
  }
}
