import Glibc

/// Goes from the root of the file system to a file, name by name and through links.
///
/// Each directory is judged before anything in it is looked at: as long as none is exposed, nobody but root can change
/// what comes next, and the walk cannot be misled while it is under way.
struct PathWalk {
  /// The directories from the root to where the walk is, and the file at its end; no link is among them.
  private var visited: [FileExposure] = []
  /// The names to go, the next one last.
  private var rest: [Substring]
  /// The system gives up after as many links in a path.
  private var linksLeft = 40

  /// A walk to a path, from the current directory when it is relative.
  init(_ path: String) throws(SystemError) {
    rest = Self.names(of: path)
    guard !path.hasPrefix("/") else { return }
    rest += Self.names(of: try WorkingDirectory.path())
  }

  /// Where the walk is.
  var last: FileExposure? { visited.last }

  /// The names in a path, the first one last.
  private static func names(of path: String) -> [Substring] { path.split(separator: "/").reversed() }

  /// Goes to the end, or to the first exposure.
  mutating func firstExposure() throws(SystemError) -> FileExposure? {
    var here = try Self.status(of: "/")
    visited = [here]
    while !here.isExposed {
      guard let name = rest.popLast() else { return nil }
      switch name {
      case ".": break
      case "..": if visited.count > 1 { visited.removeLast() }
      default:
        let path = (visited.count > 1 ? here.path : "") + "/\(name)"
        let found = try Self.status(of: path)
        if found.kind == .link {
          // Elsewhere nobody but root could put another link in its place.
          if here.isShared, found.hasForeignOwner { return found }
          try follow(found)
        } else {
          visited.append(found)
        }
      }
      here = visited[visited.count - 1]
    }
    return here
  }

  private mutating func follow(_ link: FileExposure) throws(SystemError) {
    linksLeft -= 1
    guard linksLeft >= 0 else { throw SystemError(code: ELOOP) }
    guard let target = SymbolicLink.target(of: link.path) else { throw SystemError(code: errno) }
    if target.hasPrefix("/") { visited.removeLast(visited.count - 1) }
    rest += Self.names(of: target)
  }

  private static func status(of path: String) throws(SystemError) -> FileExposure {
    var status = stat()
    _ = try SystemError.check { lstat(path, &status) }
    return FileExposure(path: path, status)
  }
}
