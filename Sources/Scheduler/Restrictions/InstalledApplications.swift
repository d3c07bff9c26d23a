/// The applications of a machine: their desktop entries, and where the programs that these start lie.
public struct InstalledApplications: Sendable {
  /// A desktop entry and the paths of its program.
  public struct Application: Hashable, Sendable {
    /// Its desktop entry.
    public let entry: DesktopEntry
    /// The absolute paths of its program; none when it was not found, or is one that runs much else, such as `flatpak`.
    public let paths: [String]

    /// An application whose program was found at `paths`. Of these, programs that are never shielded are left out: they
    /// are not the application.
    public init(entry: DesktopEntry, paths: [String]) {
      self.entry = entry
      self.paths = paths.filter { !ApplicationName($0).isNeverShielded }
    }
  }

  /// The applications, each desktop id once.
  public let applications: [Application]

  /// The applications of a machine; those whose entries count as deleted are left out.
  public init(_ applications: [Application]) { self.applications = applications.filter { !$0.entry.isHidden } }

  /// The identity of what a name means on this machine.
  ///
  /// A desktop id is that entry alone. A path or a file name is the program, with what the shown entries that start it
  /// have in common: a shared program is none of them, and has a category only if all of them have it. A name that is
  /// unknown here is compared as it stands. A program that is never shielded stays that program, also where a desktop
  /// entry has its name, as that of an interpreter may.
  ///
  /// - Parameter paths: where the name lies on this machine: a path and what its links lead to, or what a search of
  ///   `PATH` finds; empty when it is not there.
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

  /// Whether a desktop entry has this id, or starts a program of this file name.
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
  /// Whether `apps = "all"` means it.
  var isDesktopApplication: Bool { isShown && !runsInTerminal }
}

extension ApplicationIdentity {
  /// One desktop entry with its program.
  init(_ application: InstalledApplications.Application) {
    let entry = application.entry
    self.init(
      desktopIDs: [entry.id], paths: Set(application.paths), categories: Set(entry.categories),
      isDesktopApplication: entry.isDesktopApplication)
  }
}
