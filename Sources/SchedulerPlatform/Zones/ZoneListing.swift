import Glibc

/// Lists the zone files of a database.
enum ZoneListing {
  /// Files and directories at the top of a database that are not zones, or are copies of zones.
  private static let leftOut: Set<String> = ["posix", "right", "posixrules", "localtime", "Factory"]

  /// Whether an identifier is one of these or below one of them: `posixrules`, `posix/Europe/Berlin`.
  static func leavesOut(_ identifier: String) -> Bool { leftOut.contains(String(identifier.prefix { $0 != "/" })) }

  /// Maximum depth of nested directories. Zones are at most three components deep (`America/Argentina/Salta`); a deeper
  /// one
  /// results from a loop of links.
  private static let depthLimit = 5

  /// Returns the identifiers of all zone files below a directory, sorted by their bytes.
  static func identifiers(below directory: String) -> [String] {
    var found: [String] = []
    collect(names(in: directory).filter { !leftOut.contains($0) }, below: directory, depth: 1, into: &found)
    return found.sorted()
  }

  private static func collect(_ paths: [String], below directory: String, depth: Int, into found: inout [String]) {
    for path in paths where ZoneIdentifier.isValid(path) {
      if isDirectory("\(directory)/\(path)") {
        guard depth < depthLimit else { continue }
        let inner = names(in: "\(directory)/\(path)").map { "\(path)/\($0)" }
        collect(inner, below: directory, depth: depth + 1, into: &found)
      } else if isZoneFile("\(directory)/\(path)") {
        found.append(path)
      }
    }
  }

  /// Whether a file begins like a zone file; false if it cannot be read.
  private static func isZoneFile(_ path: String) -> Bool {
    FileStart.bytes(of: path, count: 4).elementsEqual("TZif".utf8)
  }

  /// Returns the names in a directory; empty if it cannot be read.
  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      names.append(name)
    }
    return names
  }

  /// Whether the path is a directory or a link to one.
  static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
