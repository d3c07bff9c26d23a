import Scheduler
import SchedulerPlatform

/// An installed application, for a person who writes a configuration.
public struct InstalledProgram: Hashable, Sendable {
  /// The desktop ID, which a configuration names.
  public let id: String
  /// The name that menus show; the ID if it has none.
  public let name: String
  /// The registered categories.
  public let categories: [ApplicationCategory]
  /// The files that are blocked with it: the program, and what it starts if it is a script. Empty if it is not installed
  /// or runs in a launcher.
  public let executables: [String]
  /// The path of the launcher that runs it, such as `flatpak`; nil for none.
  public let launcher: String?
  /// Whether menus show it.
  public let isShown: Bool
  /// Whether `apps = "all"` includes it.
  public let isOfAll: Bool
  /// Whether it is never blocked.
  public let isNeverShielded: Bool

  init(_ row: ApplicationTable.Row, search: ProgramSearch) {
    let entry = row.entry
    let identity = row.application.identity
    let reach = ProgramReach(of: row.paths, arguments: entry.arguments, search: search)
    (id, name, categories) = (entry.id, entry.name ?? entry.id, entry.categories)
    executables = reach.allFiles
    let isLauncher = row.program.map { ApplicationName($0).isLauncher } ?? false
    launcher = isLauncher ? row.program : nil
    isShown = entry.isShown
    isNeverShielded =
      identity.isNeverShielded || ApplicationName(entry.id).isNeverShielded
      || (isLauncher && entry.arguments.isEmpty && !reach.needsUnit)
    isOfAll = entry.isDesktopApplication && !identity.isSparedByAll && !isNeverShielded
  }
}
