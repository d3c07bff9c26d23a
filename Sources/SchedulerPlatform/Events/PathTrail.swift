/// The directories in which something decides what is at a path: those of all links on the way, and the last one.
struct PathTrail {
  private var entries: [(directory: String, name: String)] = []
  /// The directory of which every name matters; nil when it is not there, or none is asked for.
  private var whole: String?
  private var linksLeft = Self.mostLinks

  /// As many links the kernel follows.
  private static let mostLinks = 40

  /// Looks at what leads to a path now.
  init(to watched: WatchedPath) {
    let end = follow("/", watched.path.hasPrefix("/") ? watched.path : Self.workingDirectory() + watched.path)
    if watched.isDirectory, let end, FileStatus.isDirectory(end) { whole = end }
  }

  /// Adds them to what is watched, by their paths.
  func add(to directories: inout [String: WatchedDirectory]) {
    for (directory, name) in entries {
      directories[directory, default: WatchedDirectory(path: directory)].names.insert(name)
    }
    if let whole { directories[whole, default: WatchedDirectory(path: whole)].isWhole = true }
  }

  /// Goes along a path from a directory, and says where it ends; nil where something is missing on the way.
  private mutating func follow(_ start: String, _ path: String) -> String? {
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
        guard let end = follow(place, target) else { return nil }
        place = end
        continue
      }
      let isThere = FileStatus(unfollowed: next) != nil
      if !isThere || index == names.count - 1 { entries.append((place, name)) }
      if !isThere { return nil }
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
