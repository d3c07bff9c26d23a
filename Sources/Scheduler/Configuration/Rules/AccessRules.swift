/// How often a session may open single targets for a while, `[profile.KEY.access]`.
public struct AccessRules: Hashable, Sendable {
  /// The time for which a target stays open, in seconds, at least 1.
  public var lengthSeconds: Int64
  /// The maximum number of grants of a session, or of a period of `refillSeconds`; at least 1.
  public var count: Int64
  /// The elapsed time from the session's start, in seconds, after which the count is full again; nil for never.
  public var refillSeconds: Int64?

  /// Grants of one length. A session may give one of them unless `count` allows more.
  public init(lengthSeconds: Int64, count: Int64 = 1, refillSeconds: Int64? = nil) {
    self.lengthSeconds = lengthSeconds
    self.count = count
    self.refillSeconds = refillSeconds
  }
}

extension AccessRules: SessionRule {
  /// `5m, at most 3, full again after 6h`
  var text: String {
    let refill = refillSeconds.map { ", full again after \(DurationText.text(seconds: $0))" } ?? ""
    return "\(DurationText.text(seconds: lengthSeconds)), at most \(count)\(refill)"
  }

  func loosens(_ old: AccessRules) -> Bool {
    lengthSeconds > old.lengthSeconds || count > old.count || (refillSeconds ?? .max) < (old.refillSeconds ?? .max)
  }

  func limited(to old: AccessRules) -> AccessRules {
    AccessRules(
      lengthSeconds: min(lengthSeconds, old.lengthSeconds), count: min(count, old.count),
      refillSeconds: .limited(refillSeconds, to: old.refillSeconds, by: max))
  }
}

extension AccessRules: TableDraft {
  /// What reading a table begins with. A table needs a length.
  init() { self.init(lengthSeconds: 0) }
}

extension TableSchema where Draft == AccessRules {
  /// `[profile.deep-work.access]`
  static var access: Self {
    TableSchema(name: "an 'access' table") {
      KeyRow(
        "length", into: \.lengthSeconds, value: .duration(), summary: "How long a target stays open", required: "\"5m\""
      )
      KeyRow(
        "count", into: \.count, value: .integer(in: 1...1_000_000), summary: "Most grants of a session", default: "1")
      KeyRow(
        "refill", into: \.refillSeconds, value: .duration(),
        summary: "After how long from the session's start the count is full again", default: "never")
    }
  }
}

extension AccessRules: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    lengthSeconds = try archive.field("length", of: value?.lengthSeconds)
    count = try archive.field("count", of: value?.count)
    refillSeconds = try archive.optional("refill", of: value?.refillSeconds)
  }
}
