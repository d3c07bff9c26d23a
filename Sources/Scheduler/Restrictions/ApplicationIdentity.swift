/// An application as a machine knows it: all names by which an entry of a layer may refer to it.
public struct ApplicationIdentity: Hashable, Sendable {
  /// The desktop IDs, without `.desktop`; case-sensitive.
  public var desktopIDs: Set<String>
  /// The absolute paths of the program: as found, and after following links.
  public var paths: Set<String>
  /// The file names of the program: the last components of its paths, and its name if no path is known.
  public var fileNames: Set<String>
  /// The registered categories.
  public var categories: Set<ApplicationCategory>
  /// Whether `apps = "all"` includes it: it has a desktop entry that is shown and does not run in a terminal.
  public var isDesktopApplication: Bool

  /// Creates an application. The last components of `paths` are added to `fileNames`.
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

  /// Whether one of its file names is that of a program without which the machine could not be used or repaired, or
  /// that runs many other programs.
  public var isNeverShielded: Bool { fileNames.contains { ApplicationName($0).isNeverShielded } }
}

extension ApplicationName {
  /// Whether the program with that file name is never shielded.
  public var isNeverShielded: Bool {
    do throws(TextProblem) {
      _ = try ApplicationText.blocked(text)
      return false
    } catch {
      return error.code == .neverShielded
    }
  }
}
