/// An application as a machine knows it: by all the names that an entry of a layer may have for it.
public struct ApplicationIdentity: Hashable, Sendable {
  /// Its desktop ids, without `.desktop`; letter case counts.
  public var desktopIDs: Set<String>
  /// The absolute paths of its program: as found, and what links on the way lead to.
  public var paths: Set<String>
  /// The names of its program's files: the last parts of its paths, and what it is called where no path is known.
  public var fileNames: Set<String>
  /// Its registered categories.
  public var categories: Set<ApplicationCategory>
  /// Whether `apps = "all"` means it: it has a desktop entry that is shown and does not run in a terminal.
  public var isDesktopApplication: Bool

  /// An application of these names; the last parts of its paths are added to its file names.
  public init(
    desktopIDs: Set<String> = [], paths: Set<String> = [], fileNames: Set<String> = [],
    categories: Set<ApplicationCategory> = [], isDesktopApplication: Bool = false
  ) {
    self.desktopIDs = desktopIDs
    self.paths = paths
    self.fileNames = fileNames.union(paths.map { String(ApplicationName($0).fileName) })
    self.categories = categories
    self.isDesktopApplication = isDesktopApplication
  }

  /// Whether it is, by one of its file names, a program without which the machine could not be used or repaired, or one
  /// that runs much else.
  public var isNeverShielded: Bool { fileNames.contains { ApplicationName($0).isNeverShielded } }
}

extension ApplicationName {
  /// Whether the program of that file name is never shielded.
  public var isNeverShielded: Bool {
    do throws(TextProblem) {
      _ = try ApplicationText.blocked(text)
      return false
    } catch {
      return error.code == .neverShielded
    }
  }
}
