import Scheduler
import SchedulerPlatform

/// Resolves the applications that layers name to the executables, units and arguments of this machine.
///
/// The directories of desktop entries are read once, and again when one of them has changed. Programs are searched for
/// in each call, because an upgrade may move them.
///
/// ```swift
/// var resolver = ApplicationResolver(system: directories, search: search, accounts: .system, owner: .system)
/// let blocks = resolver.blocks(of: shield.layers)
/// ```
public struct ApplicationResolver: Sendable {
  /// The instance whose layers are resolved.
  public enum Owner: Hashable, Sendable {
    /// The system's. Its layers cover every user but root, and users cannot weaken them by desktop entries of their own.
    case system
    /// The instance of a user, by ID. Its layers cover only this user, whose own desktop entries replace the system's.
    case user(UInt32)
  }

  /// The directories with the desktop entries of one user.
  public struct PersonalDirectories: Hashable, Sendable {
    /// The ID of the user.
    public let user: UInt32
    /// The directories.
    public let directories: DesktopEntryDirectories

    /// Creates the directories of a user.
    public init(of user: UInt32, _ directories: DesktopEntryDirectories) {
      (self.user, self.directories) = (user, directories)
    }
  }

  /// What of the layers of the last call could not be resolved, or covers more or less than it says: one sentence each,
  /// without a full stop.
  public private(set) var limits: [String] = []

  private var catalog: ApplicationCatalog
  private var users: LayerUsers
  private let search: ProgramSearch

  /// Creates a resolver. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - system: the directories of the system. An entry hides none with the same ID in another directory.
  ///   - personal: the directories of users. In the system's instance, an entry there adds to what a layer blocks for
  ///     this user and changes nothing else.
  public init(
    system: DesktopEntryDirectories, personal: [PersonalDirectories] = [], search: ProgramSearch,
    accounts: AccountDatabase, owner: Owner
  ) {
    catalog = ApplicationCatalog(system: system, personal: personal, owner: owner)
    users = LayerUsers(accounts: accounts, owner: owner)
    self.search = search
  }

  /// Creates the resolver of a process on this machine: that of the system for root, otherwise that of its user. Reads
  /// nothing yet.
  ///
  /// In addition to `PATH` it searches the directories of games, snaps and flatpaks, and without `XDG_DATA_DIRS` the
  /// desktop entries of snaps and flatpaks. The desktop entries of other users are not included.
  public static func ofThisMachine(_ environment: ProcessEnvironment) -> ApplicationResolver {
    let search =
      ProgramSearch(environment).directories
      + programDirectories.filter { directory in
        !ProgramSearch(environment).directories.contains(directory)
      }
    let user = environment.effectiveUserID
    let data = environment["XDG_DATA_DIRS"] ?? dataDirectories
    let system = data.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
    let own = DesktopEntryDirectories(environment).paths.filter { !system.contains($0) }
    let personal = PersonalDirectories(of: user, DesktopEntryDirectories(paths: own))
    return ApplicationResolver(
      system: DesktopEntryDirectories(paths: system), personal: user == 0 ? [] : [personal],
      search: ProgramSearch(directories: search), accounts: .system, owner: user == 0 ? .system : .user(user))
  }

  private static let programDirectories = [
    "/usr/games", "/usr/local/games", "/snap/bin", "/var/lib/flatpak/exports/bin",
  ]
  private static let dataDirectories =
    "/usr/local/share:/usr/share:/var/lib/flatpak/exports/share:/var/lib/snapd/desktop"

  /// Returns what layers block on this machine, in their order and each thing once per layer.
  ///
  /// Complexity: O(applications × names), and a few system calls for each application. A name that no file of accounts
  /// has may take up to 10 seconds with slow name services.
  public mutating func blocks(of layers: [AppliedLayer]) -> [ApplicationBlock] {
    limits = []
    guard layers.contains(where: \.layer.applications.blocksAny) else { return [] }
    catalog.refresh()
    let applications = ApplicationTable(catalog.entries, found: search)
    var blocks: [ApplicationBlock] = []
    for applied in layers where applied.layer.applications.blocksAny {
      let (covered, problems) = users.covered(by: applied)
      limits += problems
      guard covered != .only([]) else { continue }
      var resolution = LayerResolution(of: applied, covering: covered, applications: applications, search: search)
      resolution.resolve()
      blocks += resolution.blocks
      limits += resolution.limits
    }
    limits = limits.uniqued
    return blocks
  }

  /// Returns the installed applications that menus show or that a layer can name, ordered by ID.
  public mutating func installed() -> [InstalledProgram] {
    catalog.refresh()
    let applications = ApplicationTable(catalog.entries, found: search)
    return applications.all.map { InstalledProgram($0, search: search) }.uniqued
      .sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
  }
}

extension Layer.ApplicationRules {
  /// Whether anything may be blocked.
  var blocksAny: Bool { self.default == .block || !block.isEmpty || !blockCategories.isEmpty }
}

extension Array where Element: Hashable {
  /// The elements without repetitions, in order.
  var uniqued: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
