import CVirtualPreferences
import FoundationAdditions
import ScreenTimeSystem
import Synchronization

/// Gives each process of a device suites of `UserDefaults` of its own.
///
/// `UserDefaults` is one store for the whole program. Its calls are routed by the code that makes them: to the suites of
/// the process that `CurrentProcess` names, otherwise to those of the `AppEnvironment` that is in force, otherwise to
/// the program's. Routed suites stay in memory: `synchronize()` writes no file for them.
///
/// Values that `register(defaults:)` registers are not routed. Foundation keeps them for the whole program.
enum SeparatePreferences {
  /// The storage of code that runs on no device, while an `AppEnvironment` is in force.
  static let fallback = SharedState<DeviceStorage?>(nil)

  /// Starts the routing for the rest of the program.
  static func start() { _ = isStarted }

  private static let isStarted: Bool = {
    virtual_preferences_install { suite, isWrite, buffer, size in
      SeparatePreferences.route(suite: suite.map { String(cString: $0) }, isWrite: isWrite == 1, buffer, size: size)
    }
    return true
  }()

  /// Whether the calls of Foundation are routed. They are not if Foundation is linked statically.
  static let isInEffect: Bool = {
    start()
    let before = routedCalls.load(ordering: .relaxed)
    _ = UserDefaults.standard.object(forKey: "virtual-device.probe")
    return routedCalls.load(ordering: .relaxed) != before
  }()

  private static let routedCalls = Atomic(0)

  /// Removes all values of a suite, by the name under which it is stored.
  static func clear(domain: String) {
    direct {
      guard let suite = UserDefaults(suiteName: domain) else { return }
      for key in suite.persistentDomain(forName: domain)?.keys ?? [:].keys { suite.removeObject(forKey: key) }
    }
  }

  /// Runs `body` with the program's own suites.
  static func direct<Result>(_ body: () -> Result) -> Result {
    let before = virtual_preferences_set_direct(1)
    defer { _ = virtual_preferences_set_direct(before) }
    return body()
  }

  private static func route(
    suite: String?, isWrite: Bool, _ buffer: UnsafeMutablePointer<CChar>?, size: Int
  ) -> virtual_preferences_place {
    routedCalls.add(1, ordering: .relaxed)
    let domain: String?
    if let process = CurrentProcess.ifAny as? any ContainerProcess {
      domain = process.preferencesDomain(forSuite: suite, access: isWrite ? .write : .read)
    } else if let storage = fallback.withLock({ $0 }) {
      domain = storage.preferencesDomain(forSuite: suite, of: "unbound")
    } else {
      return VIRTUAL_PREFERENCES_SAME
    }
    guard let domain, let buffer, domain.utf8.count < size else { return VIRTUAL_PREFERENCES_NOWHERE }
    for (index, byte) in domain.utf8.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    buffer[domain.utf8.count] = 0
    return VIRTUAL_PREFERENCES_OTHER
  }
}
