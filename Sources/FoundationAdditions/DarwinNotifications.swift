import ScreenTimeSystem

/// A process that exchanges Darwin notifications with the others on its device.
package protocol DarwinNotificationProcess: SystemProcess {
  /// The observers of all processes of the device.
  var darwinNotifications: DarwinNotificationBoard { get }

  /// The number of the present launch of the process; nil if it has ended. Observers belong to a launch.
  var currentLaunch: Int? { get }
}

extension DarwinNotificationProcess {
  /// By default a process runs for as long as its object exists.
  package var currentLaunch: Int? { 0 }
}

/// The observers of Darwin notifications on one device.
package final class DarwinNotificationBoard: Sendable {
  private struct Observer: Sendable {
    let id = UUID()
    weak var process: (any DarwinNotificationProcess)?
    let launch: Int
    let pointer: UInt
    let name: String
    let callback: CFNotificationCallback

    /// Whether the process that observes still runs, in the launch in which it was added.
    var isAlive: Bool { process?.currentLaunch == launch }
  }

  private let observers = SharedState<[Observer]>([])

  package init() {}

  /// Calls all observers of a name, each in its own process, in the order in which they were added. Those of processes
  /// that have ended, also meanwhile, are left out.
  package func post(_ name: String) {
    for observer in observers.withLock({ $0 }) where observer.name == name {
      guard let process = observer.process, observer.isAlive else { continue }
      CurrentProcess.$bound.withValue(process) {
        observer.callback(
          CFNotificationCenter.darwin, UnsafeMutableRawPointer(bitPattern: observer.pointer), CFNotificationName(name),
          nil, nil)
      }
    }
  }

  func add(
    name: String, pointer: UnsafeRawPointer?, of process: any DarwinNotificationProcess,
    callback: @escaping CFNotificationCallback
  ) {
    guard let launch = process.currentLaunch else { return }
    let observer = Observer(
      process: process, launch: launch, pointer: UInt(bitPattern: pointer), name: name, callback: callback)
    forgetEnded()
    observers.withLock { $0.append(observer) }
  }

  /// Forgets the observers of processes that have ended. Processes have locks of their own, so they are asked outside
  /// of the lock.
  private func forgetEnded() {
    let ended = Set(observers.withLock { $0 }.filter { !$0.isAlive }.map(\.id))
    if !ended.isEmpty { observers.withLock { all in all.removeAll { ended.contains($0.id) } } }
  }

  /// Removes the observers of a process with a pointer, those of one name if there is one.
  func remove(name: String?, pointer: UnsafeRawPointer?, of process: any SystemProcess) {
    observers.withLock { all in
      all.removeAll {
        $0.process === process && $0.pointer == UInt(bitPattern: pointer) && (name == nil || $0.name == name)
      }
    }
  }

  fileprivate static func ofCurrentProcess(
    for call: StaticString
  ) -> (board: DarwinNotificationBoard, process: any DarwinNotificationProcess)? {
    guard let process = CurrentProcess.resolve(for: call) as? any DarwinNotificationProcess,
      process.currentLaunch != nil
    else { return nil }
    return (process.darwinNotifications, process)
  }
}

/// A string of the C libraries, which is Swift's on Linux.
public typealias CFString = String

/// A dictionary of the C libraries, which is Swift's on Linux.
public typealias CFDictionary = [AnyHashable: Any]

/// The name of a notification.
public struct CFNotificationName: RawRepresentable, Hashable, Sendable {
  /// The name as a string.
  public let rawValue: CFString

  /// Creates a name.
  public init(rawValue: CFString) { self.rawValue = rawValue }

  /// Creates a name.
  public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }
}

/// What happens with notifications for a process that sleeps. It has no effect.
public enum CFNotificationSuspensionBehavior: Int, Sendable {
  case drop = 1
  case coalesce = 2
  case hold = 3
  case deliverImmediately = 4
}

/// Is called with the center, the pointer of the observer and the name of the notification.
public typealias CFNotificationCallback =
  @Sendable (
    CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?, CFDictionary?
  ) -> Void

/// Passes notifications between the processes of a device.
public final class CFNotificationCenter: Sendable {
  static let darwin = CFNotificationCenter()

  private init() {}
}

/// Returns the center of the device.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { .darwin }

/// Calls the observers of a name on the device, before the function returns. Object and user info are dropped, as on
/// Apple's platforms.
public func CFNotificationCenterPostNotification(
  _ center: CFNotificationCenter!, _ name: CFNotificationName!, _ object: UnsafeRawPointer!, _ userInfo: CFDictionary!,
  _ deliverImmediately: Bool
) {
  guard let name else { return }
  DarwinNotificationBoard.ofCurrentProcess(for: "CFNotificationCenterPostNotification")?.board.post(name.rawValue)
}

/// Calls `callBack` in the running process for each notification with a name, until it is removed or the process ends.
public func CFNotificationCenterAddObserver(
  _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!, _ callBack: CFNotificationCallback!,
  _ name: CFString!, _ object: UnsafeRawPointer!, _ suspensionBehavior: CFNotificationSuspensionBehavior
) {
  let current = DarwinNotificationBoard.ofCurrentProcess(for: "CFNotificationCenterAddObserver")
  guard let (board, process) = current, let name, let callBack else { return }
  board.add(name: name, pointer: observer, of: process, callback: callBack)
}

/// Removes the observers with a pointer, those of one name if it is given.
public func CFNotificationCenterRemoveObserver(
  _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!, _ name: CFNotificationName!,
  _ object: UnsafeRawPointer!
) {
  let current = DarwinNotificationBoard.ofCurrentProcess(for: "CFNotificationCenterRemoveObserver")
  guard let (board, process) = current else { return }
  board.remove(name: name?.rawValue, pointer: observer, of: process)
}

/// Removes all observers with a pointer.
public func CFNotificationCenterRemoveEveryObserver(_ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!) {
  CFNotificationCenterRemoveObserver(center, observer, nil, nil)
}
