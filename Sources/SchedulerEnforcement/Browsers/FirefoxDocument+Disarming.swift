import Scheduler
import SchedulerJSON
import SchedulerPlatform

/// The end of a shield in a file that cannot be replaced, because the disk is full.
///
/// The last byte of each pattern that was added becomes `#`, which no address has in its path, so that the pattern fits
/// nothing. The first byte of the policy about names over HTTPS becomes one, too, and Firefox ignores a policy that it does
/// not know. No other byte changes and the file keeps its length, so that a process that is killed meanwhile loses nothing.
/// The original of a policy that the shield has replaced comes back with the next file.
extension FirefoxDocument {
  private static let sign = "#"
  private static let lists = ["Block", "Exceptions"]
  private static var disarmedDNSKey: String { sign + secureDNSKey.dropFirst() }

  private static func disarmed(_ pattern: String) -> String { pattern.dropLast() + sign }

  /// Returns the content of a file with the policies that `disarming` changed as they were.
  ///
  /// - Parameter added: the patterns that were added, by list.
  static func rearmed(_ root: JSONObject, added: JSONValue) -> JSONObject {
    guard var policies = root[policiesKey]?.objectValue else { return root }
    if var filter = policies[filterKey]?.objectValue {
      for key in lists {
        guard let list = filter[key]?.arrayValue else { continue }
        let own = Dictionary(added[key]?.strings.map { (disarmed($0), $0) } ?? []) { first, _ in first }
        filter[key] = .array(list.map { entry in entry.stringValue.flatMap { own[$0] }.map { .string($0) } ?? entry })
      }
      policies[filterKey] = .object(filter)
    }
    if policies[disarmedDNSKey] == secureDNSOff {
      let members = policies.members
      policies = JSONObject()
      for member in members {
        policies[member.key == disarmedDNSKey ? secureDNSKey : member.key] = member.value
      }
    }
    var root = root
    root[policiesKey] = .object(policies)
    return root
  }

  /// The change in place after which no policy of the shield has an effect; nil if the text of the file is not as this
  /// program writes it. Without positions if that is so already.
  var disarming: SharedFile.Edit? {
    guard let bytes, hasShield, let filter = bytes.firstRange(of: Self.quoted(Self.filterKey)) else { return nil }
    var edit = SharedFile.Edit(endStart: bytes.count, end: [])
    edit.value = UInt8(ascii: "#")
    for key in Self.lists {
      guard let list = bytes[filter.upperBound...].firstRange(of: Self.quoted(key)) else { return nil }
      var position = list.upperBound
      for pattern in armedPatterns(key) {
        guard let found = bytes[position...].firstRange(of: Self.quoted(pattern)) else { return nil }
        edit.positions.append(found.upperBound - 2)
        position = found.upperBound
      }
    }
    if addsSecureDNS, writtenPolicies?[Self.secureDNSKey] != nil {
      guard let found = bytes.firstRange(of: Self.quoted(Self.secureDNSKey)) else { return nil }
      edit.positions.append(found.lowerBound + 1)
    }
    return isRight(edit) ? edit : nil
  }

  /// Whether a change ends the shield and concerns nothing else. The text is searched, and the content decides.
  private func isRight(_ edit: SharedFile.Edit) -> Bool {
    guard var changed = bytes else { return false }
    for position in edit.positions { changed[position] = edit.value }
    let document = FirefoxDocument(changed)
    let hasNames = document.addsSecureDNS && document.writtenPolicies?[Self.secureDNSKey] != nil
    return document.hasSameContent(as: self) && !hasNames
      && Self.lists.allSatisfy { document.armedPatterns($0).isEmpty }
  }

  /// The added patterns of a list that still have an effect, in the order of the file.
  private func armedPatterns(_ key: String) -> [String] {
    let added = Set(marker?[Self.addedKey]?[key]?.strings ?? [])
    return writtenPolicies?[Self.filterKey]?[key]?.strings.filter(added.contains) ?? []
  }

  private var writtenPolicies: JSONValue? { writtenRoot?[Self.policiesKey] }

  /// A text as it is in the file.
  private static func quoted(_ text: String) -> [UInt8] {
    var json = JSONWriter()
    json.value(text)
    return json.bytes
  }
}
