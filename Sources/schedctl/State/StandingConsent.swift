import Scheduler
import SchedulerPlatform

extension ConfigurationReport {
  /// Whether an administrator consents by `authorized = true`: it counts only where nobody but root can change what is read.
  func isConsenting(_ configuration: Configuration) -> Bool {
    configuration.daemon.isAuthorized && texts.allSatisfy { Self.isOfRootAlone($0.name) }
  }

  /// Whether `authorized = true` stands where others than root can change it.
  var isConsentingInVain: Bool {
    configuration.map { $0.daemon.isAuthorized && !isConsenting($0) } ?? false
  }

  private static func isOfRootAlone(_ path: String) -> Bool {
    do throws(SystemError) {
      return try FileExposure.first(onTheWayTo: path) == nil
    } catch {
      return false
    }
  }
}

extension Engine {
  /// Whether consent is still to be taken from a configuration that gives it.
  func isToBeAuthorized(by inForce: ConfigurationInForce) -> Bool {
    inForce.isConsenting && (authorization != .approved || awaitedAuthorization != nil)
  }
}
