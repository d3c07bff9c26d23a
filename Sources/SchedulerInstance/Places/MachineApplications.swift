import Scheduler
import SchedulerPlatform

/// The applications of this machine, read when the first one is asked about.
public final class MachineApplications {
  private let directories: DesktopEntryDirectories
  private let search: ProgramSearch
  private lazy var installed = InstalledApplications(
    directories.files().compactMap { file in
      DesktopEntry(parsing: file.bytes, id: file.id).map { entry in
        InstalledApplications.Application(entry: entry, paths: entry.program.map(search.paths) ?? [])
      }
    })

  /// The applications in the directories and the `PATH` of an environment. Reads nothing yet.
  public init(_ environment: ProcessEnvironment) {
    directories = DesktopEntryDirectories(environment)
    search = ProgramSearch(environment)
  }

  /// Whether a target is an application of this machine: one with a desktop entry, or a program.
  public func contains(_ target: Target) -> Bool {
    guard case .application(let name) = target else { return false }
    return !search.paths(of: name.text).isEmpty || installed.contains(name)
  }

  /// The reading of a text that the configuration or the machine knows; without one the first.
  ///
  /// - Parameter readings: what the text can mean, the likelier first; never empty.
  public func meant(by readings: [Target], in configuration: Configuration) -> (
    target: Target, resolved: ResolvedTarget
  ) {
    let target = readings.first { configuration.names($0) || contains($0) } ?? readings[0]
    return (target, resolve(target, orAt: isMissing(target) ? configuration.paths(of: target) : []))
  }

  /// Whether a target is an application that this machine does not have.
  public func isMissing(_ target: Target) -> Bool {
    if case .application = target { !contains(target) } else { false }
  }

  /// A target with what this machine knows of it; `paths` are where it would lie if it were here.
  private func resolve(_ target: Target, orAt paths: [String]) -> ResolvedTarget {
    switch target {
    case .domain(let domain): .domain(domain)
    case .application(let name):
      .application(installed.identity(of: name, at: paths.isEmpty ? search.paths(of: name.text) : paths))
    }
  }
}

extension MachineNames {
  /// The host name of this machine, whole and without its domain.
  public static var ofThisMachine: MachineNames {
    let name = HostName.current() ?? ""
    let short = name.split(separator: ".").first.map(String.init) ?? ""
    return MachineNames(
      Set([name, short]).sorted().compactMap { text in
        do throws(TargetProblem) { return try DomainName(text) } catch { return nil }
      })
  }
}
