import Glibc

/// A path to watch for changes.
public struct WatchedPath: Hashable, Sendable {
  /// The path. Links are followed, and what they lead to is watched as well.
  public let path: String
  /// Whether the path is a directory in which every name matters.
  public let isDirectory: Bool

  /// Creates a path of a file, which need not exist, or of a directory with everything in it. A path that ends in `*` stands
  /// for all files whose paths begin with the rest.
  public init(_ path: String, isDirectory: Bool = false) {
    self.path = path
    self.isDirectory = isDirectory
  }
}

/// Reports when files are changed, created or removed, also through links and below directories that do not exist yet.
///
/// ```swift
/// var watch = try PathWatch()
/// _ = watch.follow([WatchedPath("/etc/localtime")])
/// ```
/// Paths are resolved when `follow` is called; call it again after each change. Renaming a directory higher up is not
/// detected.
public struct PathWatch: Sendable {
  /// The kinds of changes to watched paths.
  public struct Changes: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8
    /// Something was created or changed.
    public static let written = Changes(rawValue: 1)
    /// Something was removed.
    public static let removed = Changes(rawValue: 2)

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  /// The descriptor, readable after a change in a watched directory, which may concern other files.
  public var descriptor: OpenDescriptor { watch.descriptor }
  private let watch: DirectoryWatch
  private var directories: [Int32: WatchedDirectory] = [:]

  /// Creates a watch without paths.
  ///
  /// - Parameter tellsOfAppends: whether to report each write to a file instead of only closing it.
  /// - Throws: the error of inotify_init1(2), such as EMFILE.
  public init(tellsOfAppends: Bool = false) throws(SystemError) {
    watch = try DirectoryWatch(tellsOfAppends: tellsOfAppends)
  }

  /// Watches these paths from now on, and no others.
  ///
  /// Other programs may make and remove directories meanwhile. What happens before a directory is watched is not reported,
  /// so the paths are resolved again until that changes nothing.
  ///
  /// - Returns: whether a directory was added or is no longer watched. Changes in it shortly before were not reported.
  public mutating func follow(_ paths: [WatchedPath]) -> Bool {
    for count in 0..<Self.mostResolutions where !resolve(paths) { return count > 0 }
    return true
  }

  /// Maximum number of resolutions in a row: a path is not that deep.
  private static let mostResolutions = 100

  /// Watches the directories of paths in their present state. Returns whether others were watched before, or one is gone.
  private mutating func resolve(_ paths: [WatchedPath]) -> Bool {
    var wanted: [String: WatchedDirectory] = [:]
    for path in paths { PathTrail(to: path).add(to: &wanted) }
    var next: [Int32: WatchedDirectory] = [:]
    var isOutdated = false
    for (path, directory) in wanted {
      do throws(SystemError) {
        // Two paths may lead to the same directory.
        let number = try watch.add(path)
        next[number] = next[number]?.joined(by: directory) ?? directory
      } catch {
        // A directory that is not readable is not watched. The removal of one since it was found is not reported.
        if error == .missingFile || error.code == ENOTDIR { isOutdated = true }
      }
    }
    for number in directories.keys where next[number] == nil { watch.remove(number) }
    defer { directories = next }
    return isOutdated || Set(next.keys) != Set(directories.keys)
  }

  /// Returns the changes since the last call.
  ///
  /// - Throws: the error of read(2).
  public mutating func read() throws(SystemError) -> Changes {
    var found: Changes = []
    for change in try watch.read() {
      switch change {
      case .created(let number, let name):
        if directories[number]?.holdsSomething(name) == true { found.insert(.written) }
      case .written(let number, let name):
        if directories[number]?.isWatched(name) == true { found.insert(.written) }
      case .removed(let number, let name):
        if directories[number]?.isWatched(name) == true { found.insert(.removed) }
      case .gone(let number):
        if directories.removeValue(forKey: number) != nil { found.insert(.removed) }
      case .lost: found = [.written, .removed]
      }
    }
    return found
  }
}

/// The names that are watched in a directory.
struct WatchedDirectory: Sendable {
  /// A path that leads to the directory.
  let path: String
  /// The names that matter.
  var names: Set<String> = []
  /// Whether every name matters.
  var isWhole = false

  func isWatched(_ name: String) -> Bool {
    isWhole || names.contains(name) || names.contains { $0.hasSuffix("*") && name.hasPrefix($0.dropLast()) }
  }

  /// Whether a created name matters and is not a file that is about to be written.
  func holdsSomething(_ name: String) -> Bool {
    guard isWatched(name), let status = FileStatus(unfollowed: "\(path)/\(name)") else { return false }
    return !status.isRegular || status.size > 0
  }

  func joined(by other: WatchedDirectory) -> WatchedDirectory {
    var joined = self
    joined.names.formUnion(other.names)
    joined.isWhole = isWhole || other.isWhole
    return joined
  }
}
