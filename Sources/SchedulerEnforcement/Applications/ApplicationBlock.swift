import Scheduler

/// One thing on this machine that a layer blocks as an application, for the guard of executables and the sweeper.
///
/// An application is a set of these: its executable files, the scripts that start them, and the units and arguments by
/// which a shared launcher runs it.
public struct ApplicationBlock: Hashable, Sendable {
  /// The processes that the block concerns.
  public enum Pattern: Hashable, Sendable {
    /// The processes of one executable file, by its path without links. A file that is only found later, such as after
    /// an upgrade, has the same path.
    case file(String)
    /// The processes of a shared launcher or interpreter, such as `python3` or `flatpak`, by its path without links,
    /// whose arguments contain these, one after the other.
    case arguments(program: String, [String])
    /// The processes in the systemd units of the application with this desktop ID.
    case unit(desktopID: String)

    /// The path of the executable file; of units the desktop ID.
    var program: String {
      switch self {
      case .file(let path), .arguments(let path, _): path
      case .unit(let desktopID): desktopID
      }
    }
  }

  /// The name of the application: its desktop ID, or as the configuration has it.
  public let name: String
  /// The processes that the block concerns.
  public let pattern: Pattern
  /// The covered users.
  public let users: CoveredUsers
  /// The profile of the layer.
  public let profile: ProfileReference
  /// The session that applies the layer.
  public let session: SessionID

  /// Creates a block.
  public init(
    name: String, pattern: Pattern, users: CoveredUsers, profile: ProfileReference, session: SessionID
  ) {
    (self.name, self.pattern, self.users, self.profile, self.session) = (name, pattern, users, profile, session)
  }
}
