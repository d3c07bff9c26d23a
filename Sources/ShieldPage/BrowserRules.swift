import Scheduler
import SchedulerJSON

/// The domains that a browser blocks, as one list for all layers: the longest listed name that is the host or above it
/// decides, and where no name is listed, the default.
///
/// Several layers block a domain if one of them does, and an exception of one layer is none of another. The verdict of all
/// layers can change only at a name that one of them lists, so a list of these names with their verdicts says the same.
public struct BrowserRules: Hashable, Sendable {
  /// Whether a domain that no name covers is blocked.
  public let isDefaultBlocked: Bool
  /// The blocked names, sorted.
  public let block: [DomainName]
  /// The allowed names, sorted: exceptions, and the names of the machine if the default is to block.
  public let allow: [DomainName]
  /// The blocked pages, sorted. They come before the names.
  public let pages: [Pages]

  /// Pages of a site that one layer blocks.
  public struct Pages: Hashable, Sendable {
    /// The pages.
    public let url: SitePath
    /// The names below the host that the layer excepts, sorted.
    public let exceptions: [DomainName]

    fileprivate var exceptionText: String { exceptions.map(\.text).joined(separator: " ") }
  }

  /// Joins layers that apply to one user.
  ///
  /// Complexity: O(n · layers) for n listed names.
  public init(_ layers: [Layer], machine: MachineNames) {
    let indices = layers.map { DomainIndex($0.domains) }
    func isBlocked(_ name: DomainName) -> Bool {
      indices.contains { $0.decision(for: name, on: machine).isBlocked }
    }
    isDefaultBlocked = layers.contains { $0.domains.default == .block }
    let machineNames = isDefaultBlocked ? machine.names : []
    let pages = layers.flatMap { layer in
      layer.domains.urls.map { url in
        let below = layer.domains.allow.filter { $0 != url.host && $0.isEqualOrSubdomain(of: url.host) }
        return Pages(url: url, exceptions: below.sorted())
      }
    }
    self.pages = Set(pages).sorted { ($0.url, $0.exceptionText) < ($1.url, $1.exceptionText) }
    let listed = Set(layers.flatMap { $0.domains.block + $0.domains.allow } + machineNames)
    // Names above come first, so that a name that says the same as the nearest one above it is left out.
    let ordered = listed.map { (name: $0, depth: $0.text.utf8.count { $0 == UInt8(ascii: ".") }) }
      .sorted { ($0.depth, $0.name) < ($1.depth, $1.name) }
    var verdicts: [Substring: Bool] = [:]
    for (name, _) in ordered {
      let verdict = isBlocked(name)
      if Self.nearest(above: name, in: verdicts) ?? isDefaultBlocked != verdict { verdicts[name.text[...]] = verdict }
    }
    block = ordered.map(\.name).filter { verdicts[$0.text[...]] == true }.sorted()
    allow = ordered.map(\.name).filter { verdicts[$0.text[...]] == false }.sorted()
  }

  /// Returns the verdict of the longest name above another; nil if none is listed.
  private static func nearest(above name: DomainName, in verdicts: [Substring: Bool]) -> Bool? {
    var rest = name.text[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if let verdict = verdicts[rest] { return verdict }
    }
    return nil
  }
}

extension BrowserRules: JSONWritable {
  /// Writes the rules as the extension reads them.
  public func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("default", value: isDefaultBlocked ? "block" : "allow")
      json.member("block", value: block.map(\.text))
      json.member("allow", value: allow.map(\.text))
      json.array("paths", of: pages) { pages, json in
        json.object { json in
          json.member("host", value: pages.url.host.text)
          json.member("path", value: pages.url.path)
          if !pages.exceptions.isEmpty { json.member("except", value: pages.exceptions.map(\.text)) }
        }
      }
    }
  }
}

extension PageSource {
  /// Returns the layers that apply to the user at a moment; empty if that cannot be told.
  public func layers(at moment: Moment) -> [AppliedLayer] {
    guard !isPrivate, let shield, isKept || shield.isInForce(at: moment) else { return [] }
    return shield.layers.filter { $0.layer.covers(user, on: machine) }
  }
}
