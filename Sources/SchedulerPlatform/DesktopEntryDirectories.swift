/// The directories that contain the desktop entries of applications, in order of precedence.
public struct DesktopEntryDirectories: Hashable, Sendable {
  /// A desktop entry file.
  public struct File: Hashable, Sendable {
    /// The desktop file ID without `.desktop`: the path relative to the directory with `-` for each `/`.
    public let id: String
    /// The path of the file.
    public let path: String
    /// The content of the file.
    public let bytes: [UInt8]
  }

  /// The directories, as absolute paths.
  public let paths: [String]

  /// Maximum size of a desktop entry, in bytes. Larger files are skipped.
  private static let fileByteLimit = 1 << 20
  /// Maximum depth of nested directories. A deeper one results from a loop of links.
  private static let depthLimit = 5

  /// Creates the list from absolute paths.
  public init(paths: [String]) { self.paths = paths }

  /// Creates the list of `applications` directories in `$XDG_DATA_HOME` and `$XDG_DATA_DIRS` or their defaults (XDG
  /// Base Directory Specification 0.8; relative paths are ignored).
  public init(_ environment: ProcessEnvironment) {
    let home = environment["XDG_DATA_HOME"] ?? environment["HOME"].map { $0 + "/.local/share" }
    let others = environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    let data = [home].compactMap { $0 } + others.split(separator: ":").map(String.init)
    paths = data.filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
  }

  /// Returns the files whose names end in `.desktop`, in the order of directories and names. For each ID, returns only
  /// the file of the first directory that has it. Skips what cannot be read.
  ///
  /// Complexity: O(files). Each file is read as a whole.
  public func files() -> [File] {
    var files: [File] = []
    forEachFile { files.append($0) }
    return files
  }

  /// Calls a function with each file that `files` returns, and keeps none of them in memory.
  public func forEachFile(_ body: (File) -> Void) {
    var ids: Set<String> = []
    visit { file in
      if ids.insert(file.id).inserted { body(file) }
      return true
    }
  }

  /// Returns the files of all directories, also those whose ID an earlier directory has; otherwise as `files`.
  ///
  /// - Parameter limit: the maximum number of files; the rest is left out.
  public func allFiles(limit: Int = .max) -> [File] {
    var found: [File] = []
    guard limit > 0 else { return [] }
    visit { file in
      found.append(file)
      return found.count < limit
    }
    return found
  }

  /// Returns the file with an ID in the first directory that has one. Only its first dashes may stand for directories.
  ///
  /// Complexity: O(directories), without a list of the files.
  public func file(withID id: String) -> File? {
    guard !id.isEmpty, id.utf8.allSatisfy({ $0 != UInt8(ascii: "/") && $0 != 0 }) else { return nil }
    let parts = id.split(separator: "-", omittingEmptySubsequences: false)
    // A directory of this name would lead elsewhere, or is hidden.
    let directories = parts.dropLast().prefix { !$0.isEmpty && !$0.hasPrefix(".") }
    let depths = 0...min(directories.count, Self.depthLimit - 1)
    let names = depths.map { depth in
      (parts.prefix(depth).map { "\($0)/" } + [parts.dropFirst(depth).joined(separator: "-")]).joined()
    }
    let reader = FileReader(onlyRegularFiles: true)
    for directory in paths {
      for name in names {
        let path = "\(directory)/\(name).desktop"
        guard let bytes = reader.readIfPossible(path, limit: Self.fileByteLimit) else { continue }
        return File(id: id, path: path, bytes: bytes)
      }
    }
    return nil
  }

  /// Calls a function with each file of all directories until it returns false.
  private func visit(_ body: (File) -> Bool) {
    let reader = FileReader(onlyRegularFiles: true)
    for path in paths {
      for name in Self.names(below: path, depth: 1) {
        let id = name.split(separator: "/").joined(separator: "-").dropLast(".desktop".count)
        guard let bytes = reader.readIfPossible("\(path)/\(name)", limit: Self.fileByteLimit) else { continue }
        if !body(File(id: String(id), path: "\(path)/\(name)", bytes: bytes)) { return }
      }
    }
  }

  /// A value that changes when a file is added to a directory, removed from it, or replaced by another.
  public struct Stamp: Hashable, Sendable {
    fileprivate let changes: [FileChange?]
  }

  /// Returns the present stamp. Complexity: one stat(2) for each directory, and for each nested one that `stamp` names.
  public func stamp(nested: [String]) -> Stamp { Stamp(changes: (paths + nested).map { FileChange(path: $0) }) }

  /// Returns the directories below the directories, for `stamp`. Complexity: O(files).
  public func nestedDirectories() -> [String] { paths.flatMap { Self.directories(below: $0, depth: 1) } }

  private static func directories(below directory: String, depth: Int) -> [String] {
    guard depth < depthLimit else { return [] }
    return DirectoryListing.namesIfReadable(in: directory).flatMap { name -> [String] in
      let inner = "\(directory)/\(name)"
      guard !name.hasSuffix(".desktop"), !name.hasPrefix("."), FileStatus.isDirectory(inner) else { return [] }
      return [inner] + directories(below: inner, depth: depth + 1)
    }
  }

  /// Returns the relative paths of the desktop entries below a directory, sorted by name.
  private static func names(below directory: String, depth: Int) -> [String] {
    DirectoryListing.namesIfReadable(in: directory).flatMap { name -> [String] in
      if name.hasSuffix(".desktop") { return [name] }
      let inner = "\(directory)/\(name)"
      guard !name.hasPrefix("."), depth < depthLimit, FileStatus.isDirectory(inner) else { return [] }
      return names(below: inner, depth: depth + 1).map { "\(name)/\($0)" }
    }
  }
}
