import SchedulerInstance
import SchedulerUsage

/// Writes what the person uses to their record, at most once a minute, and only if there is something new.
struct UseRecorder {
  /// The CLOCK_BOOTTIME of the next writing in nanoseconds; nil while nothing is new.
  private(set) var nextBoot: Int64?

  private var ledger = UseLedger()
  private let path: String
  /// Returns the time for which days are kept, in seconds. It is asked once a day.
  private let keptSeconds: @Sendable () -> Int64
  /// The day on which old days were last deleted.
  private var tidiedDay: Int64?
  /// The last reported trouble.
  private var trouble: String?

  private static let pause: Int64 = 60_000_000_000

  /// Creates a recorder, which accesses nothing yet.
  init(in path: String, keptSeconds: @escaping @Sendable () -> Int64) {
    (self.path, self.keptSeconds) = (path, keptSeconds)
  }

  /// Adds use, which is written within a minute.
  mutating func add(_ spans: [UseSpan], atBoot boot: Int64) {
    for span in spans { ledger.add(span) }
    if nextBoot == nil, ledger.hasChanges { nextBoot = boot + Self.pause }
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
      try DirectoryFileSystem.create(path, permissions: UseFiles.directoryPermissions)
      var files = try DirectoryFileSystem(path)
      for loss in try write(&ledger, &files) { session.say("schedctl: in '\(path)': \(loss)") }
      try removeOldDays(in: &files)
      trouble = nil
    } catch {
      // The sums stay in memory. Another agent that writes at this moment is no trouble.
      if case .inUse = error.reason { return }
      if trouble != error.description { session.say("schedctl: cannot record use in '\(path)': \(error)") }
      trouble = error.description
    }
    session.messages.flush()
  }

  private mutating func removeOldDays(in files: inout DirectoryFileSystem) throws(FileSystemError) {
    let now = SystemClocks.now()
    let day = now.epochSeconds / 86_400
    guard tidiedDay != day else { return }
    tidiedDay = day
    _ = try ledger.removeDays(olderThan: keptSeconds(), at: now, in: &files)
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
