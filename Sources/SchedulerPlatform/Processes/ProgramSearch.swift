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

  /// Creates a search in these directories, which are absolute paths.
  public init(directories: [String]) { self.directories = directories }

  /// Returns the paths of a program in every directory, not only in the first that has it; otherwise as `paths`.
  public func allPaths(of name: String) -> [[String]] {
    guard !name.utf8.contains(UInt8(ascii: "/")) else { return [paths(of: name)].filter { !$0.isEmpty } }
    return name.isEmpty ? [] : directories.map { paths(of: "\($0)/\(name)") }.filter { !$0.isEmpty }
  }

  /// Returns where a program at an absolute path would be without links, if it is created there later.
  public static func pathWithoutLinks(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return path }
    return resolvingLinks(String(path[..<slash])) + path[slash...]
  }

  /// Returns the owner of a symbolic link on the way to a file, if neither root nor the user of this process owns it; nil
  /// if there is no such link.
  public static func foreignLinkOwner(_ path: String) -> UInt32? {
    var (rest, place, linkCount) = (path.split(separator: "/").map(String.init)[...], "", 0)
    while let name = rest.popFirst() {
      if name == ".." {
        place = String(place[..<(place.lastIndex(of: "/") ?? place.startIndex)])
        continue
      }
      let next = place + "/" + name
      guard let target = SymbolicLink.target(of: next) else {
        place = next
        continue
      }
      guard let owner = FileStatus(unfollowed: next)?.userID else { return nil }
      if owner != 0, owner != geteuid() { return owner }
      linkCount += 1
      // As the kernel; see path_resolution(7).
      if linkCount > 40 { return nil }
      if target.hasPrefix("/") { place = "" }
      rest = target.split(separator: "/").map(String.init) + rest
    }
    return nil
  }

  /// Returns the paths of a program: the one that is run, and the file that its links lead to if that differs. Empty if
  /// no executable program is found.
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
    !path.utf8.contains(0) && FileStatus(path: path)?.isRegular == true && access(path, X_OK) == 0
  }

  /// Returns the path without links, or the path itself if they cannot be followed.
  private static func resolvingLinks(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// A file that can be run, as it is on the disk.
public struct ProgramFile: Hashable, Sendable {
  /// The number of names that the file has.
  public let linkCount: Int
  /// The user who owns it.
  public let owner: UInt32
  /// Whether others than its owner may write it.
  public let isWritableByOthers: Bool
  /// The text after `#!` in its first line; nil for a binary.
  public let interpreterLine: String?

  /// Examines the file at a path. Returns nil if it cannot be examined.
  public init?(at path: String) {
    guard let status = FileStatus(path: path), status.isRegular else { return nil }
    (linkCount, owner, isWritableByOthers) = (status.linkCount, status.userID, status.permissions & 0o022 != 0)
    let start = FileStart.bytes(of: path, count: 256)
    let line = start.starts(with: "#!".utf8) ? start.dropFirst(2).prefix { $0 != UInt8(ascii: "\n") } : nil
    interpreterLine = line.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// The reason why a path cannot be run as a program, by any user or by the user of this process.
public enum ProgramFault: Hashable, Sendable, CustomStringConvertible {
  /// The path does not exist.
  case missing
  /// The path is a directory.
  case isDirectory
  /// The path is a pipe, a socket or a device.
  case notRegular
  /// Its permissions allow no user to run it.
  case notExecutable
  /// Its permissions, or those of its file system, do not allow this user to run it.
  case forbidden(SystemError)
  /// It cannot be examined.
  case hidden(SystemError)

  /// Examines the program at an absolute path. Returns nil if this process may run it.
  public init?(at path: String) {
    guard let status = FileStatus(path: path) else {
      let error = SystemError(code: errno)
      self = error == .missingFile ? .missing : .hidden(error)
      return
    }
    if status.isDirectory {
      self = .isDirectory
    } else if !status.isRegular {
      self = .notRegular
    } else if status.permissions & 0o111 == 0 {
      self = .notExecutable
    } else if faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) != 0 {
      self = .forbidden(SystemError(code: errno))
    } else {
      return nil
    }
  }

  /// Whether a file begins like a program, with `#!` or as an ELF file; false if it cannot be read.
  public static func beginsAsProgram(_ path: String) -> Bool {
    let start = FileStart.bytes(of: path, count: 4)
    return start.starts(with: "#!".utf8) || start.elementsEqual([0x7F] + "ELF".utf8)
  }

  /// The predicate of a message, such as `is not there`.
  public var description: String {
    switch self {
    case .missing: "is not there"
    case .isDirectory: "is a directory"
    case .notRegular: "is not a regular file"
    case .notExecutable: "is not executable"
    case .forbidden(let error): "cannot be run by this user: \(error)"
    case .hidden(let error): "cannot be judged: \(error)"
    }
  }
}
