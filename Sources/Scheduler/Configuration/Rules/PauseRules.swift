/// The pauses that a session may take, `[profile.KEY.pause]`.
public struct PauseRules: Hashable, Sendable {
  /// The longest pause in seconds, at least 1. The pause ends by itself after that time. A pomodoro that is not strict
  /// pauses without these rules, for as long as its user wants.
  public var lengthSeconds: Int64
  /// The maximum number of pauses of a session, at least 1.
  public var count: Int64

  /// Pauses of one length. A session may take one of them unless `count` allows more.
  public init(lengthSeconds: Int64, count: Int64 = 1) {
    self.lengthSeconds = lengthSeconds
    self.count = count
  }
}

extension PauseRules: SessionRule {
  /// `10m, at most 2`
  var text: String { "\(DurationText.text(seconds: lengthSeconds)), at most \(count)" }

  func loosens(_ old: PauseRules) -> Bool { lengthSeconds > old.lengthSeconds || count > old.count }

  func limited(to old: PauseRules) -> PauseRules {
    PauseRules(lengthSeconds: min(lengthSeconds, old.lengthSeconds), count: min(count, old.count))
  }
}

extension PauseRules: TableDraft {
  /// What reading a table begins with. A table needs a length.
  init() { self.init(lengthSeconds: 0) }
}

extension TableSchema where Draft == PauseRules {
  /// `[profile.deep-work.pause]`
  static var pause: Self {
    TableSchema(name: "a 'pause' table") {
      KeyRow(
        "length", into: \.lengthSeconds, value: .duration(), summary: "Longest pause",
        required: "\"10m\"")
      KeyRow(
        "count", into: \.count, value: .integer(in: 1...1_000_000), summary: "Most pauses of a session", default: "1")
    }
  }
}

extension PauseRules: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    lengthSeconds = try archive.field("length", of: value?.lengthSeconds)
    count = try archive.field("count", of: value?.count)
  }
}
