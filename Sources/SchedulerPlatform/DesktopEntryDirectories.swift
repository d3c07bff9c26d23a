/// The directories in which applications put their desktop entries, the ones that go before others first.
public struct DesktopEntryDirectories: Hashable, Sendable {
  /// A file of one of the directories.
  public struct File: Hashable, Sendable {
    /// The desktop id, without `.desktop`: the path below the directory with `-` for each `/`.
    public let id: String
    /// Where it lies.
    public let path: String
    /// What is in it.
    public let bytes: [UInt8]
  }

  /// Absolute paths.
  public let paths: [String]

  /// Larger files are no desktop entries.
  private static let fileByteLimit = 1 << 20
  /// Directories in each other; deeper is a loop of links.
  private static let depthLimit = 5

  /// Some directories.
  public init(paths: [String]) { self.paths = paths }

  /// `applications` below `$XDG_DATA_HOME` and `$XDG_DATA_DIRS`, or what stands for them (XDG Base Directory
  /// Specification 0.8; relative paths are left out).
  public init(_ environment: ProcessEnvironment) {
    let home = environment["XDG_DATA_HOME"] ?? environment["HOME"].map { $0 + "/.local/share" }
    let others = environment["XDG_DATA_DIRS"] ?? "/usr/local/share:/usr/share"
    let data = [home].compactMap { $0 } + others.split(separator: ":").map(String.init)
    paths = data.filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
  }

  /// The files whose names end in `.desktop`, each id once: that of the first directory that has it. What cannot be read
  /// is passed over. In the order of the directories and of names.
  ///
  /// Complexity: O(files), each read whole.
  public func files() -> [File] {
    var found: [File] = []
    var ids: Set<String> = []
    let reader = FileReader(onlyRegularFiles: true)
    for path in paths {
      for name in Self.names(below: path, depth: 1) {
        let id = name.split(separator: "/").joined(separator: "-").dropLast(".desktop".count)
        guard ids.insert(String(id)).inserted else { continue }
        guard let bytes = reader.readIfPossible("\(path)/\(name)", limit: Self.fileByteLimit) else { continue }
        found.append(File(id: String(id), path: "\(path)/\(name)", bytes: bytes))
      }
    }
    return found
  }

  /// The paths of desktop entries below a directory, from it, in the order of names.
  private static func names(below directory: String, depth: Int) -> [String] {
    DirectoryListing.namesIfReadable(in: directory).flatMap { name -> [String] in
      if name.hasSuffix(".desktop") { return [name] }
      let inner = "\(directory)/\(name)"
      guard !name.hasPrefix("."), depth < depthLimit, ZoneListing.isDirectory(inner) else { return [] }
      return names(below: inner, depth: depth + 1).map { "\(name)/\($0)" }
    }
  }
}
