import Foundation
import SchedulerJSON

/// Reads the callbacks in lines of history: of the file `history.jsonl` in a state directory, or of `schedctl log --json`.
///
/// ```swift
/// let callbacks = try HistoryFeed.callbacks(contentsOfFile: "/var/lib/schedctl/history.jsonl")
/// ```
public struct HistoryFeed: Sendable {
  /// A line that is no entry of history, or that is not newer than the one before it.
  public struct MalformedLine: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    /// What is wrong with it, in lower case without a full stop.
    public let problem: String
    /// The line with what is wrong.
    public var description: String { "line \(line): \(problem)" }
  }

  /// The number of lines that were read.
  public private(set) var lineCount = 0
  /// The sequence of the last entry that was read.
  public private(set) var lastSequence: Int64

  /// Creates a feed before its first line.
  ///
  /// - Parameter sequence: the sequence of the last entry that is known; 0 for none. Lines up to it are malformed.
  public init(after sequence: Int64 = 0) { lastSequence = sequence }

  /// Reads a line without its line feed. Returns nil for an entry that is no callback.
  ///
  /// - Throws: `MalformedLine`. The line counts, and the next one may be read.
  public mutating func callback(inLine line: some Collection<UInt8>) throws(MalformedLine) -> DeliveredCallback? {
    lineCount += 1
    let entry: HistoryCallback
    do {
      guard let object = try JSONValue(parsing: Array(line)).objectValue else {
        throw HistoryCallback.Problem(words: "an entry is a JSON object")
      }
      entry = try HistoryCallback(object)
    } catch let problem as HistoryCallback.Problem {
      throw MalformedLine(line: lineCount, problem: problem.words)
    } catch {
      throw MalformedLine(line: lineCount, problem: "\(error)")
    }
    guard entry.sequence > lastSequence else {
      throw MalformedLine(line: lineCount, problem: "'sequence' is \(entry.sequence) after \(lastSequence)")
    }
    lastSequence = entry.sequence
    return entry.callback
  }

  /// Returns the callbacks in lines, in order. The last line may lack its line feed.
  ///
  /// - Throws: the first `MalformedLine`.
  public static func callbacks(in bytes: some Collection<UInt8>) throws(MalformedLine) -> [DeliveredCallback] {
    var feed = HistoryFeed()
    var callbacks: [DeliveredCallback] = []
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty ?? false { lines.removeLast() }
    for line in lines {
      if let callback = try feed.callback(inLine: line) { callbacks.append(callback) }
    }
    return callbacks
  }

  /// Returns the callbacks in a file.
  ///
  /// - Throws: the first `MalformedLine`, and the errors of reading.
  public static func callbacks(contentsOfFile path: String) throws -> [DeliveredCallback] {
    try callbacks(in: try Data(contentsOf: URL(fileURLWithPath: path)))
  }
}
