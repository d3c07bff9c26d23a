import SchedulerCivilTime

/// The engine's progress when a profile's record was written. It suffices to continue if the engine's own record is
/// lost.
struct RecordStamp: Hashable, Sendable {
  /// Elapsed time in nanoseconds.
  let elapsed: Int64
  /// The reading of the wall clock.
  let wall: Instant
  /// The number after those of the events that came with the record.
  let nextNumber: Int64

}

extension RecordStamp: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    elapsed = try archive.field("elapsed", of: value?.elapsed)
    wall = try archive.instant("wall", of: value?.wall)
    nextNumber = try archive.field("nextNumber", of: value?.nextNumber)
  }
}

extension EngineState {
  /// The engine's progress; nil before the first evaluation.
  var stamp: RecordStamp? {
    clock.map { RecordStamp(elapsed: $0.elapsed, wall: $0.moment.wall, nextNumber: nextNumber) }
  }

  /// Advances the state at least to the progress in a record. A clock restored from it continues by the wall clock, as
  /// over a reboot.
  mutating func restore(_ stamp: RecordStamp?) {
    guard let stamp else { return }
    nextNumber = max(nextNumber, stamp.nextNumber)
    guard clock.map({ $0.elapsed < stamp.elapsed }) ?? true else { return }
    let moment = Moment(wall: stamp.wall, boot: 0, bootID: "")
    let sight = ClockSight(seen: stamp.wall, stretches: [ClockSight.Stretch(from: stamp.wall, through: stamp.wall)])
    restore(ElapsedClock(at: moment, elapsed: stamp.elapsed), wallSight: sight, trustedSight: sight)
  }
}
