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
  /// The content; nil if it is not an object. Policies that a full disk left without effect are in it as they were.
  private let root: JSONObject?
  /// The content as it is written.
  let writtenRoot: JSONObject?
  /// What this program keeps in the file.
  let marker: JSONObject?
  /// Why the file is not JSON; nil if it is.
  let fault: JSONError?

  static let markerKey = "schedctl", policiesKey = "policies", addedKey = "added"
  private static let droppedKey = "dropped", extensionKey = "extension"
  private static let changeKey = "changedBoot", bootKey = "bootId"
  /// The names of the policies.
  static let filterKey = "WebsiteFilter", secureDNSKey = "DNSOverHTTPS"

  /// Reads a file. Complexity: O(bytes).
  init(_ bytes: [UInt8]?) {
    self.bytes = bytes
    var written: JSONObject?
    do throws(JSONError) {
      written = try bytes.map { (bytes) throws(JSONError) in try JSONValue(parsing: bytes) }?.objectValue
      fault = nil
    } catch {
      fault = error
    }
    writtenRoot = written
    marker = written?[Self.markerKey]?.objectValue
    if let written, let added = marker?[Self.addedKey] {
      root = Self.rearmed(written, added: added)
    } else {
      root = written
    }
  }

  /// Whether the file has the policies of a shield.
  var hasShield: Bool { marker?[Self.addedKey] != nil }
  /// Whether the file has the policies that keep the extension, from its installation on.
  var hasExtension: Bool { marker?[Self.extensionKey]?.boolValue == true }

  /// The number of directories that were created for the file, the innermost ones.
  var directoryCount: Int { Int(marker?["directories"]?.integerValue ?? 0) }

  /// The time of the last change of the policies, in nanoseconds of CLOCK_BOOTTIME, and the boot that it belongs to.
  var change: (boot: Int64, bootID: String) {
    (marker?[Self.changeKey]?.integerValue ?? 0, marker?[Self.bootKey]?.stringValue ?? "")
  }

  /// The policies.
  var policies: JSONObject { root?[Self.policiesKey]?.objectValue ?? JSONObject() }

  /// The policy WebsiteFilter.
  var filter: WebsiteFilter { Self.filter(in: policies) }

  private static func filter(in policies: JSONObject) -> WebsiteFilter {
    let value = policies[filterKey]
    return WebsiteFilter(block: value?["Block"]?.strings ?? [], exceptions: value?["Exceptions"]?.strings ?? [])
  }

  /// Whether two files have the same content, apart from policies without effect.
  func hasSameContent(as other: FirefoxDocument) -> Bool { root == other.root }

  /// Whether the policy about names over HTTPS came with the shield.
  var addsSecureDNS: Bool {
    policies[Self.secureDNSKey] == Self.secureDNSOff && source(FirefoxDocument(original))[Self.secureDNSKey] == nil
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
    let source = source(before)
    var policies = policies
    if hasShield {
      policies[Self.filterKey] = filterWithoutOwn(before)
      if policies[Self.secureDNSKey] == Self.secureDNSOff {
        policies[Self.secureDNSKey] = source[Self.secureDNSKey]
      }
    }
    if hasExtension { FirefoxExtension.remove(from: &policies, before: source) }
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
      let added = Set(marker?[Self.addedKey]?[key]?.strings ?? [])
      let dropped = Set(marker?[Self.droppedKey]?[key]?.strings ?? [])
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
    /// Whether the extension is installed, so that its policies must be there.
    var hasExtension = false
    /// The present, in nanoseconds of CLOCK_BOOTTIME, and the boot that it belongs to.
    let present: (boot: Int64, bootID: String)
  }

  /// Returns the bytes of the file for a shield, and the filter in it.
  ///
  /// - Parameter directoryCount: the number of directories that were created for the file.
  func blocking(_ content: Content, directoryCount: Int) -> (bytes: [UInt8], filter: WebsiteFilter) {
    var draft = Draft(of: self, base: content.base)
    let filter = WebsiteFilter(content.domains, with: draft.theirs, former: hasShield ? self.filter.block : [])
    draft.policies[Self.filterKey] = filter.json(changing: draft.policies[Self.filterKey])
    if content.turnsOffSecureDNS { draft.policies[Self.secureDNSKey] = Self.secureDNSOff }
    draft.hasExtension = hasExtension || content.hasExtension
    if draft.hasExtension { FirefoxExtension.add(to: &draft.policies) }
    let isSame = hasShield && draft.policies == policies
    let bytes = bytes(of: draft, filter: filter, changed: isSame ? change : content.present, directoryCount)
    return (bytes, filter)
  }

  /// Returns the bytes of the file with or without the policies that keep the extension. Those of a shield stay. Nil for no
  /// file.
  ///
  /// - Parameter base: the policies of the directory of Firefox, which count if there was no file.
  func keepingExtension(_ isKept: Bool, base: JSONObject, directoryCount: Int) -> [UInt8]? {
    guard isKept || hasShield else { return hasExtension ? foreign : bytes }
    var draft = Draft(of: self, base: hasShield ? self.base : base)
    draft.hasExtension = isKept
    if hasShield {
      draft.policies[Self.filterKey] = policies[Self.filterKey]
      if policies[Self.secureDNSKey] == Self.secureDNSOff { draft.policies[Self.secureDNSKey] = Self.secureDNSOff }
    }
    if isKept { FirefoxExtension.add(to: &draft.policies) }
    return bytes(of: draft, filter: hasShield ? filter : nil, changed: change, directoryCount)
  }

  /// The bytes of the file without the policies of a shield; nil for no file.
  var unblocked: [UInt8]? {
    guard hasExtension else { return foreign }
    var draft = Draft(of: self, base: base)
    draft.hasExtension = true
    FirefoxExtension.add(to: &draft.policies)
    return bytes(of: draft, filter: nil, changed: change, 0)
  }

  /// The next contents of the file: the bytes and policies that were there, to which policies are added.
  private struct Draft {
    let foreign: [UInt8]?
    let base: JSONObject
    let theirs: WebsiteFilter
    var root: JSONObject
    var policies: JSONObject
    var hasExtension = false

    init(of document: FirefoxDocument, base: JSONObject) {
      foreign = document.foreign
      let before = FirefoxDocument(foreign)
      self.base = foreign == nil ? base : JSONObject()
      policies = foreign == nil ? base : before.policies
      root = before.root ?? JSONObject()
      theirs = FirefoxDocument.filter(in: policies)
    }
  }

  /// - Parameter filter: the filter of the shield; nil without a shield.
  private func bytes(
    of draft: Draft, filter: WebsiteFilter?, changed: (boot: Int64, bootID: String), _ directoryCount: Int
  ) -> [UInt8] {
    var root = draft.root
    root[Self.policiesKey] = .object(draft.policies)
    let command = filter == nil ? "browser-extension uninstall" : "revert --all"
    var marker: JSONObject = [
      "note": .string("'schedctl \(command)' gives back the original"), "sha256": .string(Self.digest(of: root)),
      "directories": .integer(Int64(max(directoryCount, self.directoryCount))),
    ]
    if let filter {
      marker[Self.changeKey] = .integer(changed.boot)
      marker[Self.bootKey] = .string(changed.bootID)
      marker[Self.addedKey] = Self.lists(filter, without: draft.theirs)
      marker[Self.droppedKey] = Self.lists(draft.theirs, without: filter)
    }
    if draft.hasExtension { marker[Self.extensionKey] = .bool(true) }
    if !draft.base.members.isEmpty { marker["base"] = .object(draft.base) }
    if let foreign = draft.foreign { marker.keep(foreign) }
    root[Self.markerKey] = .object(marker)
    return Self.bytes(of: root)
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
