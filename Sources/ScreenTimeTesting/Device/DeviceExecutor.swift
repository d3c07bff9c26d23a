import VirtualTime
@_spi(ExperimentalScheduling) import _Concurrency

/// Runs the parts of asynchronous code of a device, one after another, on threads that read the device's clock.
///
/// It is the preferred executor of the task: code that is isolated to no actor runs here, and that of actors without an
/// executor of their own.
final class DeviceExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "virtual device")
  private let clock: VirtualClock
  /// Sets the clock before each part.
  private let prepare: @Sendable () -> Void

  init(clock: VirtualClock, prepare: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.prepare = prepare
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { self.run(job) }
  }

  private func run(_ job: UnownedJob) {
    prepare()
    clock.within { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// Sleeps wait in real time. Without this, the runtime would compare a deadline of the device's clock with a real one,
/// so that a sleep would end at once or never. The protocol is not yet public in Swift 6.3.
extension DeviceExecutor: SchedulingExecutor {
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    // A sleep for longer than a century lasts for one.
    let longest = Duration.seconds(100 * 366 * 86_400)
    let nanoseconds = min((delay as? Duration) ?? .zero, longest).nanoseconds
    let job = UnownedJob(job)
    VirtualClock.withoutAny {
      RealWait.task.standIn {
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { self.run(job) }
      }
    }
  }
}
