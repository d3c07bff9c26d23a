import SchedulerPlatform

/// Tells an adapter when to look whether another program has changed its files, and keeps two programs that disagree from
/// using the processor.
struct RepairWatch: Sendable {
  private var watch: PathWatch?
  private var lastRepairBoot: Int64?

  /// Shortest time between two repairs, in nanoseconds.
  static let repairPause: Int64 = 1_000_000_000
  /// Time between two looks at files that are not watched, in nanoseconds.
  static let lookPause: Int64 = 10_000_000_000

  /// The descriptor that is readable when a file may have changed; nil if none is watched.
  var descriptor: OpenDescriptor? { watch?.descriptor }

  /// The time of the next look that no change brings, from a reading of CLOCK_BOOTTIME; nil while the files are watched.
  func nextLook(atBoot boot: Int64) -> Int64? { watch == nil ? boot + Self.lookPause : nil }

  /// The time up to which repairs wait because one was made just before; nil if they need not.
  func pauseEnd(atBoot boot: Int64) -> Int64? {
    lastRepairBoot.map { $0 + Self.repairPause }.flatMap { boot < $0 ? $0 : nil }
  }

  /// Notes a repair.
  mutating func noteRepair(atBoot boot: Int64) { lastRepairBoot = boot }

  /// Forgets the last repair: what is written next is no repair.
  mutating func noteChange() { lastRepairBoot = nil }

  /// Watches some paths, and discards what there is to report: the caller looks at them anyway.
  mutating func follow(_ paths: [WatchedPath]) {
    do throws(SystemError) {
      var watch = if let watch { watch } else { try PathWatch() }
      _ = watch.follow(paths)
      _ = try watch.read()
      self.watch = watch
    } catch {
      // Without inotify the files are looked at regularly.
      watch = nil
    }
  }

  /// Watches nothing.
  mutating func stop() { self = RepairWatch() }
}
