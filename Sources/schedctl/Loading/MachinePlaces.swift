import SchedulerPlatform

/// Where a machine keeps what the program looks for without being told; tests hand in other places.
struct MachinePlaces: Sendable {
  /// The directory of the system's configuration.
  var systemConfiguration = "/etc/schedctl"
  /// The directory of the system's state.
  var systemState = "/var/lib/schedctl"
  /// The directory in which the system publishes what other programs read.
  var systemRuntime = "/run/schedctl"
  /// The directory in which the system's services link their Varlink sockets.
  var varlinkRegistry = "/run/varlink/registry"
  /// The users and groups.
  var accounts = AccountDatabase.system
  /// The program that runs, wherever it is.
  var program = "/proc/self/exe"
  /// What is there while systemd manages the machine; see sd_booted(3).
  var systemdRuntime = "/run/systemd/system"
  /// What knows the users and groups that stand in no file.
  var identity = IdentityProgram()
}
