/// Lists the zone files of a database.
enum ZoneListing {
  /// Files and directories at the top of a database that are not zones, or are copies of zones.
  private static let leftOut: Set<String> = ["posix", "right", "posixrules", "localtime", "Factory"]

  /// Whether an identifier is one of these or below one of them: `posixrules`, `posix/Europe/Berlin`.
  static func leavesOut(_ identifier: String) -> Bool { leftOut.contains(String(identifier.prefix { $0 != "/" })) }

  /// Maximum depth of nested directories. Zones are at most three components deep (`America/Argentina/Salta`); a deeper
  /// one results from a loop of links.
  private static let depthLimit = 5

  /// Returns the identifiers of all zone files below a directory, sorted by their bytes.
  static func identifiers(below directory: String) -> [String] {
    var found: [String] = []
    collect(
      DirectoryListing.namesIfReadable(in: directory).filter { !leftOut.contains($0) }, below: directory, depth: 1,
      into: &found)
    return found.sorted()
  }

  private static func collect(_ paths: [String], below directory: String, depth: Int, into found: inout [String]) {
    for path in paths where ZoneIdentifier.isValid(path) {
      if FileStatus.isDirectory("\(directory)/\(path)") {
        guard depth < depthLimit else { continue }
        let inner = DirectoryListing.namesIfReadable(in: "\(directory)/\(path)").map { "\(path)/\($0)" }
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
}

/// The syntax of zone names.
enum ZoneIdentifier {
  /// Whether a text is a valid identifier, which cannot lead out of a database directory.
  ///
  /// ```abnf
  /// identifier = part *( "/" part )
  /// part       = 1*( ALPHA / DIGIT / "." / "_" / "+" / "-" )    ; but neither "." nor ".."
  /// ```
  static func isValid(_ text: String) -> Bool {
    text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy(isAllowed) && !part.elementsEqual(".".utf8) && !part.elementsEqual("..".utf8)
    }
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "-"): true
    default: false
    }
  }

  /// Returns the part of a path after the last `zoneinfo/` if it is an identifier: `Europe/Berlin` for
  /// `../usr/share/zoneinfo/Europe/Berlin`.
  static func inPath(_ path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let database = parts.lastIndex(of: "zoneinfo") else { return nil }
    let identifier = parts[(database + 1)...].joined(separator: "/")
    return isValid(identifier) ? identifier : nil
  }
}
