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
  /// that runs many other programs; or all of its paths are in directories of the system's own programs.
  public var isNeverShielded: Bool {
    fileNames.contains { ApplicationName($0).isNeverShielded }
      || (!paths.isEmpty && paths.allSatisfy { ApplicationName($0).isNeverShielded })
  }

  /// Whether `apps = "all"` leaves it out unless an entry names it or one of its categories: it is a terminal, an aid
  /// for people with disabilities, or a settings program.
  public var isSparedByAll: Bool { categories.contains { Self.sparedCategories.contains($0.name) } }

  private static let sparedCategories: Set<String> = ["TerminalEmulator", "Accessibility", "Settings"]
}

extension ApplicationName {
  /// Whether the program runs many other programs: an interpreter, a shell or a launcher. It is never shielded itself.
  public var isLauncher: Bool { NeverShielded.isLauncher(String(fileName)) }

  /// The file names of init, login, remote login, package tools and our own command. Without these programs the machine
  /// could not be used or repaired.
  public static var vitalFileNames: Set<String> { NeverShielded.system }

  /// Whether the program with that file name, or in that directory, is never shielded.
  public var isNeverShielded: Bool {
    do throws(TextProblem) {
      _ = try ApplicationText.blocked(text)
      return false
    } catch {
      return error.code == .neverShielded
    }
  }
}

/// A layer's application rules, compiled so that many applications can be decided quickly.
///
/// For programs that may be shielded, the results equal those of `Layer.ApplicationRules.decision(for:)`.
struct ApplicationIndex: Sendable {
  /// Whether a listed path is blocked. If it is also listed as allowed, it is not.
  private var paths: [String: Bool] = [:]
  /// Whether a listed desktop ID or file name is blocked. If it is also listed as allowed, it is not.
  private var names: [String: Bool] = [:]
  private let allowCategories: Set<ApplicationCategory>
  private let blockCategories: Set<ApplicationCategory>
  private let blocksUnlisted: Bool

  /// Compiles the rules of a layer.
  ///
  /// Complexity: O(names).
  init(_ rules: Layer.ApplicationRules) {
    allowCategories = Set(rules.allowCategories)
    blockCategories = Set(rules.blockCategories)
    blocksUnlisted = rules.default == .block
    for (listed, isBlocked) in [(rules.block, true), (rules.allow, false)] {
      for name in listed {
        if name.isPath { paths[name.text] = isBlocked } else { names[name.text] = isBlocked }
      }
    }
  }

  /// Whether the layer blocks an application. The application must not be one that is never shielded.
  func blocks(_ application: ApplicationIdentity) -> Bool {
    if let isBlocked = Self.verdict(of: paths, on: [application.paths]) { return isBlocked }
    if let isBlocked = Self.verdict(of: names, on: [application.desktopIDs, application.fileNames]) {
      return isBlocked
    }
    if !allowCategories.isDisjoint(with: application.categories) { return false }
    if !blockCategories.isDisjoint(with: application.categories) { return true }
    return blocksUnlisted && application.isDesktopApplication && !application.isSparedByAll
  }

  /// Returns false if one of the names is allowed, else true if one is blocked, else nil.
  private static func verdict(of listed: [String: Bool], on kinds: [Set<String>]) -> Bool? {
    guard !listed.isEmpty else { return nil }
    var verdict: Bool?
    for name in kinds.joined() {
      guard let isBlocked = listed[name] else { continue }
      if !isBlocked { return false }
      verdict = true
    }
    return verdict
  }
}
