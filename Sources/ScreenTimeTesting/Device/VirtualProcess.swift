import DeviceActivity
import FamilyControls
import FoundationAdditions
import ManagedSettings
import ScreenTimeSystem

/// A process on a virtual device: it answers what the code of an app asks the system.
final class VirtualProcess: SystemProcess {
  let id: ProcessID
  let bundleIdentifier: String
  /// The number of the launch that this process is: code of an earlier launch that still runs belongs to an ended one.
  let launch: Int
  /// The device, unless it is gone.
  weak let device: VirtualDevice?
  private let monitor = SharedState<MonitorBox?>(nil)

  init(_ id: ProcessID, identity: ProcessIdentity, on device: VirtualDevice) {
    self.id = id
    self.bundleIdentifier = identity.bundleIdentifier
    self.launch = identity.launch
    self.device = device
  }

  /// Changes the state of the device; returns nil if the device is gone or has ended the process.
  func access<Result>(_ body: (inout DeviceState) -> Result) -> Result? {
    device?.state.withLock { state in
      guard !state.dead.contains(id), state.launches[id] == launch else { return nil }
      return body(&state)
    }
  }

  /// Calls a method of the app's monitor.
  ///
  /// - Parameter keepsMonitor: whether the monitor of an earlier callback is used again; otherwise each callback gets a
  ///   new one.
  func deliver(
    _ callback: MonitorCallback, to make: @escaping @Sendable () -> DeviceActivityMonitor, keepsMonitor: Bool
  ) {
    guard keepsMonitor else { return callback.perform(on: make()) }
    let box = monitor.withLock { current in
      let box = current ?? MonitorBox(make)
      current = box
      return box
    }
    box.perform(callback)
  }
}

/// A monitor that lives as long as its process. Callbacks of one process run one after another in it.
///
/// A callback holds the lock of the monitor while code of the app runs, so that under the concurrent policy another one
/// of the process waits for it. The code cannot come back to this lock: a call of the device from within a callback
/// returns before it delivers anything. No other lock of the device is held meanwhile.
private final class MonitorBox: Sendable {
  private let monitor: SharedState<DeviceActivityMonitor?>
  private let make: @Sendable () -> DeviceActivityMonitor

  init(_ make: @escaping @Sendable () -> DeviceActivityMonitor) {
    self.make = make
    monitor = SharedState(nil)
  }

  func perform(_ callback: MonitorCallback) {
    monitor.withLock { current in
      let object = current ?? make()
      callback.perform(on: object)
      current = object
    }
  }
}

/// The response of a shield action, which may come later and on another thread.
final class ResponseBox: Sendable {
  private enum Value: Sendable {
    case awaited
    case responded(ShieldActionResponse)
    /// The method has returned without a response. A later one is passed on.
    case late(@Sendable (ShieldActionResponse) -> Void)
  }

  private let value = SharedState(Value.awaited)

  /// Takes the first response.
  func set(_ response: ShieldActionResponse) {
    let pass = value.withLock { value -> (@Sendable (ShieldActionResponse) -> Void)? in
      defer { if case .responded = value {} else { value = .responded(response) } }
      if case .late(let pass) = value { return pass }
      return nil
    }
    pass?(response)
  }

  /// Returns the response; nil if there is none yet, and then passes the one that comes to a function.
  func response(orLater pass: @escaping @Sendable (ShieldActionResponse) -> Void) -> ShieldActionResponse? {
    value.withLock { value in
      if case .responded(let response) = value { return response }
      value = .late(pass)
      return nil
    }
  }
}

extension VirtualProcess: ContainerProcess {
  var dataContainerURL: URL {
    let owner = access { $0.noteWrite(.files(bundleIdentifier)) } == nil ? endedOwner : bundleIdentifier
    return device?.storage.dataContainerURL(of: owner) ?? FileManager.default.temporaryDirectory
  }

  func containerURL(forGroup identifier: String) -> URL? {
    let isRunning = access { $0.noteWrite(.files(identifier)) } != nil
    if !isRunning { return device?.storage.dataContainerURL(of: endedOwner) }
    return device?.storage.containerURL(forGroup: identifier)
  }

  /// Whose files those of a process are that has ended while its code still runs: of none that runs.
  private var endedOwner: String { "ended.\(bundleIdentifier)" }

  /// A shield configuration extension may only read. Measured by a third party, read second hand. So may a process that
  /// has ended while its code still runs: our choice.
  func preferencesDomain(forSuite suite: String?, access: PreferencesAccess) -> String? {
    if id.kind == .shieldConfiguration, access == .write { return nil }
    guard let domain = device?.storage.preferencesDomain(forSuite: suite, of: bundleIdentifier) else { return nil }
    let isWrite = access == .write
    let isRunning = self.access { isWrite ? $0.noteWrite(.defaults(domain)) : $0.noteRead(.defaults(domain)) } != nil
    return isRunning || !isWrite ? domain : nil
  }
}

extension VirtualProcess: SettingsProcess {
  private func identity(of store: ManagedSettingsStore.Name) -> StoreIdentity {
    StoreIdentity(app: id.app, name: store)
  }

  func value(of setting: SettingName, in store: ManagedSettingsStore.Name) -> SettingValue? {
    access { state in
      state.noteRead(.store(identity(of: store)))
      return state.settings.value(of: setting, in: identity(of: store), readBy: state.identity(of: id))
    } ?? nil
  }

  func set(_ value: SettingValue?, for setting: SettingName, in store: ManagedSettingsStore.Name) {
    access { state in
      state.noteRead(.authorization(app: id.app))
      state.noteWrite(of: identity(of: store))
      guard state.authorization.isAuthorized(id.app) else {
        state.diagnostics.append(.unauthorized(setting: setting, store: identity(of: store)))
        return
      }
      state.diagnostics += state.settings.set(
        value, for: setting, in: identity(of: store), by: state.identity(of: id))
      state.settingsChanged()
    }
  }

  func clearSettings(of store: ManagedSettingsStore.Name) {
    access { state in
      state.noteWrite(of: identity(of: store))
      state.settings.clear(identity(of: store), by: state.identity(of: id))
      state.settingsChanged()
    }
  }

  func isActive(_ store: ManagedSettingsStore.Name) -> Bool {
    access { state in
      state.noteRead(.store(identity(of: store)))
      return state.settings.isActive(identity(of: store))
    } ?? true
  }

  func setActive(_ isActive: Bool, store: ManagedSettingsStore.Name) {
    access { state in
      state.noteWrite(of: identity(of: store))
      state.diagnostics += state.settings.setActive(isActive, store: identity(of: store))
      state.settingsChanged()
    }
  }

  var storeNames: Set<ManagedSettingsStore.Name> {
    access { state in
      state.noteRead(.effectiveSettings)
      return state.settings.stores(of: id.app)
    } ?? []
  }

  func deleteStores(_ names: Set<ManagedSettingsStore.Name>) {
    access { state in
      for name in names { state.noteWrite(of: identity(of: name)) }
      state.settings.delete(names, by: state.identity(of: id))
      state.settingsChanged()
    }
  }

  func effectiveValue(of setting: SettingName) -> SettingValue? {
    access { state in
      state.noteRead(.effectiveSettings)
      return state.settings.effectiveValue(of: setting)
    } ?? nil
  }
}

extension VirtualProcess: AuthorizationProcess {
  var authorizationStatus: AuthorizationStatus {
    access { state in
      state.noteRead(.authorization(app: id.app))
      return state.authorization.status(of: state.identity(of: id))
    } ?? .notDetermined
  }

  func authorizationStatuses() -> AsyncStream<AuthorizationStatus> {
    let number = UUID()
    return AsyncStream(AuthorizationStatus.self) { continuation in
      let isObserved: Void? = access { state in
        continuation.yield(state.authorization.status(of: state.identity(of: id)))
        state.observers[id, default: [:]][number] = continuation
      }
      if isObserved == nil { continuation.finish() }
      continuation.onTermination = { [weak device, id] reason in
        // A stream that the device finishes, with the lock of its state, is forgotten there.
        guard case .cancelled = reason else { return }
        device?.state.withLock { $0.observers[id]?[number] = nil }
      }
    }
  }

  func requestAuthorizationAtOnce(for member: FamilyControlsMember) throws(FamilyControlsError) {
    let answer = access { state in
      state.noteWrite(.authorization(app: id.app))
      state.noteWrite(.authorizations)
      let answer = state.authorization.request(for: member, by: state.identity(of: id))
      state.note(.call("requestAuthorization"), app: id.app)
      state.carryOut(answer.effects)
      return answer
    }
    guard let answer else { throw .unavailable }
    if let error = answer.error { throw error }
  }

  func revokeAuthorization() throws(FamilyControlsError) {
    access { state in
      state.note(.call("revokeAuthorization"), app: id.app)
      state.noteWrite(.authorization(app: id.app))
      state.noteWrite(.activities(app: id.app))
      state.noteWrite(.authorizations)
      state.noteWrite(.effectiveSettings)
      for store in state.settings.stores(of: id.app) { state.noteWrite(of: identity(of: store)) }
      state.carryOut(state.authorization.revoke(id.app))
    }
  }
}
