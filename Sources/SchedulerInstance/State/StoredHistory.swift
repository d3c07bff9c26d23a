import Scheduler
import SchedulerCivilTime
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore

/// The history of a state directory, the newest line first, read as far as it is asked for.
///
/// All methods throw `inputOutput` and `forbidden` when the files cannot be read.
public struct StoredHistory: ~Copyable {
  private var files: DirectoryFileSystem
  private var reader = HistoryReader()
  private var lines: ArraySlice<[UInt8]> = []
  private let directory: String
  /// How many lines were left out that have a number and are no JSON.
  private var damagedCount = 0

  /// The history in a state directory; nil when the directory is missing.
  public init?(_ directory: String) throws(InstanceError) {
    self.directory = directory
    do throws(FileSystemError) {
      files = try DirectoryFileSystem(directory)
    } catch {
      guard error.reason == .missing else { throw InstanceError(error, in: directory) }
      return nil
    }
  }

  /// The next older line that is JSON, with its bytes; nil when there are no more.
  public mutating func next() throws(InstanceError) -> (bytes: [UInt8], entry: JSONObject)? {
    while true {
      while let line = lines.popFirst() {
        if let entry = JSONObject(historyLine: line) { return (line, entry) }
        damagedCount += 1
      }
      guard let more = try moreLines() else { return nil }
      lines = more[...]
    }
  }

  /// Whether a session that has ended is in the history of a state directory. The engine remembers only the newest sessions
  /// of each profile. Complexity: O(bytes of history).
  public static func hasSession(_ id: SessionID, in directory: String) throws(InstanceError) -> Bool {
    var history = try StoredHistory(directory)
    while let line = try history?.next() {
      if SessionEntry(line.entry)?.session == id.description { return true }
    }
    return false
  }

  /// The number of the newest line that was read; 0 without any.
  public var newest: Int64 { Int64(clamping: reader.newest) }

  /// What was wrong with the files that were read so far, in sentences without full stops.
  public var losses: [String] {
    let count = reader.unreadableCount + damagedCount
    let missing = reader.missingCount
    return (count == 0 ? [] : [count == 1 ? "1 line cannot be read" : "\(count) lines cannot be read"])
      + (missing == 0 ? [] : [missing == 1 ? "1 line is missing" : "\(missing) lines are missing"])
  }

  /// The losses up to the number of the last event: also the newest lines, where they are missing.
  public func losses(upTo number: Int64) -> [String] {
    let behind = max(0, number - newest)
    guard behind > reader.unreadableCount + damagedCount else { return losses }
    return losses + [behind == 1 ? "the newest line is missing" : "the newest \(behind) lines are missing"]
  }

  private mutating func moreLines() throws(InstanceError) -> [[UInt8]]? {
    do throws(FileSystemError) {
      return try reader.next(in: &files)
    } catch {
      throw InstanceError(.file(error), in: directory)
    }
  }
}
