/// The directories that determine what a path refers to: those of all links on the way, and the last one.
struct PathTrail {
  private var entries: [(directory: String, name: String)] = []
  /// The directory in which every name matters; nil if it does not exist or is not requested.
  private var whole: String?
  private var linksLeft = Self.mostLinks

  /// Maximum number of links in a path, as in the kernel.
  private static let mostLinks = 40

  /// Resolves a path in its present state.
  init(to watched: WatchedPath) {
    let end = follow(
      from: "/", path: watched.path.hasPrefix("/") ? watched.path : Self.workingDirectory() + watched.path)
    if watched.isDirectory, let end, FileStatus.isDirectory(end) { whole = end }
  }

  /// Adds the directories to those to watch, by path.
  func add(to directories: inout [String: WatchedDirectory]) {
    for (directory, name) in entries {
      directories[directory, default: WatchedDirectory(path: directory)].names.insert(name)
    }
    if let whole { directories[whole, default: WatchedDirectory(path: whole)].isWhole = true }
  }

  /// Resolves a path from a directory. Returns nil if a part of it does not exist.
  private mutating func follow(from start: String, path: String) -> String? {
    let names = path.split(separator: "/").map(String.init)
    var place = path.hasPrefix("/") ? "/" : start
    for (index, name) in names.enumerated() {
      if name == "." { continue }
      if name == ".." {
        place = Self.parent(of: place)
        continue
      }
      let next = place == "/" ? "/\(name)" : "\(place)/\(name)"
      if let target = SymbolicLink.target(of: next) {
        entries.append((place, name))
        guard linksLeft > 0 else { return nil }
        linksLeft -= 1
        guard let end = follow(from: place, path: target) else { return nil }
        place = end
        continue
      }
      guard let status = FileStatus(unfollowed: next), status.isDirectory || index == names.count - 1 else {
        // It may be created, or give way to a directory.
        entries.append((place, name))
        return nil
      }
      if index == names.count - 1 { entries.append((place, name)) }
      place = next
    }
    return place
  }

  private static func parent(of path: String) -> String {
    let names = path.split(separator: "/").dropLast()
    return "/" + names.joined(separator: "/")
  }

  private static func workingDirectory() -> String {
    do throws(SystemError) { return try WorkingDirectory.path() + "/" } catch { return "/" }
  }
}
