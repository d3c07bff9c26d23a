import Platform
import Scheduler

/// The applications of this machine, read when one is asked about.
final class MachineApplications {
  private let directories: DesktopEntryDirectories
  private let search: ProgramSearch
  private lazy var installed = InstalledApplications(
    directories.files().compactMap { file in
      DesktopEntry(parsing: file.bytes, id: file.id).map { entry in
        InstalledApplications.Application(entry: entry, paths: entry.program.map(search.paths) ?? [])
      }
    })

  init(_ environment: ProcessEnvironment) {
    directories = DesktopEntryDirectories(environment)
    search = ProgramSearch(environment)
  }

  /// Whether a target is an application of this machine: one with a desktop entry, or a program.
  func contains(_ target: Target) -> Bool {
    guard case .application(let name) = target else { return false }
    return !search.paths(of: name.text).isEmpty || installed.contains(name)
  }

  /// A target with what this machine knows of it; `paths` are where it would lie if it were here.
  func resolve(_ target: Target, orAt paths: [String]) -> ResolvedTarget {
    switch target {
    case .domain(let domain): .domain(domain)
    case .application(let name):
      .application(installed.identity(of: name, at: paths.isEmpty ? search.paths(of: name.text) : paths))
    }
  }
}
