extension DeviceActivityData {
  /// The device on which something was done.
  public struct Device: Hashable, Sendable {
    /// The kinds of devices. Apple does not document the raw values.
    public enum Model: Int, Hashable, Sendable {
      case iPhone, iPad, iPod, mac
    }

    /// The name that the user gave it.
    public var name: String?
    /// What kind of device it is.
    public var model: Model

    /// Creates a device.
    package init(name: String?, model: Model) {
      self.name = name
      self.model = model
    }
  }

  /// The user who did something.
  public struct User: Hashable, Sendable {
    /// What users are in their family. Apple does not document the raw values.
    public enum FamilyRole: Int, Hashable, Sendable {
      /// A user who authorized the app, or who has no family.
      case individual
      /// A child whom a guardian manages.
      case child
    }

    /// The Apple account.
    public var appleID: String?
    /// The name.
    public var nameComponents: PersonNameComponents?
    /// What the user is in the family.
    public var role: FamilyRole

    /// Creates a user.
    package init(appleID: String?, nameComponents: PersonNameComponents?, role: FamilyRole) {
      self.appleID = appleID
      self.nameComponents = nameComponents
      self.role = role
    }
  }
}
