/// A process of an app or of one of its extensions, as the system sees it.
///
/// The Apple-shaped modules call the system through the current process. Each module refines this protocol with the
/// calls that it needs, and casts the current process to the refinement.
package protocol SystemProcess: AnyObject, Sendable {
  /// The bundle identifier of the app or extension whose code runs in the process.
  var bundleIdentifier: String { get }
}

/// The process on whose behalf the running code calls the system.
package enum CurrentProcess {
  /// The process that was bound by the caller of this task; nil for code outside of any device.
  @TaskLocal package static var bound: (any SystemProcess)?

  /// The devices that unbound code of this task may mean; nil for those of the whole program.
  @TaskLocal package static var scope: ProcessScope?

  private static let program = ProcessScope()

  /// The devices that code of no test means, such as the body of a detached task; nil for those of the program.
  private static let environment = SharedState<Environment?>(nil)

  private struct Environment: Sendable {
    let scope: ProcessScope
    /// Whether the running code is that of a test. A test without a scope means the devices of the program.
    let isTestCode: @Sendable () -> Bool
  }

  /// From now until `leaveEnvironment`, code of no test means the devices of a scope.
  package static func enterEnvironment(of scope: ProcessScope, isTestCode: @escaping @Sendable () -> Bool) {
    environment.withLock { $0 = Environment(scope: scope, isTestCode: isTestCode) }
  }

  /// From now on, code of no test means the devices of the program.
  package static func leaveEnvironment() { environment.withLock { $0 = nil } }

  /// The devices that unbound code may mean here: those of its task, otherwise of the environment or of the program.
  private static var effectiveScope: ProcessScope {
    if let scope { return scope }
    guard let environment = environment.withLock({ $0 }), !environment.isTestCode() else { return program }
    return environment.scope
  }

  /// Registers the process of an app that unbound code of this scope means while there is no other app.
  ///
  /// - Parameter process: returns the present process of the app; nil if its device is gone.
  package static func addDefault(_ process: @escaping @Sendable () -> (any SystemProcess)?) {
    effectiveScope.add(process)
  }

  /// Returns the process of the running code: the bound one, otherwise that of the only app. Returns nil and records an
  /// `UnboundCall` if there is no app or more than one.
  ///
  /// - Parameter call: what the code calls, such as `DeviceActivityCenter.startMonitoring`.
  package static func resolve(for call: StaticString) -> (any SystemProcess)? {
    if let bound { return bound }
    let scope = effectiveScope
    let living = scope.living
    if living.count == 1 { return living[0] }
    scope.complaints.withLock { $0.append(UnboundCall(call: "\(call)", apps: living.count)) }
    return nil
  }

  /// The process of the running code, like that which `resolve` returns, without a complaint if there is none.
  package static var ifAny: (any SystemProcess)? {
    if let bound { return bound }
    let living = effectiveScope.living
    return living.count == 1 ? living[0] : nil
  }

  /// Returns the calls that could not be attributed to a device in this scope, and forgets them.
  package static func takeUnboundCalls() -> [UnboundCall] {
    effectiveScope.complaints.withLock { calls in
      defer { calls = [] }
      return calls
    }
  }
}

/// The devices that unbound code may mean: those of the program, or those that one test has made.
package final class ProcessScope: Sendable {
  private let defaults = SharedState<[@Sendable () -> (any SystemProcess)?]>([])
  /// The calls that could not be attributed to an app.
  let complaints = SharedState<[UnboundCall]>([])

  package init() {}

  /// Adds the process that unbound code means if it is the only one. It is forgotten when its device goes.
  func add(_ process: @escaping @Sendable () -> (any SystemProcess)?) {
    defaults.withLock { defaults in
      defaults.removeAll { $0() == nil }
      defaults.append(process)
    }
  }

  /// The processes of the apps whose devices still exist.
  var living: [any SystemProcess] { defaults.withLock { $0 }.compactMap { $0() } }
}

/// A call from code that runs in no process, while there was not exactly one app that it could mean.
package struct UnboundCall: Hashable, Sendable {
  /// The name of what was called.
  package let call: String
  /// The number of apps on all devices in use.
  package let apps: Int
}
