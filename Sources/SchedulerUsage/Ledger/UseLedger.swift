import Scheduler
import SchedulerCivilTime
import SchedulerStore

/// The sums of what a person uses, by application, category, domain and quarter of an hour in UTC.
///
/// ```swift
/// var ledger = UseLedger()
/// ledger.add(span)
/// let losses = try ledger.flush(in: &files)
/// ```
/// A ledger keeps new use in memory until `flush` adds it to the files of the directory, one for each UTC day. A power
/// cut loses only what was not flushed, and nothing is ever added twice. Several agents of a person may write the same
/// directory: each adds what it has seen. Other processes may read the files at any time.
///
/// The files grow by some KiB a day. The ledger itself keeps no open file and needs no wake-up.
public struct UseLedger: Sendable {
  /// The use that no file has yet, by date.
  private var pending: [CivilDate: UseDay] = [:]
  private var openVisits: [VisitedTarget: OpenVisit] = [:]
  /// The date whose file this process has written last. If it is missing, the person has deleted the ledger.
  private var writtenDate: CivilDate?
  /// What may have been written, where neither the writing nor reading it again succeeded.
  private var uncertain: [CivilDate: (bytes: [UInt8], day: UseDay)] = [:]
  /// The files whose bytes may not survive a power cut, because the disk failed. They are written again.
  private var unsure: [CivilDate: AtomicFile] = [:]
  /// The days of a newer program, which were reported.
  private var newerDates: Set<CivilDate> = []
  private var hasTidied = false
  /// The deletion that was followed last; nil before the first call of `follow`.
  private var mark: UseFiles.Mark?
  /// The instant before which use was deleted, so that a span which began before it counts from there; nil for none.
  private var deletedUntil: Instant?
  /// What is lost and was not returned yet.
  private var losses: [UseLoss] = []
  /// The use that was dropped because it could not be written for long, in nanoseconds.
  private var droppedNanoseconds: Int64 = 0

  /// A visit that may continue.
  private struct OpenVisit {
    let start: Instant
    var end: Instant
    var nanoseconds: Int64
  }

  /// The pause after which use of the same target is another visit, in seconds.
  public static let visitPause: Int64 = 300
  /// The longest span that a source can mean, in nanoseconds: 31 days. The rest of a longer one does not count.
  private static let longestSpan: Int64 = 31 * 86_400 * 1_000_000_000
  /// The number of days that are kept while they cannot be written. The oldest is dropped then.
  private static let mostPendingDays = 40
  /// The number of visits that may be open at once. Windows change one after the other.
  private static let mostOpenVisits = 100
  /// The shortest length that the files have, in nanoseconds.
  private static let unit: Int64 = 1_000_000

  /// Creates a ledger without new use.
  public init() {}

  /// Adds a span, divided among the quarters of an hour that it touches.
  ///
  /// The length counts, whatever the wall clock does: where it was set back, a quarter has more than 15 minutes. Spans
  /// of a negative length are ignored.
  ///
  /// Complexity: O(log n) for n targets of the day.
  ///
  /// - Parameter zone: the identifier of the zone in which the person was; nil if it is not known. A quarter keeps the
  ///   first zone that is noted for it, also that of another agent.
  public mutating func add(_ span: UseSpan, in zone: String? = nil) {
    let span = withoutDeleted(span)
    let length = min(span.nanoseconds, Self.longestSpan)
    guard length > 0 else { return }
    let latest = Int64(CivilDate.max.epochDay) * 86_400 - Self.longestSpan / 1_000_000_000
    let start = min(max(0, span.start.epochSeconds), latest)
    let application = span.target.name.flatMap { $0.isEmpty ? nil : $0 } ?? UseDay.otherNames
    let domain = span.target.domain?.text ?? ""
    let categories = span.target.application.categories.sorted().map(\.name).joined(separator: ";")
    let key = UseKey(application: application, domain: domain, categories: categories)
    let counted = UseSpan(target: span.target, start: Instant(epochSeconds: start), nanoseconds: length)
    for (quarter, part) in counted.quarters {
      guard let date = CivilDate(epochDay: Int(quarter) / QuarterSums.count) else { continue }
      change(date) { $0.add(part.nanoseconds, of: key, in: Int(quarter) % QuarterSums.count, zone: zone) }
    }
    let end = Instant(epochSeconds: start + (length + 999_999_999) / 1_000_000_000)
    endVisits(before: Instant(epochSeconds: start))
    var targets = [VisitedTarget(application, isDomain: false)]
    if !domain.isEmpty { targets.append(VisitedTarget(domain, isDomain: true)) }
    for target in targets {
      var visit = openVisits[target] ?? OpenVisit(start: Instant(epochSeconds: start), end: end, nanoseconds: 0)
      visit.end = end
      visit.nanoseconds = visit.nanoseconds.saturatingSum(with: length)
      openVisits[target] = visit
    }
  }

  /// Returns what a deletion has left of a span. Spans come in order, so after the first that is younger than the
  /// deletion all are.
  private mutating func withoutDeleted(_ span: UseSpan) -> UseSpan {
    guard let instant = deletedUntil else { return span }
    let rest = span.since(instant)
    if rest.nanoseconds > 0 { deletedUntil = nil }
    return rest
  }

  private mutating func change(_ date: CivilDate, by change: (inout UseDay) -> Void) {
    change(&pending[date, default: UseDay(date)])
    guard pending.count > Self.mostPendingDays, let oldest = pending.keys.min() else { return }
    droppedNanoseconds = droppedNanoseconds.saturatingSum(with: pending.removeValue(forKey: oldest)?.nanoseconds ?? 0)
    uncertain[oldest] = nil
  }

  /// Notes the visits that have ended before an instant, or all without one. A clock that was set ends all.
  private mutating func endVisits(before start: Instant?) {
    if openVisits.count >= Self.mostOpenVisits { return endVisits { _ in true } }
    endVisits { visit in start.map { abs($0.seconds(since: visit.end)) >= Self.visitPause } ?? true }
  }

  private mutating func endVisits(where hasEnded: (OpenVisit) -> Bool) {
    for (target, visit) in openVisits where hasEnded(visit) {
      openVisits[target] = nil
      let length = visit.nanoseconds / Self.unit
      guard length > 0, let date = CivilDate(epochDay: Int(visit.start.epochSeconds / 86_400)) else { continue }
      change(date) { $0.add(visit: length, of: target) }
    }
  }
}

// Writing.
extension UseLedger {
  /// Whether there is something to write.
  public var hasChanges: Bool {
    droppedNanoseconds > 0 || !losses.isEmpty || !uncertain.isEmpty || !unsure.isEmpty
      || pending.values.contains { !$0.inMilliseconds.isEmpty }
  }

  /// Adds the new use to the files and waits until that survives a power cut. Does nothing if nothing changed.
  ///
  /// If the person has deleted days meanwhile, the new use of these days is dropped as well.
  ///
  /// - Returns: what is lost, to be reported. A damaged file is set aside, and its day begins anew.
  /// - Throws: the last error of the file system, `full` for example. A day that cannot be read or written keeps no
  ///   other day from being written. It stays in memory for the next call, up to 40 days do, and so do the losses. The
  ///   error is `inUse` while another process writes.
  public mutating func flush(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> [UseLoss] {
    guard hasChanges else { return [] }
    if try files.restoreDirectory() { forget() }
    try files.lock(UseFiles.lock)
    defer { files.unlock(UseFiles.lock) }
    if !hasTidied { try AtomicFile.removeLeftovers(in: &files) }
    hasTidied = true
    follow(in: &files)
    if let writtenDate, try !files.isPresent(UseFiles.name(of: writtenDate)) { forget() }
    var failure: FileSystemError?
    for date in Set(pending.keys).union(unsure.keys).sorted() {
      do throws(FileSystemError) { try write(date, in: &files) } catch { failure = error }
    }
    if let failure { throw failure }
    if droppedNanoseconds > 0 { losses.append(.dropped(nanoseconds: droppedNanoseconds)) }
    defer { (droppedNanoseconds, uncertain, losses) = (0, [:], []) }
    return losses
  }

  /// Drops from memory the use that the person has deleted with `UseFiles.forget` since the last call. Use that is
  /// added later stays, but for the part of a span from before the deletion. The first call drops nothing.
  ///
  /// Call it when the agent starts, and before use is added. It reads one small file.
  ///
  /// - Parameter now: the present. A deletion that is stamped later, by a clock that was set back since, was now at most.
  public mutating func follow(in files: inout some FileSystem & ~Copyable, at now: Instant) {
    follow(in: &files)
    deletedUntil = deletedUntil.map { min($0, now) }
  }

  private mutating func follow(in files: inout some FileSystem & ~Copyable) {
    do throws(FileSystemError) {
      let found = try UseFiles.mark(in: &files)
      defer { mark = found }
      guard let mark, mark != found else { return }
      // After several deletions only the last date is known.
      if let date = found.before, found.number == mark.number &+ 1 {
        forget(before: date)
        deletedUntil = found.time.map { min($0, Instant(epochSeconds: Int64(date.epochDay) * 86_400)) }
      } else {
        forget()
        deletedUntil = found.time
      }
    } catch {
      // A mark that cannot be read now may be readable next time.
    }
  }

  /// Deletes the days that are too old. Returns their number.
  ///
  /// A clock that is set far ahead deletes nothing on its first day: a month after the newest earlier day of the ledger
  /// is the latest present that counts.
  ///
  /// - Parameter seconds: the length of time for which days are kept, at least a day.
  /// - Throws: the errors of `UseFiles.remove`.
  public mutating func removeDays(
    olderThan seconds: Int64, at now: Instant, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> Int {
    guard let today = CivilDate(epochDay: Int(now.epochSeconds / 86_400)) else { return 0 }
    let earlier = try UseFiles.dates(in: &files).last { $0 < today }?.adding(days: 31)
    guard let date = min(today, earlier ?? today).adding(days: -Int(seconds / 86_400)) else { return 0 }
    if let writtenDate, writtenDate < date { self.writtenDate = nil }
    return try UseFiles.remove(before: date, in: &files)
  }

  /// Ends all visits, which otherwise end with the pause after them, and flushes. Call it when the agent ends.
  public mutating func finish(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) -> [UseLoss] {
    endVisits { _ in true }
    return try flush(in: &files)
  }

  /// Drops what was seen so far, because the person has deleted the ledger.
  private mutating func forget() {
    (pending, openVisits, writtenDate, uncertain, unsure) = ([:], [:], nil, [:], [:])
    droppedNanoseconds = 0
  }

  /// Drops what was seen on the days before a date.
  private mutating func forget(before date: CivilDate) {
    pending = pending.filter { $0.key >= date }
    uncertain = uncertain.filter { $0.key >= date }
    unsure = unsure.filter { $0.key >= date }
    openVisits = openVisits.filter { $0.value.start.epochSeconds / 86_400 >= Int64(date.epochDay) }
    if let writtenDate, writtenDate < date { self.writtenDate = nil }
  }

  private mutating func write(
    _ date: CivilDate, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) {
    let found = try UseFiles.read(date, in: &files)
    if let uncertain = uncertain.removeValue(forKey: date), case .day(_, let bytes) = found, bytes == uncertain.bytes {
      pending[date]?.remove(uncertain.day)
    }
    let new = pending[date]?.inMilliseconds ?? UseDay(date)
    guard !new.isEmpty || unsure[date] != nil else {
      // Less than a millisecond of each stays for later.
      if let writtenDate, writtenDate > date { pending[date] = nil }
      return
    }
    var day = UseDay(date)
    switch found {
    case .missing: break
    case .day(let known, _): day = known
    case .newer:
      if newerDates.insert(date).inserted { losses.append(.newer(date)) }
      (pending[date], unsure[date]) = (nil, nil)
      return
    case .damaged:
      try files.rename(UseFiles.name(of: date), to: UseFiles.damagedName(of: date))
      losses.append(.damaged(date))
      // Its file is missing now because it was set aside, not because the person has deleted it.
      if writtenDate == date { writtenDate = nil }
    }
    day.add(new)
    if day.isEmpty { unsure[date] = nil } else { try replace(with: day, adding: new, in: &files) }
  }

  private mutating func replace(
    with day: UseDay, adding new: UseDay, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) {
    let (name, bytes) = (UseFiles.name(of: day.date), day.bytes)
    var file = unsure[day.date] ?? AtomicFile(name, permissions: UseFiles.permissions)
    do throws(FileSystemError) {
      try file.replace(with: bytes, in: &files)
      unsure[day.date] = nil
      note(new)
    } catch {
      unsure[day.date] = file
      // Where only the last step failed, the file has the new bytes.
      do throws(FileSystemError) {
        if try files.read(name, limit: UseFiles.sizeLimit) == bytes { note(new) }
      } catch {
        if error.reason != .missing { uncertain[day.date] = (bytes, new) }
      }
      throw error
    }
  }

  /// Notes that new use is in a file.
  private mutating func note(_ new: UseDay) {
    pending[new.date]?.remove(new)
    if pending[new.date]?.isEmpty == true { pending[new.date] = nil }
    writtenDate = new.date
  }
}
