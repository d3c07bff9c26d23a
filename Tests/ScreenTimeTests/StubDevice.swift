import FamilyControls
import ManagedSettings
import ScreenTimeSystem
import ScreenTimeTesting

/// The settings and authorizations of a device under a lock, without time.
final class StubDevice: Sendable {
  struct State {
    var settings: DeviceSettings
    var ledger: AuthorizationLedger
    var diagnostics: [SettingsDiagnostic] = []
    var effects: [AuthorizationEffect] = []
    var streams: [ProcessIdentity: [AsyncStream<AuthorizationStatus>.Continuation]] = [:]
  }

  let state: SharedState<State>

  init(settings: SettingsPolicy = SettingsPolicy(), authorization: AuthorizationPolicy = AuthorizationPolicy()) {
    state = SharedState(
      State(settings: DeviceSettings(policy: settings), ledger: AuthorizationLedger(policy: authorization)))
  }

  var settings: DeviceSettings { state.withLock(\.settings) }
  var diagnostics: [SettingsDiagnostic] { state.withLock(\.diagnostics) }

  /// Starts a process of the app `com.example.app`, or of another one.
  func process(_ name: String = "com.example.app", app: String = "com.example.app") -> StubProcess {
    let process = StubProcess(device: self, identity: ProcessIdentity(app: app, bundleIdentifier: name))
    state.withLock { $0.ledger.start(process.identity) }
    return process
  }

  /// Does what the ledger asks for.
  static func perform(_ effects: [AuthorizationEffect], on state: inout State) {
    state.effects += effects
    for effect in effects {
      switch effect {
      case .clearStores(let app): state.settings.revoke(app: app)
      case .publish(let status, let process): for stream in state.streams[process] ?? [] { stream.yield(status) }
      case .voidTokens, .dropRegistrations: break
      }
    }
  }
}

/// A process of a `StubDevice`.
final class StubProcess: SettingsProcess, AuthorizationProcess {
  let device: StubDevice
  let identity: ProcessIdentity

  var bundleIdentifier: String { identity.bundleIdentifier }

  init(device: StubDevice, identity: ProcessIdentity) {
    self.device = device
    self.identity = identity
  }

  /// Runs code in the process.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try CurrentProcess.$bound.withValue(self, operation: body)
  }

  private func identity(of store: ManagedSettingsStore.Name) -> StoreIdentity {
    StoreIdentity(app: identity.app, name: store)
  }

  func value(of setting: SettingName, in store: ManagedSettingsStore.Name) -> SettingValue? {
    device.state.withLock { $0.settings.value(of: setting, in: identity(of: store), readBy: identity) }
  }

  func set(_ value: SettingValue?, for setting: SettingName, in store: ManagedSettingsStore.Name) {
    device.state.withLock {
      $0.diagnostics += $0.settings.set(value, for: setting, in: identity(of: store), by: identity)
    }
  }

  func clearSettings(of store: ManagedSettingsStore.Name) {
    device.state.withLock { $0.settings.clear(identity(of: store), by: identity) }
  }

  func isActive(_ store: ManagedSettingsStore.Name) -> Bool { device.settings.isActive(identity(of: store)) }

  func setActive(_ isActive: Bool, store: ManagedSettingsStore.Name) {
    device.state.withLock { $0.diagnostics += $0.settings.setActive(isActive, store: identity(of: store)) }
  }

  var storeNames: Set<ManagedSettingsStore.Name> { device.settings.stores(of: identity.app) }

  func deleteStores(_ names: Set<ManagedSettingsStore.Name>) {
    device.state.withLock { $0.settings.delete(names, by: identity) }
  }

  func effectiveValue(of setting: SettingName) -> SettingValue? { device.settings.effectiveValue(of: setting) }

  var authorizationStatus: AuthorizationStatus { device.state.withLock { $0.ledger.status(of: identity) } }

  func authorizationStatuses() -> AsyncStream<AuthorizationStatus> {
    let (stream, continuation) = AsyncStream.makeStream(of: AuthorizationStatus.self)
    device.state.withLock {
      continuation.yield($0.ledger.status(of: identity))
      $0.streams[identity, default: []].append(continuation)
    }
    return stream
  }

  func requestAuthorizationAtOnce(for member: FamilyControlsMember) throws(FamilyControlsError) {
    let error = device.state.withLock { state in
      let answer = state.ledger.request(for: member, by: identity)
      StubDevice.perform(answer.effects, on: &state)
      return answer.error
    }
    if let error { throw error }
  }

  func revokeAuthorization() {
    device.state.withLock { StubDevice.perform($0.ledger.revoke(identity.app), on: &$0) }
  }
}
