import Scheduler
import SchedulerJSON
import SchedulerPlatform

/// The directory of managed policies of a browser of the family of Chromium, with at most one file of this program.
///
/// The browser reads every file of the directory, whatever its name. If several set a policy, that of the last name
/// decides alone, also if its value is useless. So the own file contains the lists of the other files, and its name is
/// after theirs.
public struct ChromiumDirectory: Hashable, Sendable {
  /// The path of the directory, which need not exist.
  public let path: String

  /// Describes a directory. Does not access it.
  public init(_ path: String) { self.path = path }

  /// The names of the own file: the second one if another program's file is after the first or has its name.
  static let names = ["99-schedctl.json", "zz-schedctl.json"]

  /// Maximum size of a policy file in bytes. Lists of 1,000 entries take a tenth of it.
  private static let sizeLimit = 1 << 20

  /// What the files of the directory say.
  struct Contents {
    /// The lists of the other files, as the browser reads them without the own file.
    var theirs = URLLists()
    /// The own files.
    var own: [String: [UInt8]] = [:]
    /// The last name of another program's file for each policy that it sets, or may set.
    var lastNames: [String: String] = [:]
    /// Why files could not be read that the browser may read.
    var faults: [String: FileSystemError] = [:]
    /// What the browser may read and this program cannot, one sentence each.
    var limits: [String] = []
    /// The names of other programs' files that could be own by their name.
    var taken: Set<String> = []
  }

  /// Reads all files. A file that the browser cannot read sets nothing.
  func contents() throws(AdapterError) -> Contents {
    let names = try AdapterError.mapping(DirectoryListing.names(in: path), to: AdapterError.init(of:)) ?? []
    var contents = Contents()
    let reader = FileReader(onlyRegularFiles: true)
    for name in names {
      let bytes: [UInt8]
      do throws(FileSystemError) { bytes = try reader.read("\(path)/\(name)", limit: Self.sizeLimit) } catch {
        if ![.missing, .isDirectory, .notRegular].contains(error.reason) { contents.add(error, of: name, in: path) }
        continue
      }
      if Self.names.contains(name), ChromiumPolicy.directoryCount(in: bytes) != nil {
        contents.own[name] = bytes
        continue
      }
      if Self.names.contains(name) { contents.taken.insert(name) }
      do throws(JSONError) {
        if let members = try PolicyText.members(of: bytes) { contents.add(members, of: name) }
      } catch {
        let keys = PolicyText.isReadByBrowser(error) ? Self.policies(in: bytes) : []
        guard !keys.isEmpty else { continue }
        for key in keys { contents.lastNames[key] = name }
        contents.limits.append("'\(path)/\(name)' cannot be read; its lists are ignored: \(error)")
      }
    }
    return contents
  }

  /// Returns the policies that the text of a file names.
  private static func policies(in bytes: [UInt8]) -> [String] {
    let text = String(decoding: bytes, as: UTF8.self)
    return ChromiumPolicy.allKeys.filter { text.contains($0) }
  }

  /// Returns the name of the own file that decides about some policies.
  func name(for keys: [String], beside contents: Contents) throws(AdapterError) -> String {
    let last = keys.compactMap { contents.lastNames[$0] }.max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let free = Self.names.filter { !contents.taken.contains($0) }
    if let name = free.first(where: { last?.utf8.lexicographicallyPrecedes($0.utf8) ?? true }) { return name }
    let other = last ?? Self.names[1]
    if let fault = contents.faults[other] {
      throw AdapterError(
        "'\(path)/\(other)' may decide, because its name is after '\(free.last ?? other)', and it cannot be read: \(fault)",
        remedy: "rename it, for example to '50-\(other)'")
    }
    throw AdapterError(
      "'\(path)/\(other)' decides, because its name is after '\(Self.names[1])'",
      remedy: "rename it, for example to '50-\(other)'")
  }

  /// The file with a name.
  func file(_ name: String) -> PublishedFile {
    PublishedFile("\(path)/\(name)", stagedIn: Self.parent(of: path))
  }

  private static func parent(of path: String) -> String {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Writes the own file, and removes own files with another name.
  ///
  /// - Parameters:
  ///   - policy: what the file says. The number of its directories is added.
  ///   - isForced: whether to write it also if it has these bytes already, so that browsers read it again.
  /// - Returns: the bytes of the file.
  func write(
    _ policy: ChromiumPolicy, beside contents: Contents, isForced: Bool = false
  ) throws(AdapterError) -> [UInt8] {
    let name = try name(for: policy.keys, beside: contents)
    var policy = policy
    policy.directoryCount = max(
      policy.directoryCount, contents.own.values.compactMap { ChromiumPolicy.directoryCount(in: $0) }.max() ?? 0)
    do throws(FileSystemError) {
      policy.directoryCount = max(policy.directoryCount, try file(name).createDirectories())
      let bytes = policy.bytes
      if isForced || contents.own[name] != bytes { try file(name).replace(with: bytes) }
      for other in contents.own.keys where other != name { try file(other).remove(withDirectories: 0) }
      return bytes
    } catch {
      throw AdapterError(of: error)
    }
  }
}

extension ChromiumDirectory.Contents {
  /// Adds a file that this program cannot read and the browser may: it may set every policy.
  fileprivate mutating func add(_ fault: FileSystemError, of name: String, in path: String) {
    for key in ChromiumPolicy.allKeys { lastNames[key] = name }
    faults[name] = fault
    if ChromiumDirectory.names.contains(name) { taken.insert(name) }
    limits.append("'\(path)/\(name)' cannot be read; its lists are ignored: \(fault.reason)")
  }

  /// Adds the policies of another file, whose name is after those of all files before.
  fileprivate mutating func add(_ members: JSONObject, of name: String) {
    for key in ChromiumPolicy.allKeys where members[key] != nil { lastNames[key] = name }
    theirs = URLLists(
      block: members[ChromiumPolicy.blockKey]?.strings ?? theirs.block,
      allow: members[ChromiumPolicy.allowKey]?.strings ?? theirs.allow)
  }
}

extension ChromiumDirectory: FileArtefact {
  /// The adapter of these browsers.
  public var adapter: EnforcementSettings.Adapter { .chromium }

  /// Whether there is a file with the marker.
  public func isPresent() throws(AdapterError) -> Bool { try !contents().own.isEmpty }

  /// Removes the files with the marker, the directories that were created for them, and the temporary files of killed
  /// processes.
  public func remove() throws(AdapterError) {
    let contents = try contents()
    var failure: FileSystemError?
    for (name, bytes) in contents.own.sorted(by: { $0.key < $1.key }) {
      file(name).removeLeftovers()
      let count = ChromiumPolicy.directoryCount(in: bytes) ?? 0
      do throws(FileSystemError) { try file(name).remove(withDirectories: count) } catch { failure = failure ?? error }
    }
    if contents.own.isEmpty { file(Self.names[0]).removeLeftovers() }
    if let failure { throw AdapterError(of: failure) }
  }
}
