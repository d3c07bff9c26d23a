import ProgramTesting
import SchedulerInstance
import Synchronization
import Testing

/// An instance in a folder of its own on a host whose clocks show what a test says. It is Monday, 2026-11-23 08:00 in UTC.
final class TestInstance: Sendable {
  let folder: WorkFolder
  private let present: Mutex<Moment>

  init(_ configuration: String?) throws {
    folder = try WorkFolder()
    present = Mutex(Moment(wall: Instant(epochSeconds: 1_795_420_800), boot: 0, bootID: "boot-1"))
    if let configuration { try write(configuration) }
  }

  /// One profile, which runs from nine to ten.
  static let morning = """
    timezone = "UTC"
    [profile.morning]
    window = ["09:00-10:00"]
    block = { domains = ["reddit.com"] }

    """

  /// Writes the configuration.
  func write(_ configuration: String) throws { try folder.write(configuration, to: "config.toml") }

  /// Moves the clocks on.
  func pass(hours: Int64) {
    present.withLock { now in
      now.wall = now.wall.adding(seconds: hours * 3_600)
      now.boot += hours * 3_600_000_000_000
    }
  }

  /// Starts the machine anew at the same time.
  func reboot() {
    present.withLock { now in
      now.boot = 0
      now.bootID += "+"
    }
  }

  /// The host; waiting takes no time.
  var host: Host {
    let clocks = MachineClocks(
      moment: { self.present.withLock { $0 } }, wall: { self.present.withLock { $0.wall } },
      isSynchronised: { false }, wait: { _ in })
    return Host(
      environment: ProcessEnvironment(variables: ["HOME": folder.path, "TZ": "UTC"], effectiveUserID: 1_000),
      clocks: clocks,
      places: MachinePlaces(
        systemConfiguration: folder.path + "/etc", systemState: folder.path + "/var",
        systemRuntime: folder.path + "/run", varlinkRegistry: folder.path + "/registry"))
  }

  /// The instance, whose state shields from the start.
  var instance: Instance { instance(of: .files([folder.path + "/config.toml"])) }

  /// The same state by another configuration.
  func instance(of choice: ConfigurationChoice) -> Instance {
    var instance = Instance(
      on: host, configuration: choice, directory: folder.path + "/state", runtime: folder.path + "/runtime")
    instance.firstAuthorization = .approved
    return instance
  }
}
