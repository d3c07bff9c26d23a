import SchedulerCivilTime
import SchedulerPlatform
import SchedulerStore

/// What a ledger has lost.
public enum UseLoss: Hashable, Sendable {
  /// The file of a day was damaged.
  case damaged(CivilDate)
  /// A newer version of the program has written the file of a day.
  case newer(CivilDate)
  /// The file of a day cannot be read.
  case unreadable(CivilDate, FileSystemError.Reason)
  /// Use was dropped because it could not be written for long.
  case dropped(nanoseconds: Int64)
}

extension UseLoss {
  /// The UTC day whose use is lost in part or as a whole; nil if it is not known.
  public var date: CivilDate? {
    switch self {
    case .damaged(let date), .newer(let date), .unreadable(let date, _): date
    case .dropped: nil
    }
  }
}

extension UseLoss: CustomStringConvertible {
  /// A line without a full stop: `the use of 2026-11-27 is damaged and not counted`.
  public var description: String {
    switch self {
    case .damaged(let date): "the use of \(date) is damaged and not counted"
    case .newer(let date): "the use of \(date) was written by a newer version and is not counted"
    case .unreadable(let date, let reason): "the use of \(date) cannot be read and is not counted: \(reason)"
    case .dropped(let nanoseconds):
      "\(nanoseconds / 1_000_000_000) s of use could not be written for long and are lost"
    }
  }
}

/// The files of a ledger: `2026-11-27.use` for each UTC day with use.
public enum UseFiles {
  /// The permission bits of the directory. Only its user and root may look into it.
  public static let directoryPermissions: UInt32 = 0o700
  /// The permission bits of the files.
  static let permissions: UInt32 = 0o600
  /// The name of the lock that a writer takes.
  static let lock = "lock"
  /// The maximum size of a file in bytes: a hundred times that of a day with many targets.
  static let sizeLimit = 16 << 20
  /// The name of the mark that a deletion leaves for running agents.
  private static let markName = "forgotten"
  /// The lock that an import holds, so that two do not add the same.
  public static let importLock = "import.lock"
  /// Epoch seconds of the end of the year 9999.
  private static let latestSecond: Int64 = 253_402_300_799
  private static let suffix = ".use"
  private static let damagedSuffix = ".use.damaged"

  static func name(of date: CivilDate) -> String { "\(date)\(suffix)" }
  static func damagedName(of date: CivilDate) -> String { "\(date)\(damagedSuffix)" }

  /// Opens a directory of use for writing, and creates it if it does not exist. One that its user owns is closed to
  /// all others.
  public static func open(_ path: String) throws(FileSystemError) -> DirectoryFileSystem {
    try DirectoryFileSystem.create(path, permissions: directoryPermissions)
    let files = try DirectoryFileSystem(path)
    do throws(FileSystemError) {
      try files.restrict(to: directoryPermissions)
    } catch {
      // Some file systems know no permissions. Where there are any, the files have them too.
    }
    return files
  }

  /// What there is of a day.
  enum Finding {
    case missing, damaged, newer
    case day(UseDay, bytes: [UInt8])
  }

  /// Reads a day.
  static func read(
    _ date: CivilDate, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Finding {
    guard let bytes = try FileSystemError.unlessMissing(files.read(name(of: date), limit: sizeLimit)) else {
      return .missing
    }
    do throws(UseDay.TextProblem) {
      return .day(try UseDay(bytes, of: date), bytes: bytes)
    } catch {
      return error == .newer ? .newer : .damaged
    }
  }
}

/// The days of a ledger that were read.
public struct UseReading: Sendable {
  /// The days with use, in order.
  public private(set) var days: [UseDay] = []
  /// What could not be read, in order.
  public private(set) var losses: [UseLoss] = []
  /// The first date with use that the directory has, also before those that were read.
  public private(set) var firstDate: CivilDate?

  /// A reading of nothing: of a directory that does not exist.
  public init() {}

  /// Reads the days of a range. Days without use have no file. A day that cannot be read is a loss; the others are read.
  ///
  /// Complexity: O(days of the directory), and O(bytes) for those of the range: 2 ms to list ten years, and 35 µs for a
  /// day at a desk.
  ///
  /// - Throws: the error if the directory cannot be listed.
  public init(_ dates: ClosedRange<CivilDate>, in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    for (date, isDamaged) in try files.useDates() {
      if !isDamaged { firstDate = min(firstDate ?? date, date) }
      guard dates.contains(date) else { continue }
      guard !isDamaged else {
        if losses.last != .damaged(date) { losses.append(.damaged(date)) }
        continue
      }
      do throws(FileSystemError) {
        switch try UseFiles.read(date, in: &files) {
        case .missing: break
        case .day(let day, _): days.append(day)
        case .newer: losses.append(.newer(date))
        case .damaged: losses.append(.damaged(date))
        }
      } catch {
        losses.append(.unreadable(date, error.reason))
      }
    }
  }
}

extension UseFiles {
  /// The last deletion that a person asked for: a number that grows with each, the first date that was kept, and when.
  struct Mark: Hashable {
    var number: Int64 = 0
    var before: CivilDate?
    var time: Instant?
  }

  /// Reads the mark. It has the number 0 if nothing was ever deleted, or if it is damaged.
  ///
  /// ```
  /// mark = number SP (date / "-") [SP epoch-seconds] LF
  /// ```
  static func mark(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> Mark {
    guard let bytes = try FileSystemError.unlessMissing(files.read(markName, limit: 100)) else { return Mark() }
    let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard (2...3).contains(words.count), let number = Int64(String(decoding: words[0], as: UTF8.self)) else {
      return Mark()
    }
    let seconds = words.count == 3 ? Int64(String(decoding: words[2], as: UTF8.self)) : nil
    let isPossible = seconds.map { (0...latestSecond).contains($0) } ?? false
    return Mark(
      number: number, before: CivilDate(parsing: Array(words[1])),
      time: isPossible ? seconds.map(Instant.init(epochSeconds:)) : nil)
  }

  /// Deletes the days before a date, or all without one, because the person asks for it. They stay deleted after a
  /// power cut. A running agent drops what it has of these days in memory, and counts what is in use from `now` on.
  ///
  /// - Returns: the number of deleted days.
  /// - Throws: `inUse` while a ledger is written; the error of the file system. Some of the days may be deleted then.
  public static func forget(
    before date: CivilDate?, at now: Instant, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Int {
    try files.lock(lock)
    defer { files.unlock(lock) }
    if date == nil { try AtomicFile.removeLeftovers(in: &files) }
    // The mark comes after the days: on a full disk there is room for it then.
    var count = 0
    var failure: FileSystemError?
    do throws(FileSystemError) { count = try delete(before: date, in: &files) } catch { failure = error }
    var last: Int64 = 0
    do throws(FileSystemError) {
      last = try mark(in: &files).number
    } catch {
      // A mark that cannot be read is replaced.
    }
    var file = AtomicFile(markName, permissions: permissions)
    let text = "\(last &+ 1) \(date.map { "\($0)" } ?? "-") \(now.epochSeconds)\n"
    try file.replace(with: Array(text.utf8), in: &files)
    if let failure { throw failure }
    return count
  }

  /// Deletes the days before a date, because they are too old, so that they stay deleted after a power cut.
  ///
  /// - Returns: the number of deleted days.
  /// - Throws: `inUse` while a ledger is written; the error of the file system. Some of the days may be deleted then.
  static func remove(
    before date: CivilDate, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Int {
    try files.lock(lock)
    defer { files.unlock(lock) }
    return try delete(before: date, in: &files)
  }

  private static func delete(
    before date: CivilDate?, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Int {
    var removed: Set<CivilDate> = []
    var failure: FileSystemError?
    for (found, isDamaged) in try files.useDates() where date.map({ found < $0 }) ?? true {
      do throws(FileSystemError) {
        try files.removeIfPresent(isDamaged ? damagedName(of: found) : name(of: found))
        removed.insert(found)
      } catch {
        // A day that cannot be deleted keeps no other one.
        failure = error
      }
    }
    if !removed.isEmpty { try files.synchronizeNames() }
    if let failure { throw failure }
    return removed.count
  }

  /// Returns the dates with use, in order.
  static func dates(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> [CivilDate] {
    try files.useDates().filter { !$0.isDamaged }.map(\.date)
  }

  /// Returns the date of a file name, and whether it is a damaged file; nil for other files.
  fileprivate static func date(of name: String) -> (date: CivilDate, isDamaged: Bool)? {
    for (ending, isDamaged) in [(suffix, false), (damagedSuffix, true)] where name.hasSuffix(ending) {
      return CivilDate(parsing: Array(name.utf8.dropLast(ending.utf8.count))).map { ($0, isDamaged) }
    }
    return nil
  }
}

extension FileSystem where Self: ~Copyable {
  /// The dates of the files of a ledger, in order.
  fileprivate mutating func useDates() throws(FileSystemError) -> [(date: CivilDate, isDamaged: Bool)] {
    try names().compactMap { UseFiles.date(of: $0) }
  }
}
