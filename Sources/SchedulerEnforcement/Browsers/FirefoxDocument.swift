import Scheduler
import SchedulerJSON

/// The bytes of a `policies.json`, and what of them belongs to this program.
///
/// The own file contains the original as a text in its member `schedctl`, so that one rename changes both: there is no
/// moment at which a killed process loses either. If another program has edited the file since, its changes are kept,
/// and only what was added is taken out.
struct FirefoxDocument {
  /// The bytes of the file; nil if there is none.
  let bytes: [UInt8]?
  /// Whether it carries the marker.
  var isOwn: Bool { marker != nil }
  private let root: JSONObject?
  private let marker: JSONObject?
  /// Why the file is not JSON; nil if it is.
  let fault: JSONError?

  private static let markerKey = "schedctl", policiesKey = "policies"
  /// The names of the policies.
  static let filterKey = "WebsiteFilter", secureDNSKey = "DNSOverHTTPS"

  /// Reads a file. Complexity: O(bytes).
  init(_ bytes: [UInt8]?) {
    self.bytes = bytes
    do throws(JSONError) {
      root = try bytes.map { (bytes) throws(JSONError) in try JSONValue(parsing: bytes) }?.objectValue
      fault = nil
    } catch {
      (root, fault) = (nil, error)
    }
    marker = root?[Self.markerKey]?.objectValue
  }

  /// The number of directories that were created for the file, the innermost ones.
  var directoryCount: Int { Int(marker?["directories"]?.integerValue ?? 0) }

  /// The time of the last change of the policies, in nanoseconds of CLOCK_BOOTTIME, and the boot that it belongs to.
  var change: (boot: Int64, bootID: String) {
    (marker?["changedBoot"]?.integerValue ?? 0, marker?["bootId"]?.stringValue ?? "")
  }

  /// The policies.
  var policies: JSONObject { root?[Self.policiesKey]?.objectValue ?? JSONObject() }

  /// The policy WebsiteFilter.
  var filter: WebsiteFilter { Self.filter(in: policies) }

  private static func filter(in policies: JSONObject) -> WebsiteFilter {
    let value = policies[filterKey]
    return WebsiteFilter(block: value?["Block"]?.strings ?? [], exceptions: value?["Exceptions"]?.strings ?? [])
  }

  /// Whether another program has edited the own file. White space does not count.
  var isEdited: Bool { marker?["sha256"]?.stringValue != root.map { Self.digest(of: $0) } }

  private static func digest(of root: JSONObject) -> String {
    var root = root
    root[markerKey] = nil
    return SHA256(of: bytes(of: root)).hexDigits
  }

  private static func bytes(of root: JSONObject) -> [UInt8] {
    var json = JSONWriter()
    json.value(root)
    json.newline()
    return json.bytes
  }

  /// The bytes before this program wrote the file; nil if there was none.
  private var original: [UInt8]? {
    if let text = marker?["original"]?.stringValue { return Array(text.utf8) }
    guard let digits = marker?["originalHex"]?.stringValue?.utf8 else { return nil }
    let values = digits.compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
    return stride(from: 0, to: values.count - 1, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }

  /// The bytes of the file without what this program added; nil for no file.
  var foreign: [UInt8]? {
    guard isOwn else { return bytes }
    guard isEdited, var root else { return original }
    let before = FirefoxDocument(original)
    var policies = policies
    policies[Self.filterKey] = filterWithoutOwn(before)
    if policies[Self.secureDNSKey] == Self.secureDNSOff {
      policies[Self.secureDNSKey] = source(before)[Self.secureDNSKey]
    }
    root[Self.markerKey] = nil
    root[Self.policiesKey] = .object(policies)
    if root == before.root { return original }
    return original == nil && policies == base ? nil : Self.bytes(of: root)
  }

  /// An original that is no JSON, and that `foreign` does not contain because another program edited the file since.
  var lostOriginal: [UInt8]? { isOwn && isEdited && FirefoxDocument(original).fault != nil ? original : nil }

  /// The policies of the directory of Firefox that were copied, because a file in /etc hides them.
  private var base: JSONObject { marker?["base"]?.objectValue ?? JSONObject() }

  /// The policies that were there before: those of the file, or without one those that it would have hidden.
  private func source(_ before: FirefoxDocument) -> JSONObject { before.root == nil ? base : before.policies }

  /// The policy WebsiteFilter of an edited file without the entries that were added, and with those that were left out.
  private func filterWithoutOwn(_ before: FirefoxDocument) -> JSONValue? {
    let source = source(before)
    func list(_ key: String, now current: [String], before former: [String]) -> [String] {
      let added = Set(marker?["added"]?[key]?.strings ?? [])
      let dropped = Set(marker?["dropped"]?[key]?.strings ?? [])
      return former.filter(dropped.contains) + current.filter { !added.contains($0) }
    }
    let (now, then) = (filter, Self.filter(in: source))
    let result = WebsiteFilter(
      block: list("Block", now: now.block, before: then.block),
      exceptions: list("Exceptions", now: now.exceptions, before: then.exceptions))
    return result == then ? source[Self.filterKey] : result.json(changing: policies[Self.filterKey])
  }

  /// The policy that keeps names away from servers over HTTPS.
  static let secureDNSOff = JSONValue.object(["Enabled": .bool(false), "Locked": .bool(true)])
}

extension FirefoxDocument {
  /// What a file is made of.
  struct Content {
    /// The rules of the shield.
    let domains: CombinedDomains
    /// Whether Firefox may not ask a name server over HTTPS.
    let turnsOffSecureDNS: Bool
    /// The policies of the directory of Firefox, which count if there was no file.
    var base = JSONObject()
    /// The present, in nanoseconds of CLOCK_BOOTTIME, and the boot that it belongs to.
    let present: (boot: Int64, bootID: String)
  }

  /// Returns the bytes of the file for a shield, and the filter in it.
  ///
  /// - Parameter directoryCount: the number of directories that were created for the file.
  func blocking(_ content: Content, directoryCount: Int) -> (bytes: [UInt8], filter: WebsiteFilter) {
    let foreign = foreign
    let before = FirefoxDocument(foreign)
    let base = foreign == nil ? content.base : JSONObject()
    var policies = foreign == nil ? base : before.policies
    let theirs = Self.filter(in: policies)
    let filter = WebsiteFilter(content.domains, with: theirs, former: isOwn ? self.filter.block : [])
    policies[Self.filterKey] = filter.json(changing: policies[Self.filterKey])
    if content.turnsOffSecureDNS { policies[Self.secureDNSKey] = Self.secureDNSOff }
    var root = before.root ?? JSONObject()
    root[Self.policiesKey] = .object(policies)
    let isSame = isOwn && policies == self.policies
    let since = isSame ? change : content.present
    var marker: JSONObject = [
      "note": .string("'schedctl revert --all' gives back the original"), "sha256": .string(Self.digest(of: root)),
      "directories": .integer(Int64(max(directoryCount, self.directoryCount))),
      "changedBoot": .integer(since.boot), "bootId": .string(since.bootID),
      "added": Self.lists(filter, without: theirs), "dropped": Self.lists(theirs, without: filter),
    ]
    if !base.members.isEmpty { marker["base"] = .object(base) }
    if let foreign { marker.keep(foreign) }
    root[Self.markerKey] = .object(marker)
    return (Self.bytes(of: root), filter)
  }

  private static func lists(_ filter: WebsiteFilter, without other: WebsiteFilter) -> JSONValue {
    let (block, exceptions) = (Set(other.block), Set(other.exceptions))
    return .object([
      "Block": .array(filter.block.filter { !block.contains($0) }.map { .string($0) }),
      "Exceptions": .array(filter.exceptions.filter { !exceptions.contains($0) }.map { .string($0) }),
    ])
  }
}

extension JSONObject {
  /// Adds the bytes of a file, as text if they are UTF-8.
  fileprivate mutating func keep(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.utf8.elementsEqual(bytes) {
      self["original"] = .string(text)
    } else {
      let digits = Array("0123456789abcdef")
      self["originalHex"] = .string(String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
    }
  }
}

extension WebsiteFilter {
  /// The policy, with the other members of its former value.
  fileprivate func json(changing former: JSONValue?) -> JSONValue {
    var object = former?.objectValue ?? JSONObject()
    object["Block"] = .array(block.map { .string($0) })
    object["Exceptions"] = .array(exceptions.map { .string($0) })
    return .object(object)
  }
}
