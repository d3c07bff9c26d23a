import Scheduler
import SchedulerPlatform

/// The file of name servers that dnsmasq reads with `servers-file`. All of it belongs to this program. For unbound it only
/// records which names are ours.
///
///     file = begin *line end
///     line = "server=/" [ "*" ] name "/" [ "#" ] LF      ; without "#": there is no such name
///
/// dnsmasq follows the longest name. `#` stands for its usual servers, so an exception needs no address. An empty file
/// blocks nothing; a missing one leaves the earlier lines in force when dnsmasq reads again, so it is never removed. It is
/// replaced as a whole; only the last names are removed in place, if the disk has no room for another file.
public struct ServersFile: Sendable {
  /// The file of the machine.
  public static let systemPath = "/etc/schedctl.servers"

  /// The path of the file.
  public let path: String
  /// The path of unbound-control(8).
  let unboundControl: String
  /// The name servers that are looked at; nil for all processes of the machine.
  let processes: [Int32]?

  /// Describes a file. Does not access it.
  ///
  /// - Parameter unboundControl: the path of unbound-control(8), for the names that unbound has.
  public init(_ path: String = systemPath, unboundControl: String = "/usr/sbin/unbound-control") {
    self.init(path, unboundControl: unboundControl, processes: nil)
  }

  init(_ path: String, unboundControl: String, processes: [Int32]?) {
    (self.path, self.unboundControl, self.processes) = (path, unboundControl, processes)
  }

  /// The beginning of both marker lines.
  private static let marker = Array("# schedctl: ".utf8)
  private static let begin =
    marker + Array("written while names are blocked; 'schedctl revert --all' empties it\n".utf8)
  /// The line that says that unbound has the names.
  private static let record = marker + Array("a record of the names in unbound\n".utf8)
  private static let end = marker + Array("end\n".utf8)

  private static let lineStart = Array("server=/".utf8)
  private static let blockedEnd = Array("/\n".utf8)
  private static let exceptionEnd = Array("/#\n".utf8)

  /// The last characters of all names of the first level. dnsmasq has no rule for all names that its usual servers do not
  /// override, but it knows names by their ends.
  private static let lastCharacters = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

  /// Maximum size of a file in bytes.
  private static let sizeLimit = 64 << 20

  /// Returns the file for rules. Complexity: O(bytes).
  ///
  /// - Parameter left: nil for dnsmasq. For the record of what unbound has, the names that are left out; `.` stands for all
  ///   names that no entry covers.
  static func bytes(of rules: NameRules, recordedExcept left: Set<String>? = nil) -> [UInt8] {
    var bytes = left == nil ? begin : begin + record
    let left = left ?? []
    bytes.reserveCapacity(rules.entries.reduce(1024) { $0 + $1.name.utf8.count + 12 })
    if rules.blocksUnlisted, !left.contains(".") {
      for character in lastCharacters { bytes += "server=/*".utf8 + [character] + "/\n".utf8 }
    }
    for entry in rules.entries where left.isEmpty || !left.contains(entry.name) {
      bytes += lineStart
      bytes += entry.name.utf8
      bytes += entry.isBlocked ? blockedEnd : exceptionEnd
    }
    return bytes + end
  }

  /// Reads the file; empty if there is none.
  func read() throws(AdapterError) -> [UInt8] {
    do throws(FileSystemError) {
      return try FileReader(onlyRegularFiles: true).read(path, limit: Self.sizeLimit)
    } catch {
      if error.reason == .missing { return [] }
      throw AdapterError(of: error)
    }
  }

  /// Whether the file records names that unbound has.
  func isRecord() throws(AdapterError) -> Bool { Self.isRecord(try read()) }

  private static func isRecord(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 8).contains { $0.elementsEqual(record.dropLast()) }
  }

  /// The names that the file records as those of unbound; `.` stands for all that no other covers.
  func zones() throws(AdapterError) -> Set<String> {
    let bytes = try read()
    guard Self.isRecord(bytes) else { return [] }
    return Self.names(in: bytes) { _ in true }
  }

  /// Some of the names that the file blocks. If it blocks all that no entry covers, some that exist are among them.
  func blockedSample(of count: Int) throws(AdapterError) -> [String] {
    let bytes = try read()
    var blocked = Self.names(in: bytes) { $0.last == UInt8(ascii: "/") }
    let blocksUnlisted = blocked.remove(".") != nil
    let some = Array(blocked.sortedByBytes.prefix(count))
    guard blocksUnlisted else { return some }
    let listed = Self.names(in: bytes) { _ in true }
    return some + NameRules.unlisted.filter { name in !listed.contains { name == $0 || name.hasSuffix("." + $0) } }
  }

  private static func names(in bytes: [UInt8], where isWanted: (ArraySlice<UInt8>) -> Bool) -> Set<String> {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let names = lines.filter { $0.starts(with: Self.lineStart) && isWanted($0) }.map { line in
      let name = line.dropFirst(Self.lineStart.count).prefix { $0 != UInt8(ascii: "/") }
      return name.first == UInt8(ascii: "*") ? "." : String(decoding: name, as: UTF8.self)
    }
    return Set(names)
  }

  /// Whether a file is another program's: it contains something and no marker.
  static func isForeign(_ bytes: [UInt8]) -> Bool { !bytes.isEmpty && !hasMarker(bytes) }

  private static func hasMarker(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: marker) || bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: marker) }
  }

  /// Makes the file contain these bytes. Writes nothing if it does.
  ///
  /// - Parameters:
  ///   - isRepair: whether to replace it even if it has lost its marker.
  ///   - isRenewed: whether to write it in any case, so that its time is that of now.
  /// - Returns: whether it was changed.
  /// - Throws: also for a file of another program, which stays, and for one that dnsmasq cannot read.
  func replace(with bytes: [UInt8], isRepair: Bool = false, isRenewed: Bool = false) throws(AdapterError) -> Bool {
    let old = try read()
    if !isRepair, Self.isForeign(old) {
      throw AdapterError(
        "'\(path)' contains lines of another program", remedy: "move them to a file that 'conf-file' names")
    }
    if old != bytes || isRenewed {
      do throws(FileSystemError) {
        try FileWriter().replace(path, with: bytes, permissions: 0o644, followsLinks: false)
      } catch { throw AdapterError(of: error) }
    }
    if FileStatus(path: path).map({ $0.permissions & 0o004 == 0 }) ?? false {
      throw AdapterError("the user of dnsmasq may not read '\(path)'", remedy: "chmod 644 '\(path)'")
    }
    return old != bytes
  }
}

extension ServersFile: FileArtefact {
  /// The adapter of name servers.
  public var adapter: EnforcementSettings.Adapter { .dnsmasq }

  /// Whether the file blocks names, or did and was changed.
  public func isPresent() throws(AdapterError) -> Bool { Self.hasMarker(try read()) }

  /// Makes each dnsmasq that reads the file read it again. Returns whether there is one.
  @discardableResult
  func readAgain() throws(AdapterError) -> Bool {
    guard let reader = Dnsmasq(Dnsmasq.all(among: processes), reading: self) else { return false }
    // dnsmasq keeps what it has read of a file that is gone.
    if FileStatus(path: path) == nil {
      do throws(FileSystemError) {
        try FileWriter().replace(path, with: [], permissions: 0o644, followsLinks: false)
      } catch { throw AdapterError(of: error) }
    }
    try reader.reload()
    return true
  }

  /// Makes each dnsmasq that reads the file, or may still have it, read it again. If none reads it, and the file is empty or
  /// gone, so that it records no zones, unbound reloads its configuration if it has zones that may be ours.
  public func refresh() throws(AdapterError) {
    let found = Dnsmasq.all(among: processes)
    if try readAgain() { return }
    guard try read().isEmpty else { return }
    if FileStatus(path: path) != nil { try Dnsmasq.readAgain(found.filter(Dnsmasq.mayKeepOldFile)) }
    // One that takes no commands cannot be helped.
    for server in Unbound.search(recordedIn: self).servers { try server.forgetUnrecorded() }
  }

  /// Removes the names from every name server, and empties the file: each dnsmasq that reads it reads it again. A file of
  /// another program stays.
  public func remove() throws(AdapterError) {
    _ = SharedFile(path).removeLeftovers()
    guard try isPresent() else { return }
    let found = Dnsmasq.all(among: processes)
    let reader = Dnsmasq(found, reading: self)
    if try isRecord() { try removeZones() }
    // A process that is killed in between leaves the marker, so that the signal is sent again.
    try shorten(to: Self.begin.count, adding: Self.end)
    try reader?.reload()
    try Dnsmasq.readAgain(found.filter(Dnsmasq.mayKeepOldFile))
    try shorten(to: 0, adding: [])
  }

  /// Removes the zones of unbound, while the file still says which are ours.
  private func removeZones() throws(AdapterError) {
    let found = Unbound.search(recordedIn: self)
    for server in found.servers { try server.remove() }
    for mute in found.mute where try mute.mayHaveZones(recordedIn: self) { throw mute.error }
  }

  /// Replaces what follows a number of bytes of the file, in place if the disk has no room for another file.
  private func shorten(to count: Int, adding end: [UInt8]) throws(AdapterError) {
    let old = try read()
    let bytes = (count == 0 ? [] : Self.begin) + end
    guard old != bytes else { return }
    do throws(FileSystemError) {
      do throws(FileSystemError) {
        try FileWriter().replace(path, with: bytes, permissions: 0o644, followsLinks: false)
      } catch {
        guard error.reason == .full, old.starts(with: bytes.prefix(count)) else { throw error }
        guard try SharedFile(path).edit(old, by: .init(endStart: count, end: end)) else { throw error }
      }
    } catch { throw AdapterError(of: error) }
  }
}
