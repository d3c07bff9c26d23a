import Scheduler
import SchedulerPlatform

extension DaemonLoop {
  /// Handles a signal.
  mutating func take(_ signal: ProcessSignal, step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    switch signal {
    case .hangUp:
      isReloading = true
      step.actions.append(.tell([.reloading, .extraTime(seconds: Self.reloadSeconds)]))
      step.actions.append(.readConfiguration)
    case .interrupt, .terminate: stop(&step, in: &files)
    case .user1: step.log(.notice, message: engine.engine.summary, details: dump)
    case .childEnded: break
    }
  }

  /// The time that reading the configuration again may take before the service manager reports a failure, in seconds.
  /// The time limit of the unit, which is meant for the first moments of a start, is shorter.
  private static let reloadSeconds: Int64 = 90

  /// Stops in order: does everything due, and lifts or keeps the shield according to `[daemon] on-exit`. The shield of
  /// strict sessions stays.
  private mutating func stop(_ step: inout LoopStep, in files: inout some FileSystem & ~Copyable) {
    step.actions.append(.tell([.stopping]))
    evaluate([.time, .useEnds], step: &step, in: &files)
    recordAttempts(isLast: true, step: &step, in: &files)
    tellLastRepairs(&step)
    if taken != nil { return }
    let before = engine.engine.shield
    var left = before
    if engine.engine.configuration.daemon.onExit == .lift {
      do throws(StateStoreError) {
        left = try engine.liftShield(in: &files)
        isLifted = true
        // Late attempts are evaluated yet.
        engine.staysLifted = true
      } catch {
        step.log(.error, message: "the shield could not be lifted: \(error)")
      }
    }
    step.log(.notice, message: "stopped; \(Self.words(onLifting: before.count, leaving: left.count))")
    step.wantsPublishing = true
    isOver = true
  }

  /// Returns the last actions, after the adapters have ended: to record what they reported since the stop, and to send
  /// monitors their last news.
  mutating func finish(at now: Moment, in files: inout some FileSystem & ~Copyable) -> [LoopAction] {
    guard taken == nil else { return [] }
    var step = LoopStep(
      now: engine.engine.present?.moment ?? now, isSynchronised: false, zone: engine.engine.configuration.zone.rules)
    recordLate(&step, in: &files)
    tellLastNews(&step, in: &files)
    return finish(&step)
  }

  /// Returns a clause about the layers of the shield after the daemon has stopped.
  private static func words(onLifting before: Int, leaving left: Int) -> String {
    switch (before, left) {
    case (0, _): "nothing was shielded"
    case (_, 0): "the shield is lifted"
    case (left, _): "the shield stays"
    default: "the shield is lifted, but for strict sessions"
    }
  }

  /// Lines with facts other than the sessions.
  private var dump: String {
    let next = deadline
    let moment = engine.engine.present?.moment
    let seconds = moment.flatMap { next.nanoseconds(after: $0) }.map { "in \($0 / 1_000_000_000) s" } ?? "never"
    let count = engine.engine.configuration.profiles.count
    return """
      \(count) \(count == 1 ? "profile" : "profiles"), next evaluation \(seconds)
      configuration: \(fault?.message ?? "in force"); state: \(toldFailures.isEmpty ? "written" : "not written")
      """
  }
}
