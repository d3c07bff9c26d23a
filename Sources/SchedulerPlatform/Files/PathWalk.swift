import Glibc

/// Walks from the root of the file system to a file, component by component and through links.
///
/// Each directory is examined before anything in it. As long as none is exposed, only root can change the next
/// component, so the walk cannot be diverted while it is in progress.
struct PathWalk {
  /// The directories from the root to the current position, and the file at its end. None of them is a link.
  private var visited: [FileExposure] = []
  /// The remaining components, the next one last.
  private var rest: [Substring]
  /// Number of links that may still be followed, as in the kernel.
  private var linksLeft = 40

  /// Creates a walk to a path, from the current directory if it is relative.
  init(_ path: String) throws(SystemError) {
    rest = Self.names(of: path)
    guard !path.hasPrefix("/") else { return }
    rest += Self.names(of: try WorkingDirectory.path())
  }

  /// The current position.
  var last: FileExposure? { visited.last }

  /// Returns the components of a path in reverse order.
  private static func names(of path: String) -> [Substring] { path.split(separator: "/").reversed() }

  /// Walks to the end or to the first exposure.
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
          // In other directories only root could replace the link.
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
    guard let status = FileStatus(unfollowed: path) else { throw SystemError(code: errno) }
    return FileExposure(path: path, status)
  }
}
