import SchedulerDaemon
import SchedulerInstance
import SchedulerJSON
import ShieldPage

/// The state that a browser of one user receives: the rules and the page of all daemons that concern the user.
struct BrowserState {
  /// An instance and its published files.
  private struct Part {
    let instance: Instance
    var pages: PublishedPages
    var source = PageSource(live: nil, shield: nil, isKept: false, zone: .utc)
  }

  private var parts: [Part]

  /// Creates the state of some instances for a user.
  init(of instances: [Instance], userID: UInt32) {
    let peer = Peer(userID: userID, groupID: userID, processID: 0)
    parts = instances.map { instance in
      Part(
        instance: instance, pages: PublishedPages(of: instance, onlyPublic: false, user: instance.user(of: peer)))
    }
  }

  /// The files to watch.
  var files: [WatchedPath] {
    parts.flatMap { part in
      [part.instance.runtime.map { "\($0)/live.json" }, part.instance.shieldPath].compactMap(\.self)
        .map { WatchedPath($0) }
    }
  }

  /// Reads the files that have changed.
  mutating func read() { for index in parts.indices { parts[index].source = parts[index].pages.source() } }

  /// Returns the message with the rules in force and the page for a domain without one of its own. The page does not
  /// count attempts: the browser gets them when it asks, and they alone are no reason for another message.
  func message(at moment: Moment) -> JSONObject {
    let layers = parts.flatMap { $0.source.layers(at: moment) }
    let rules = BrowserRules(layers.map(\.layer), machine: .ofThisMachine)
    var content = content(for: nil, at: moment)
    content.attempts = nil
    var page = content.json.objectValue ?? [:]
    // What changes each second would make each message another one.
    page["remainingSeconds"] = .null
    return [
      "type": .string("state"), "version": .integer(1),
      "validUntilEpoch": end(of: layers).map { .integer($0.epochSeconds) } ?? .null,
      "isStrict": .bool(layers.contains(where: \.isStrict)),
      "rules": rules.json, "page": .object(page),
    ]
  }

  /// Returns the content of the page for a domain, or for a page of it: that of the daemon that blocks it.
  func content(for domain: DomainName?, page: SitePath? = nil, at moment: Moment) -> PageContent {
    let contents = parts.map { $0.source.content(for: domain, page: page, at: moment) }
    return contents.first { $0.state == .blocked } ?? contents.first { $0.state == .open } ?? contents.first
      ?? PageContent(.unknown, domain: domain, now: moment.wall, zone: .utc)
  }

  /// The socket of the daemon that blocks a domain, or a page of it; nil if none does.
  func socket(blocking domain: DomainName, page: SitePath?, at moment: Moment) -> String? {
    parts.first { $0.source.blocks(domain, page: page, at: moment) }?.instance.socketPath
  }

  /// Returns the reading of CLOCK_BOOTTIME, in nanoseconds, at which to read the files again although none has changed;
  /// nil if no shield may end by itself.
  ///
  /// A shield of a dead daemon ends, and the death of a daemon changes no file: the end counts for all parts.
  func nextLook(after moment: Moment) -> Int64? {
    parts.compactMap { part -> Int64? in
      guard let shield = part.source.shield, !shield.layers.isEmpty, let end = shield.validUntil else { return nil }
      let left: Int64
      if end > moment.wall {
        left = end.seconds(since: moment.wall) + 1
      } else if shield.isInForce(at: moment) {
        left = (shield.validUntilBoot ?? .max) - moment.boot / 1_000_000_000
      } else {
        // A daemon that has not replaced it yet may die meanwhile.
        guard part.source.isKept else { return nil }
        left = Self.lateTime
      }
      return moment.boot + min(left, Self.longestWait) * 1_000_000_000
    }.min()
  }

  /// The time between two looks at a shield that a daemon keeps after its end, in seconds.
  private static let lateTime: Int64 = 60
  /// The longest time between two looks at a shield with an end, in seconds.
  private static let longestWait: Int64 = 86_400

  private func end(of layers: [AppliedLayer]) -> Instant? {
    let ends = layers.compactMap(\.until)
    return ends.count == layers.count ? ends.max() : nil
  }
}

extension JSONWritable {
  /// The value as a tree.
  var json: JSONValue {
    var json = JSONWriter()
    json.value(self)
    do throws(JSONError) { return try JSONValue(parsing: json.bytes) } catch { return .null }
  }
}
