/// The difference between the local zones of unbound and those of some rules.
struct ZoneChange {
  /// The zones of the configuration, and those below them that unbound could not join to them.
  private(set) var foreign: Set<String>
  /// The names of our zones to remove.
  private(set) var removed: Set<String>
  /// The types of the zones to add.
  private(set) var added: [String: String]
  /// The types of our zones that stay.
  private var kept: [String: String]

  /// Compares zones.
  ///
  /// - Parameters:
  ///   - wanted: the types of the zones that should be there.
  ///   - present: the types of all zones that unbound has.
  ///   - recorded: the names of the zones that were added by us, or are about to be.
  ///   - types: the types that our zones have.
  init(to wanted: [String: String], from present: [String: String], recorded: Set<String>, types: Set<String>) {
    let own = recorded.filter { name in present[name].map(types.contains) ?? false }
    foreign = Set(present.keys).subtracting(own)
    removed = own.filter { wanted[$0] != present[$0] }
    kept = present.filter { own.contains($0.key) && wanted[$0.key] == $0.value }
    let foreign = foreign
    added = wanted.filter { !foreign.contains($0.key) && present[$0.key] != $0.value }
  }

  /// Makes every zone find the next zone above it. Up to version 1.20, unbound does not look for that when a zone is added
  /// (issue 1059), but a zone that is added later finds those below it. So our zones above a new one are added once more,
  /// after it, and none is added below a zone of the configuration.
  mutating func renewParents() {
    for name in added.keys {
      for parent in Self.parents(of: name) {
        if let type = kept.removeValue(forKey: parent) {
          removed.insert(parent)
          added[parent] = type
        }
        if parent != ".", foreign.contains(parent) { foreign.insert(name) }
      }
    }
    let foreign = foreign
    added = added.filter { !foreign.contains($0.key) }
  }

  /// The names above a name, up to the root.
  private static func parents(of name: String) -> [String] {
    if name == "." { return [] }
    let labels = name.split(separator: ".")
    return (1..<max(1, labels.count)).map { labels[$0...].joined(separator: ".") } + ["."]
  }
}

extension UnboundControl {
  /// Whether a zone that is added finds the one above it: since version 1.21.
  var findsParents: Bool {
    get throws(AdapterError) {
      let line = try run(["status"]).first { $0.hasPrefix("version: ") } ?? ""
      let numbers = line.dropFirst(9).split(separator: ".").compactMap { Int($0) }
      return numbers.count > 1 && (numbers[0] > 1 || numbers[1] > 20)
    }
  }

  /// Removes zones. Names without a zone do not matter.
  func removeZones(_ names: Set<String>) throws(AdapterError) {
    if names.isEmpty { return }
    _ = try run(["local_zones_remove"], input: Array((names.sortedByBytes.joined(separator: "\n") + "\n").utf8))
  }

  /// Adds zones of some types, those with the most labels first.
  func addZones(_ types: [String: String]) throws(AdapterError) {
    if types.isEmpty { return }
    let lines = types.map { (depth: Self.depth(of: $0.key), text: "\($0.key) \($0.value)\n") }
    let text = lines.sorted { $0.depth > $1.depth }.map(\.text).joined()
    _ = try run(["local_zones"], input: Array(text.utf8))
  }

  private static func depth(of name: String) -> Int { name == "." ? -1 : name.utf8.count { $0 == UInt8(ascii: ".") } }
}
