import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore

/// What is written down of the past, the newest first, read as far as somebody asks.
struct StoredHistory: ~Copyable {
  private var files: DirectoryFileSystem
  private var reader = HistoryReader()
  private var lines: ArraySlice<[UInt8]> = []
  private let directory: String
  /// How many lines were left out that have a sequence and are no JSON.
  private var damagedCount = 0

  /// That of a state directory; nil for one that is missing.
  init?(_ directory: String) throws(CommandFailure) {
    self.directory = directory
    do throws(FileSystemError) {
      files = try DirectoryFileSystem(directory)
    } catch {
      guard error.reason == .missing else { throw CommandFailure(directory: error, directory) }
      return nil
    }
  }

  /// The next older line that is JSON, with its bytes; nil when there are no more.
  mutating func next() throws(CommandFailure) -> (bytes: [UInt8], entry: JSONObject)? {
    while true {
      while let line = lines.popFirst() {
        if let entry = JSONObject(historyLine: line) { return (line, entry) }
        damagedCount += 1
      }
      guard let more = try moreLines() else { return nil }
      lines = more[...]
    }
  }

  /// Whether a session that has ended is in the history of a state directory. The rules themselves remember the newest few
  /// of each profile. Complexity: O(bytes of history).
  static func hasSession(_ id: SessionID, in directory: String) throws(CommandFailure) -> Bool {
    var history = try StoredHistory(directory)
    while let line = try history?.next() {
      if SessionEntry(line.entry)?.session == id.description { return true }
    }
    return false
  }

  /// The number of the newest line that was read; 0 without any.
  var newest: Int64 { Int64(clamping: reader.newest) }

  /// What was wrong with the files that were read so far, in sentences without full stops.
  var losses: [String] {
    let count = reader.unreadableCount + damagedCount
    let missing = reader.missingCount
    return (count == 0 ? [] : [count == 1 ? "1 line cannot be read" : "\(count) lines cannot be read"])
      + (missing == 0 ? [] : [missing == 1 ? "1 line is missing" : "\(missing) lines are missing"])
  }

  /// That lines are missing up to the number of the last event, where those that cannot be read are too few to be them.
  func losses(upTo number: Int64) -> [String] {
    let behind = max(0, number - newest)
    guard behind > reader.unreadableCount + damagedCount else { return losses }
    return losses + [behind == 1 ? "the newest line is missing" : "the newest \(behind) lines are missing"]
  }

  private mutating func moreLines() throws(CommandFailure) -> [[UInt8]]? {
    do throws(FileSystemError) {
      return try reader.next(in: &files)
    } catch {
      throw CommandFailure(.file(error), in: directory)
    }
  }
}

/// How much of history is asked for: the newest lines, or all since an instant.
struct HistoryQuery {
  let limit: Int
  let since: Instant?

  static let options: [Option] = [.newest, .since]

  init(_ invocation: Invocation, now: Instant, _ zone: ZoneRules) throws(CommandFailure) {
    since = try IntervalQuery.instant(.since, invocation, now, zone)
    limit = try IntervalQuery.limit(.newest, invocation) ?? HistoryListing.usualCount(since: since, most: .max)
  }

  /// Whether something that happened at an instant, nil for unknown, is asked for.
  func contains(_ instant: Instant?) -> Bool { HistoryListing.contains(instant, since: since) }
}
