import SchedulerDiagnostics

/// The pauses that a session may take, `[profile.KEY.pause]`.
public struct PauseRules: Hashable, Sendable {
  /// The longest pause of a strict session in seconds, at least 1. The pause ends by itself after that time.
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

/// The keys of a `pause` table while they are read.
struct PauseDraft: TableDraft {
  var length: Int64?
  var count: Int64 = 1

  func finished(at span: SourceSpan, _ reading: inout Reading) -> PauseRules? {
    length.map { PauseRules(lengthSeconds: $0, count: count) }
  }
}

extension TableSchema where Draft == PauseDraft {
  /// `[profile.deep-work.pause]`
  static var pause: Self {
    TableSchema(
      "a 'pause' table",
      rows: [
        KeyRow("length", value: .duration(), summary: "Longest pause of a strict session", required: "\"10m\"") {
          $0.length = $1
        },
        KeyRow("count", value: .integer(in: 1...1_000_000), summary: "Most pauses of a session", default: "1") {
          $0.count = $1
        },
      ])
  }
}

extension PauseRules: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    lengthSeconds = try archive.field("length", of: value?.lengthSeconds)
    count = try archive.field("count", of: value?.count)
  }
}
