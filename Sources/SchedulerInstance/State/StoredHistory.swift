import SchedulerStore

/// The history in a state directory, newest line first. Files are read on demand.
///
/// All methods throw `inputOutput` and `forbidden` if the files cannot be read.
public struct StoredHistory: ~Copyable {
  private var files: DirectoryFileSystem
  private var reader = HistoryReader()
  private var lines: ArraySlice<[UInt8]> = []
  private let directory: String
  /// The number of skipped lines that have a number but are not valid JSON.
  private var damagedCount = 0
  /// The number of the line that `next` returned last; nil before the first.
  private var lastNumber: Int64?
  /// The gap between the line that `next` returned last and the newer line that it returned before; nil if there is
  /// none. It includes lines that cannot be read.
  public private(set) var gap: HistoryGap?

  /// Opens the history in a state directory. Returns nil if the directory is missing.
  public init?(_ directory: String) throws(InstanceError) {
    self.directory = directory
    guard let files = try DirectoryFileSystem.ofState(in: directory) else { return nil }
    self.files = files
  }

  /// Returns the next older line that is valid JSON, with its bytes; nil if there are no more.
  public mutating func next() throws(InstanceError) -> (bytes: [UInt8], entry: HistoryRecord)? {
    while true {
      while let line = lines.popFirst() {
        guard let entry = HistoryRecord(line: line) else {
          damagedCount += 1
          continue
        }
        if let number = entry.number {
          gap = lastNumber.flatMap { HistoryGap(between: number, and: $0) }
          lastNumber = number
        }
        return (line, entry)
      }
      guard let more = try moreLines() else { return nil }
      lines = more[...]
    }
  }

  /// Returns the lines with numbers above one, the oldest first: up to `limit`. Lines that cannot be read are skipped.
  ///
  /// Complexity: O(bytes of the lines), plus a search for the first one.
  public mutating func lines(
    after number: Int64, limit: Int
  ) throws(InstanceError) -> [(bytes: [UInt8], entry: HistoryRecord)] {
    let lines = try InstanceError.mapping(
      HistoryPage.lines(after: UInt64(clamping: number), limit: limit, in: &files)
    ) { .init(.file($0), in: directory) }
    return lines.compactMap { line in
      let bytes = Array(line.bytes.dropLast())
      return HistoryRecord(line: bytes).map { (bytes, $0) }
    }
  }

  /// Returns whether the history in a state directory contains an ended session. The engine remembers only the newest
  /// sessions of each profile. Complexity: O(bytes of history).
  public static func hasSession(_ id: SessionID, in directory: String) throws(InstanceError) -> Bool {
    var history = try StoredHistory(directory)
    while let line = try history?.next() {
      if SessionEntry(line.entry)?.session == id.description { return true }
    }
    return false
  }

  /// The number of the newest line read so far, or 0 if there is none.
  public var newest: Int64 { Int64(clamping: reader.newest) }

  /// The problems of the files read so far, in sentences without full stops.
  public var losses: [String] {
    let count = reader.unreadableCount + damagedCount
    let missing = reader.missingCount
    return (count == 0 ? [] : [count == 1 ? "1 line cannot be read" : "\(count) lines cannot be read"])
      + (missing == 0 ? [] : [missing == 1 ? "1 line is missing" : "\(missing) lines are missing"])
  }

  /// Returns the losses up to the number of the last event, including missing newest lines.
  public func losses(upTo number: Int64) -> [String] {
    let behind = max(0, number - newest)
    guard behind > reader.unreadableCount + damagedCount else { return losses }
    return losses + [behind == 1 ? "the newest line is missing" : "the newest \(behind) lines are missing"]
  }

  private mutating func moreLines() throws(InstanceError) -> [[UInt8]]? {
    try InstanceError.mapping(reader.next(in: &files)) { .init(.file($0), in: directory) }
  }
}

extension DirectoryFileSystem {
  /// Opens a state directory. Returns nil if it is missing.
  static func ofState(in directory: String) throws(InstanceError) -> DirectoryFileSystem? {
    try InstanceError.mapping(FileSystemError.unlessMissing(DirectoryFileSystem(directory))) {
      (error: FileSystemError) in .init(error, in: directory)
    }
  }
}
