import Scheduler
import SchedulerDaemon
import SchedulerPlatform

/// A state directory that this process keeps to itself for long. The engine is in the loop alone: a second one would keep
/// the configuration of the beginning, and all that changes would be copied.
struct HeldState: ~Copyable {
  /// The rules and what they have come to, and what is done about what happens.
  var loop: DaemonLoop
  /// What came of all that was done, until the loop begins.
  private var evaluations: [Evaluation]
  /// The directory.
  var files: DirectoryFileSystem

  fileprivate init(_ loop: DaemonLoop, _ evaluations: [Evaluation], _ files: consuming DirectoryFileSystem) {
    self.loop = loop
    self.evaluations = evaluations
    self.files = files
  }

  /// Takes what came of all that was done: nobody needs it twice.
  mutating func takeEvaluations() -> [Evaluation] {
    defer { evaluations = [] }
    return evaluations
  }
}

extension StateWork {
  /// Makes the loop that goes on with the directory.
  ///
  /// - Parameters:
  ///   - fault: why the files of the configuration are not what is in force; nil when they are.
  ///   - control: what answers clients.
  consuming func handOver(fault: ConfigurationFault?, control: ControlServer) -> HeldState {
    HeldState(DaemonLoop(engine, fault: fault, control: control), evaluations, files)
  }
}
