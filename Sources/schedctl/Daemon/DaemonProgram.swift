import Scheduler
import SchedulerCivilTime
import SchedulerDaemon
import SchedulerDiagnostics
import SchedulerPlatform
import SchedulerStore

/// What `schedctl` does for the daemon that runs in it: it reads the configuration, and publishes.
struct DaemonProgram: ~Copyable, DaemonHost {
  private var session: Console
  private let place: StatePlace

  init(_ session: consuming Console, _ place: StatePlace) {
    self.session = session
    self.place = place
  }

  /// Gives the session back.
  consuming func end() -> Console { session }

  mutating func readConfiguration(
    besides stored: StoredConfiguration, _ accepted: [Configuration], at now: Instant
  ) -> ConfigurationRereading {
    session.now = now
    let inForce: ConfigurationInForce
    do throws(CommandFailure) {
      inForce = try session.configurationInForce(
        place.configuration, stored: stored, known: accepted, trust: .act)
    } catch {
      var reading = ConfigurationRereading(title: "", watched: session.watchedPaths(place, stored.accepted, []))
      reading.fault = ConfigurationFault(
        message: error.message.isEmpty ? "the configuration has errors" : error.message)
      return reading
    }
    let record = inForce.record ?? stored.accepted
    var reading = ConfigurationRereading(
      title: inForce.title, watched: session.watchedPaths(place, record, inForce.listFiles))
    reading.input = inForce.input
    reading.record = inForce.record
    reading.isConsenting = inForce.isConsenting
    reading.fault = inForce.fault.map(ConfigurationFault.init)
    return reading
  }

  func groupID(named name: String) -> UInt32? { session.places.accounts.groupID(named: name) }

  mutating func publish(_ engine: Engine, at now: Moment, isLifted: Bool) -> [String] {
    guard let runtime = place.runtime else { return [] }
    do throws(FileSystemError) {
      if !FileWriter().isTaken(runtime) { try DirectoryFileSystem.create(runtime, permissions: 0o755) }
    } catch {
      return ["nothing is published: cannot make '\(runtime)': \(error.reason)"]
    }
    let live = LiveState(of: engine, at: now)
    let failures = session.publish(
      isLifted ? live.lifted(engine) : live, engine.configuration.daemon, place, in: runtime)
    return failures.map(\.message)
  }
}

extension ConfigurationFault {
  /// A fault as a log shows it.
  init(_ fault: ConfigurationInForce.Fault) {
    let details = DiagnosticRenderer(color: false, columns: nil).render(fault.diagnostics, in: fault.sources)
    self.init(message: fault.message, details: details)
  }
}
