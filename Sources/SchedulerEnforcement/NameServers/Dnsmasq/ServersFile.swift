import Scheduler
import SchedulerPlatform

/// The file of name servers that dnsmasq reads with `servers-file`. All of it belongs to this program.
///
///     file = begin *line end
///     line = "server=/" [ "*" ] name "/" [ "#" ] LF      ; without "#": there is no such name
///
/// dnsmasq follows the longest name. `#` stands for its usual servers, so an exception needs no address. An empty file
/// blocks nothing; a missing one leaves the earlier lines in force when dnsmasq reads again, so it is never removed.
public struct ServersFile: Sendable {
  /// The file of the machine.
  public static let systemPath = "/etc/schedctl-dnsmasq.servers"

  /// The path of the file.
  public let path: String

  /// Describes a file. Does not access it.
  public init(_ path: String = systemPath) { self.path = path }

  /// The beginning of both marker lines.
  private static let marker = Array("# schedctl: ".utf8)
  private static let begin =
    marker + Array("written while names are blocked; 'schedctl revert --all' empties it\n".utf8)
  private static let end = marker + Array("end\n".utf8)

  /// The last characters of all names of the first level. dnsmasq has no rule for all names that its usual servers do not
  /// override, but it knows names by their ends.
  private static let lastCharacters = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)

  /// Maximum size of a file in bytes.
  private static let sizeLimit = 64 << 20

  /// Returns the file for rules. Complexity: O(bytes).
  static func bytes(of rules: NameRules) -> [UInt8] {
    var bytes = begin
    bytes.reserveCapacity(rules.entries.reduce(1024) { $0 + $1.name.utf8.count + 12 })
    if rules.blocksUnlisted {
      for character in lastCharacters { bytes += "server=/*".utf8 + [character] + "/\n".utf8 }
    }
    for entry in rules.entries {
      bytes += "server=/".utf8
      bytes += entry.name.utf8
      bytes += (entry.isBlocked ? "/\n" : "/#\n").utf8
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

  /// Whether a file is another program's: it contains something and no marker.
  static func isForeign(_ bytes: [UInt8]) -> Bool { !bytes.isEmpty && !hasMarker(bytes) }

  private static func hasMarker(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: marker) || bytes.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: marker) }
  }

  /// Makes the file contain these bytes. Writes nothing if it does.
  ///
  /// - Returns: whether it was written.
  /// - Throws: also for a file of another program, which stays, and for one that dnsmasq cannot read.
  func replace(with bytes: [UInt8]) throws(AdapterError) -> Bool {
    let old = try read()
    if Self.isForeign(old) {
      throw AdapterError(
        "'\(path)' contains lines of another program", remedy: "move them to a file that 'conf-file' names")
    }
    if old != bytes {
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

  /// Empties the file and makes every dnsmasq that reads it read it again. A file of another program stays.
  public func remove() throws(AdapterError) {
    _ = SharedFile(path).removeLeftovers()
    guard try isPresent() else { return }
    _ = try replace(with: [])
    for server in Dnsmasq.all(reading: path) { try server.reload() }
  }
}
