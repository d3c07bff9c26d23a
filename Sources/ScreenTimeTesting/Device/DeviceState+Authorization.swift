import FamilyControls
import ManagedSettings

extension VirtualDevice {
  /// The user revokes the authorization of an app in Settings.
  ///
  /// Its stores are cleared, its activities are dropped without callbacks, and the tokens that it has become void. Other
  /// apps keep theirs. `token(for:in:)` returns the tokens that mean something to it from then on.
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
          for continuation in continuations.values { continuation.yield(status) }
        }
      case .clearStores(let app):
        settings.revoke(app: app)
        settingsChanged()
      case .voidTokens(let app): settings.voidTokens(of: app)
      case .dropRegistrations(let app): dropRegistrations(of: app)
      }
    }
  }

  /// Counts use again if settings changed what is in front.
  mutating func settingsChanged() {
    if foreground != nil { updateUse() }
  }
}
