import SchedulerCivilTime
import SchedulerJSON

/// Where the engine was when a profile's record was written: enough to go on when its own record is lost.
struct RecordStamp: Hashable, Sendable {
  /// Elapsed time in nanoseconds.
  let elapsed: Int64
  /// What the wall clock showed.
  let wall: Instant
  /// The number of the event after those that came with the record.
  let nextNumber: Int64

}

extension RecordStamp: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    elapsed = try archive.field("elapsed", value?.elapsed)
    wall = try archive.instant("wall", value?.wall)
    nextNumber = try archive.field("nextNumber", value?.nextNumber)
  }
}

extension EngineState {
  /// Where the engine is.
  var stamp: RecordStamp? {
    clock.map { RecordStamp(elapsed: $0.elapsed, wall: $0.moment.wall, nextNumber: nextNumber) }
  }

  /// Goes at least as far as a record says. A clock that starts from one counts on by the wall clock, as over a reboot.
  mutating func restore(_ stamp: RecordStamp?) {
    guard let stamp else { return }
    nextNumber = max(nextNumber, stamp.nextNumber)
    guard clock.map({ $0.elapsed < stamp.elapsed }) ?? true else { return }
    let moment = Moment(wall: stamp.wall, boot: 0, bootID: "")
    let sight = ClockSight(seen: stamp.wall, stretches: [ClockSight.Stretch(from: stamp.wall, through: stamp.wall)])
    restore(ElapsedClock(at: moment, elapsed: stamp.elapsed), wallSight: sight, trustedSight: sight)
  }
}
