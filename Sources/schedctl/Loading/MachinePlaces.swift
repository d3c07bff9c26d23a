import Platform

/// Where a machine keeps what the program looks for without being told; tests hand in other places.
struct MachinePlaces: Sendable {
  /// The directory of the system's configuration.
  var systemConfiguration = "/etc/schedctl"
  /// The users and groups.
  var accounts = AccountDatabase.system
  /// What knows the users and groups that stand in no file.
  var identity = IdentityProgram()
}
