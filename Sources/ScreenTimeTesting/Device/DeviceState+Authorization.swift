import FamilyControls
import ManagedSettings

extension VirtualDevice {
  /// The user revokes the authorization of an app in Settings.
  ///
  /// Its stores are cleared, and its activities are dropped without callbacks.
  ///
  /// The tokens that it holds become void if no other app of the device is authorized. While another one is, they stay
  /// valid, unlike on Apple's systems: the device has one generation of tokens for all apps, and voiding it would void
  /// those of the other app too. Test the loss of tokens with one authorized app.
  public func revokeAuthorization(of app: InstalledApp) {
    state.withLock { state in
      state.note(.action("revoke \(app.bundleIdentifier)"))
      state.carryOut(state.authorization.revoke(app.bundleIdentifier))
    }
    deliverDue()
  }

  /// Scripts what the user answers to the next requests for authorization, in order. Without a script the user agrees.
  public func answerAuthorizationRequests(with outcomes: [AuthorizationOutcome]) {
    state.withLock { $0.authorization.scripted += outcomes }
  }

  /// Whether an app is authorized, whatever its processes read.
  public func isAuthorized(_ app: InstalledApp) -> Bool {
    state.withLock { $0.authorization.isAuthorized(app.bundleIdentifier) }
  }
}

extension DeviceState {
  /// Does what follows from a request or a revocation.
  mutating func carryOut(_ effects: [AuthorizationEffect]) {
    for effect in effects {
      switch effect {
      case .publish(let status, let process):
        for (id, continuations) in observers where identity(of: id) == process {
          for continuation in continuations { continuation.yield(status) }
        }
      case .clearStores(let app):
        settings.revoke(app: app)
        settingsChanged()
      case .voidTokens:
        // Tokens of other authorized apps stay valid, and the device has one generation of tokens for all apps.
        if authorization.authorizedApps.isEmpty { catalog.voidTokens() }
      case .dropRegistrations(let app): dropRegistrations(of: app)
      }
    }
  }

  /// Counts use again if settings changed what is in front.
  mutating func settingsChanged() {
    if foreground != nil { updateUse() }
  }
}
