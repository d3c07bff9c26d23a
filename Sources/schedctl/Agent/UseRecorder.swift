import SchedulerInstance
import SchedulerUsage

/// Writes what the person uses to their record, at most once a minute, and only if there is something new.
///
/// Of several agents in a session, one records.
struct UseRecorder {
  /// The CLOCK_BOOTTIME of the next writing in nanoseconds; nil while nothing is new.
  private(set) var nextBoot: Int64?

  private var ledger = UseLedger()
  private var claim: UseClaim
  private let path: String
  /// Returns the time for which days are kept, in seconds. It is asked once a day.
  private let keptSeconds: @Sendable () -> Int64
  /// The day on which old days were last deleted.
  private var tidiedDay: Int64?
  /// The last reported trouble.
  private var trouble: String?

  private static let pause: Int64 = 60_000_000_000

  /// Creates a recorder, which accesses nothing yet.
  init(in path: String, environment: ProcessEnvironment, keptSeconds: @escaping @Sendable () -> Int64) {
    (self.path, self.keptSeconds, claim) = (path, keptSeconds, UseClaim(environment))
  }

  /// Claims the use of the session. Call it before the first use is added.
  mutating func begin(session: inout Console) {
    do throws(FileSystemError) {
      var files = try UseFiles.open(path)
      if try !claim.take(in: path) { session.say("schedctl: another agent records the use of this session") }
      ledger.follow(in: &files, at: SystemClocks.now())
    } catch {
      note(error, session: &session)
    }
    session.messages.flush()
  }

  /// Adds use, which is written within a minute. Use that another agent records is dropped.
  mutating func add(_ spans: [UseSpan], atBoot boot: Int64) {
    // If the other agent has ended, use counts from now on: it has recorded what was before.
    let wasTaken = claim.isTaken
    if wasTaken || !spans.isEmpty { prepare() }
    guard !wasTaken, !claim.isTaken else { return }
    for span in spans { ledger.add(span) }
    if nextBoot == nil, ledger.hasChanges { nextBoot = boot + Self.pause }
  }

  /// Claims the use of the session again, and drops what the person has deleted. Errors are those of the next writing.
  private mutating func prepare() {
    do throws(FileSystemError) {
      var files = try UseFiles.open(path)
      if try claim.take(in: path) { ledger.follow(in: &files, at: SystemClocks.now()) } else { ledger = UseLedger() }
    } catch {}
  }

  /// Writes what is new, if it is time to.
  mutating func write(atBoot boot: Int64, session: inout Console) {
    guard let nextBoot, nextBoot <= boot else { return }
    write(session: &session) { (ledger, files) throws(FileSystemError) in try ledger.flush(in: &files) }
    self.nextBoot = ledger.hasChanges ? boot + Self.pause : nil
  }

  /// Writes everything at the end of the agent.
  mutating func end(session: inout Console) {
    write(session: &session) { (ledger, files) throws(FileSystemError) in try ledger.finish(in: &files) }
  }

  private mutating func write(
    session: inout Console,
    by write: (inout UseLedger, inout DirectoryFileSystem) throws(FileSystemError) -> [UseLoss]
  ) {
    do throws(FileSystemError) {
      var files = try UseFiles.open(path)
      guard try claim.take(in: path) else {
        ledger = UseLedger()
        return
      }
      // A day that cannot be written keeps no old day from being deleted.
      var failure: FileSystemError?
      do throws(FileSystemError) {
        for loss in try write(&ledger, &files) { session.say("schedctl: in '\(path)': \(loss)") }
      } catch {
        failure = error
      }
      try removeOldDays(in: &files)
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
    guard tidiedDay != day else { return }
    _ = try ledger.removeDays(olderThan: keptSeconds(), at: now, in: &files)
    tidiedDay = day
  }
}

extension Host {
  /// Returns how long the configuration of a choice keeps use, in seconds. Without a valid configuration the default
  /// applies.
  func keptUse(_ choice: ConfigurationChoice) -> Int64 {
    do throws(InstanceError) {
      let reading = try readConfiguration(choice, trust: .preview)
      return (reading.configuration?.daemon ?? DaemonSettings()).useSeconds
    } catch {
      return DaemonSettings().useSeconds
    }
  }
}
