import Glibc

/// A path of which a program wants to know when it changes.
public struct WatchedPath: Hashable, Sendable {
  /// The path; what it leads to over links is watched as well.
  public let path: String
  /// Whether it is a directory of which every name matters.
  public let isDirectory: Bool

  /// A file, which need not be there yet; or a directory with all that is in it.
  public init(_ path: String, isDirectory: Bool = false) {
    self.path = path
    self.isDirectory = isDirectory
  }
}

/// Tells when files change, come or go, also over links and where a directory on the way is not there yet.
///
/// ```swift
/// var watch = try PathWatch()
/// _ = watch.follow([WatchedPath("/etc/localtime")])
/// ```
/// What leads to the files is looked at when `follow` is called, which is to be done again after each change. That a
/// directory further up is renamed is not noticed.
public struct PathWatch: Sendable {
  /// What happened to what is watched.
  public struct Changes: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// Something came, or says something else.
    public static let written = Changes(rawValue: 1)
    /// Something is gone.
    public static let removed = Changes(rawValue: 2)

    /// Changes of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
  }

  /// Can be read when something happened, which may concern other files in the same directories.
  public var descriptor: OpenDescriptor { watch.descriptor }
  private let watch: DirectoryWatch
  private var directories: [Int32: WatchedDirectory] = [:]

  /// Watches nothing yet.
  ///
  /// - Parameter tellsOfAppends: whether each write into a file is told, and not only that it was closed.
  /// - Throws: the error of inotify_init1(2), such as EMFILE.
  public init(tellsOfAppends: Bool = false) throws(SystemError) {
    watch = try DirectoryWatch(tellsOfAppends: tellsOfAppends)
  }

  /// Watches these paths from now on, and no others.
  ///
  /// - Returns: whether a directory is watched now that was not before: what changed in it shortly before was not told.
  public mutating func follow(_ paths: [WatchedPath]) -> Bool {
    var wanted: [String: WatchedDirectory] = [:]
    for path in paths { PathTrail(to: path).add(to: &wanted) }
    var next: [Int32: WatchedDirectory] = [:]
    for (path, directory) in wanted {
      do throws(SystemError) {
        // Two paths may lead to one directory.
        let number = try watch.add(path)
        next[number] = next[number]?.joined(by: directory) ?? directory
      } catch {
        // It is gone since it was looked at, or nobody may look into it: the next change of what leads to it is told.
        continue
      }
    }
    for number in directories.keys where next[number] == nil { watch.remove(number) }
    defer { directories = next }
    return next.keys.contains { directories[$0] == nil }
  }

  /// What happened since this was asked last.
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

/// What is watched in a directory.
struct WatchedDirectory: Sendable {
  /// One of the paths that lead to it.
  let path: String
  /// The names that matter.
  var names: Set<String> = []
  /// Whether all of them do.
  var isWhole = false

  func isWatched(_ name: String) -> Bool { isWhole || names.contains(name) }

  /// Whether a name that came to be matters, and is no file that is only about to be written.
  func holdsSomething(_ name: String) -> Bool {
    guard isWatched(name) else { return false }
    var status = stat()
    guard lstat("\(path)/\(name)", &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG || status.st_size > 0
  }

  func joined(by other: WatchedDirectory) -> WatchedDirectory {
    var joined = self
    joined.names.formUnion(other.names)
    joined.isWhole = isWhole || other.isWhole
    return joined
  }
}
