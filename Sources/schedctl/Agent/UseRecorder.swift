import SchedulerInstance
import SchedulerUsage

/// Writes what the person uses to their record, at most once a minute, and only if there is something new.
///
/// Of several agents in a session, one records.
struct UseRecorder {
  /// The CLOCK_BOOTTIME of the next writing in nanoseconds, or of the next attempt to record instead of another agent; nil
  /// while nothing is new.
  private(set) var nextBoot: Int64?

  private var ledger = UseLedger()
  private var claim: UseClaim
  private var place: RecordedPlace
  private let path: String
  /// Returns the time for which days are kept, in seconds; nil if it is not known. It is asked once a day.
  private let keptSeconds: @Sendable () -> Int64?
  /// The instant at which this agent began to record instead of another one, which has recorded what was before; nil for
  /// none.
  private var since: Instant?
  /// The day on which old days were last deleted.
  private var tidiedDay: Int64?
  /// The last reported trouble.
  private var trouble: String?

  private static let pause: Int64 = 60_000_000_000

  /// Creates a recorder, which accesses nothing yet.
  ///
  /// - Parameter zones: where the machine's zone is looked up; nil to use the zones given by `environment`.
  init(
    in path: String, environment: ProcessEnvironment, zones: ZoneInfoDirectory? = nil,
    keptSeconds: @escaping @Sendable () -> Int64?
  ) {
    (self.path, self.keptSeconds, claim) = (path, keptSeconds, UseClaim(environment))
    place = RecordedPlace(zones ?? .system(environment))
  }

  /// Claims the use of the session. Call it before the first use is added.
  mutating func begin(atBoot boot: Int64, session: inout Console) {
    place.look(at: SystemClocks.now())
    do throws(FileSystemError) {
      var files = try UseFiles.open(path)
      if try !claim.take(in: path) {
        session.say("schedctl: another agent records the use of this session")
        nextBoot = boot + Self.pause
      }
      ledger.follow(in: &files, at: SystemClocks.now())
    } catch {
      note(error, session: &session)
    }
    session.messages.flush()
  }

  /// Adds use, which is written within a minute. Use that another agent records is dropped.
  ///
  /// Call it without use when one begins: it looks up the zone in which the machine is.
  mutating func add(_ spans: [UseSpan], atBoot boot: Int64) {
    place.look(at: SystemClocks.now())
    guard !spans.isEmpty, prepare() else { return }
    for span in spans { ledger.add(own(span), in: place.zone(at: span.start)) }
    if nextBoot == nil, ledger.hasChanges { nextBoot = boot + Self.pause }
  }

  /// Returns the part of a span that no other agent has recorded. Spans come in order, so after the first that begins
  /// later all do.
  private mutating func own(_ span: UseSpan) -> UseSpan {
    guard let since else { return span }
    // A clock that was set back since.
    let now = SystemClocks.now()
    self.since = span.start > since ? nil : min(since, now)
    return span.since(min(since, now))
  }

  /// Claims the use of the session again, and drops what the person has deleted. Returns whether this agent records.
  /// Errors are those of the next writing.
  private mutating func prepare() -> Bool {
    do throws(FileSystemError) {
      var files = try UseFiles.open(path)
      if try takeClaim() { ledger.follow(in: &files, at: SystemClocks.now()) }
    } catch {}
    return !claim.isTaken
  }

  /// Takes the right to record, or makes sure of it. Returns whether this agent has it.
  private mutating func takeClaim() throws(FileSystemError) -> Bool {
    let wasTaken = claim.isTaken
    guard try claim.take(in: path) else {
      ledger = UseLedger()
      return false
    }
    if wasTaken { since = SystemClocks.now() }
    return true
  }

  /// Writes what is new, if it is time to.
  mutating func write(atBoot boot: Int64, session: inout Console) {
    guard let nextBoot, nextBoot <= boot else { return }
    write(session: &session) { (ledger, files) throws(FileSystemError) in try ledger.flush(in: &files) }
    self.nextBoot = ledger.hasChanges || claim.isTaken ? boot + Self.pause : nil
  }

  /// Writes everything at the end of the agent, and says what is lost.
  mutating func end(session: inout Console) {
    trouble = nil
    let host = session.host
    write(session: &session) { (ledger, files) throws(FileSystemError) in
      try host.waitingForWriters { () throws(FileSystemError) in try ledger.finish(in: &files) }
    }
    guard ledger.hasChanges else { return }
    session.say("schedctl: the use that was not written is lost")
    session.messages.flush()
  }

  private mutating func write(
    session: inout Console,
    by write: (inout UseLedger, inout DirectoryFileSystem) throws(FileSystemError) -> [UseLoss]
  ) {
    do throws(FileSystemError) {
      var files = try UseFiles.open(path)
      guard try takeClaim() else { return }
      // A day that cannot be written keeps no old day from being deleted.
      var failure: FileSystemError?
      do throws(FileSystemError) {
        for loss in try write(&ledger, &files) { session.say("schedctl: in '\(path)': \(loss)") }
      } catch {
        failure = error
      }
      do throws(FileSystemError) { try removeOldDays(in: &files) } catch { failure = failure ?? error }
      if let failure { throw failure }
      trouble = nil
    } catch {
      note(error, session: &session)
    }
    session.messages.flush()
  }

  /// Reports an error that is new. The sums stay in memory.
  private mutating func note(_ error: FileSystemError, session: inout Console) {
    // Another agent that writes at this moment is no trouble.
    if case .inUse = error.reason { return }
    if trouble != error.description { session.say("schedctl: cannot record use in '\(path)': \(error)") }
    trouble = error.description
  }

  private mutating func removeOldDays(in files: inout DirectoryFileSystem) throws(FileSystemError) {
    let now = SystemClocks.now()
    let day = now.epochSeconds / 86_400
    guard tidiedDay != day, let kept = keptSeconds() else { return }
    _ = try ledger.removeDays(olderThan: kept, at: now, in: &files)
    tidiedDay = day
  }
}

/// The zone of the machine, which changes when its person travels.
///
/// It is looked up whenever the agent is awake and something is in use, and whenever use that continues is recorded, so
/// that a change needs no wake-up.
private struct RecordedPlace {
  private let zones: ZoneInfoDirectory
  private var present: String?
  /// The previous zone, for use that began before the change.
  private var last: String?
  /// When the present zone was found; nil before the first look.
  private var found: Instant?

  init(_ zones: ZoneInfoDirectory) { self.zones = zones }

  mutating func look(at now: Instant) {
    let zone = zones.systemIdentifier
    guard let found, zone == present else {
      (last, present, self.found) = (found == nil ? zone : present, zone, now)
      return
    }
    // A clock that was set back since.
    self.found = min(found, now)
  }

  /// Returns the identifier of the zone at an instant; nil if it has none.
  func zone(at instant: Instant) -> String? { found.map { instant < $0 } ?? false ? last : present }
}

extension Host {
  /// Returns how long the configuration of a choice keeps use, in seconds; nil if it has errors or cannot be read. Without a
  /// configuration the default applies.
  func keptUse(_ choice: ConfigurationChoice) -> Int64? {
    do throws(InstanceError) {
      return try readConfiguration(choice, trust: .preview).configuration?.daemon.useSeconds
    } catch {
      return error.reason == .noConfiguration ? DaemonSettings().useSeconds : nil
    }
  }
}
