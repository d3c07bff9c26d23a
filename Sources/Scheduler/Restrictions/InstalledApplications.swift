/// The applications of a machine: their desktop entries and the paths of the programs that these start.
public struct InstalledApplications: Sendable {
  /// A desktop entry and the paths of its program.
  public struct Application: Hashable, Sendable {
    /// The desktop entry of the application.
    public let entry: DesktopEntry
    /// The absolute paths of its program; empty if it was not found or runs many other programs, such as `flatpak`.
    public let paths: [String]

    /// Creates an application whose program was found at `paths`. Programs that run many others are left out of the
    /// paths: they are not the application.
    public init(entry: DesktopEntry, paths: [String]) {
      self.entry = entry
      self.paths = paths.filter { !ApplicationName($0).isLauncher }
    }

    /// The names by which a layer may refer to it.
    public var identity: ApplicationIdentity { ApplicationIdentity(self) }
  }

  /// The applications.
  public let applications: [Application]

  /// Creates the list of applications without those whose entries count as deleted.
  public init(_ applications: [Application]) { self.applications = applications.filter { !$0.entry.isHidden } }

  /// Returns the identity of the application that a name refers to on this machine.
  ///
  /// A desktop ID refers to that entry alone. A path or a file name refers to the program, with the properties that all
  /// shown entries that start it share: a shared program is none of the applications and has a category only if all of
  /// them have it. An unknown name is compared literally. A program that is never shielded remains that program even if
  /// a desktop entry has its name, as that of an interpreter may.
  ///
  /// - Parameter paths: the paths of the name on this machine: a path and the target of its links, or the result of a
  ///   search in `PATH`; empty if it was not found.
  /// - Complexity: O(applications).
  public func identity(of name: ApplicationName, at paths: [String]) -> ApplicationIdentity {
    let text = name.text
    if name.isNeverShielded { return ApplicationIdentity(paths: Set(paths), fileNames: [String(name.fileName)]) }
    if let application = application(withID: name) { return ApplicationIdentity(application) }
    let known = Set(name.isPath ? paths + [text] : paths)
    let starting = applications.filter { application in
      application.paths.contains { known.contains($0) || (!name.isPath && ApplicationName($0).fileName == text[...]) }
    }
    let shown = starting.filter(\.entry.isShown)
    let entries = (shown.isEmpty ? starting : shown).map(\.entry)
    let categories = entries.map { Set($0.categories) }
    return ApplicationIdentity(
      desktopIDs: entries.count == 1 ? Set(entries.map(\.id)) : [], paths: known.union(starting.flatMap(\.paths)),
      fileNames: name.isPath ? [] : [text],
      categories: categories.dropFirst().reduce(categories.first ?? []) { $0.intersection($1) },
      isDesktopApplication: entries.contains(where: \.isDesktopApplication))
  }

  /// Whether a desktop entry has this ID or starts a program with this file name.
  public func contains(_ name: ApplicationName) -> Bool {
    application(withID: name) != nil
      || applications.contains {
        $0.paths.contains { $0 == name.text || ApplicationName($0).fileName == name.text[...] }
      }
  }

  private func application(withID name: ApplicationName) -> Application? {
    applications.first { $0.entry.id == name.text }
  }
}

extension DesktopEntry {
  /// Whether `apps = "all"` includes it.
  public var isDesktopApplication: Bool { isShown && !runsInTerminal }
}

extension ApplicationIdentity {
  /// Creates the identity of one desktop entry with its program.
  init(_ application: InstalledApplications.Application) {
    let entry = application.entry
    self.init(
      desktopIDs: [entry.id], paths: Set(application.paths), categories: Set(entry.categories),
      isDesktopApplication: entry.isDesktopApplication)
  }
}
