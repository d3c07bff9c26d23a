import SchedulerJSON

/// The policy file of this program for a browser of the family of Chromium.
///
/// ```json
/// {"schedctl":{"note":"…","directories":2},"URLBlocklist":["reddit.com"],"URLAllowlist":[],"DnsOverHttpsMode":"off"}
/// ```
/// The member `schedctl` is the marker. Browsers show it in `chrome://policy` as an unknown policy, and ignore it.
struct ChromiumPolicy: Hashable, Sendable {
  /// The lists.
  var lists = URLLists()
  /// Whether the browser may not ask a name server over HTTPS.
  var turnsOffSecureDNS = false
  /// The number of directories that were created for the file, the innermost ones.
  var directoryCount = 0

  /// The names of the policies.
  static let blockKey = "URLBlocklist", allowKey = "URLAllowlist", secureDNSKey = "DnsOverHttpsMode"
  static let allKeys = [blockKey, allowKey, secureDNSKey]
  private static let markerKey = "schedctl"

  /// The bytes of the file.
  var bytes: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.object("schedctl") { json in
        json.member("note", value: "'schedctl revert --all' removes this file")
        json.member("directories", value: directoryCount)
      }
      json.member("URLBlocklist", value: lists.block)
      json.member("URLAllowlist", value: lists.allow)
      if turnsOffSecureDNS { json.member("DnsOverHttpsMode", value: "off") }
    }
    json.newline()
    return json.bytes
  }

  /// The names of the policies that the file sets.
  var keys: [String] { [Self.blockKey, Self.allowKey] + (turnsOffSecureDNS ? [Self.secureDNSKey] : []) }

  /// Returns the number of directories that the marker of a file states; nil for a file of another program. A file
  /// without any content counts as own, because nothing is lost with it.
  static func directoryCount(in bytes: [UInt8]) -> Int? {
    if bytes.allSatisfy({ $0 <= UInt8(ascii: " ") }) { return 0 }
    do throws(JSONError) {
      guard let marker = try PolicyText.members(of: bytes)?[markerKey] else { return nil }
      return Int(marker["directories"]?.integerValue ?? 0)
    } catch {
      // A torn or damaged file is own if it begins as the own one does.
      return bytes.starts(with: "{\"\(markerKey)\":".utf8) ? 0 : nil
    }
  }

  /// Returns the blocked entries of a file; none if it cannot be read.
  static func blockedEntries(in bytes: [UInt8]) -> [String] {
    do throws(JSONError) { return try PolicyText.members(of: bytes)?[blockKey]?.strings ?? [] } catch { return [] }
  }
}
