extension StatePermissions {
  /// What the settings of the daemon ask for: a group may read the state, and what is private is not for everybody.
  public init(_ settings: DaemonSettings) {
    self.init(state: settings.group == nil ? 0o600 : 0o640, shield: settings.isPrivate ? 0o640 : 0o644)
  }
}
