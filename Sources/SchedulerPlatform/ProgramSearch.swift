import Glibc

/// Finds programs as a shell does.
public struct ProgramSearch: Hashable, Sendable {
  /// The directories that are searched, in order.
  public let directories: [String]

  /// What shells search where no `PATH` is set, and where system services look.
  private static let usualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// The directories of `$PATH`; relative ones are left out, because they are elsewhere for each process.
  public init(_ environment: ProcessEnvironment) {
    let path = environment["PATH"] ?? Self.usualPath
    directories = path.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// The paths of a program: the one that starts when it is run, and the file that its links lead to where that is
  /// another. Empty when there is no such program that may be run.
  ///
  /// - Parameter name: an absolute path, or a file name, which is searched for.
  public func paths(of name: String) -> [String] {
    guard let path = name.hasPrefix("/") ? name : find(name), Self.isProgram(path) else { return [] }
    let target = Self.resolvingLinks(path)
    return target == path ? [path] : [path, target]
  }

  private func find(_ name: String) -> String? {
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return directories.lazy.map { "\($0)/\(name)" }.first(where: Self.isProgram)
  }

  /// Whether there is a regular file that this process may run.
  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return access(path, X_OK) == 0
  }

  /// The path without links; the path itself when they cannot be followed.
  private static func resolvingLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
