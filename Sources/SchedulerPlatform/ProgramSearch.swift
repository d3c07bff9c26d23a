import Glibc

/// Finds programs as a shell does.
public struct ProgramSearch: Hashable, Sendable {
  /// The directories to search, in order.
  public let directories: [String]

  /// The path that shells use if `PATH` is not set, and that system services use.
  private static let usualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// Creates a search in the directories of `$PATH`. Relative ones are ignored because they depend on the process.
  public init(_ environment: ProcessEnvironment) {
    let path = environment["PATH"] ?? Self.usualPath
    directories = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// Returns the paths of a program: the one that is run, and the file that its links lead to if that differs. Empty if
  /// no
  /// executable program is found.
  ///
  /// - Parameter name: an absolute path, or a file name to search for.
  public func paths(of name: String) -> [String] {
    guard let path = name.hasPrefix("/") ? name : find(name), Self.isProgram(path) else { return [] }
    let target = Self.resolvingLinks(path)
    return target == path ? [path] : [path, target]
  }

  private func find(_ name: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return directories.lazy.map { "\($0)/\(name)" }.first(where: Self.isProgram)
  }

  /// Whether the path is a regular file that this process may run.
  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return access(path, X_OK) == 0
  }

  /// Returns the path without links, or the path itself if they cannot be followed.
  private static func resolvingLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
