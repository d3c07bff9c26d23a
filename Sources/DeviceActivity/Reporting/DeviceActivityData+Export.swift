import ScreenTimeSystem

// The export of activity, of iOS 26.4, for apps whose status is `approvedWithDataAccess`.
extension DeviceActivityData {
  /// Where exported activity comes from.
  public enum Policy: Hashable, Sendable {
    /// What the system has at hand.
    case cached
    /// What it collects now, which takes longer.
    case live
  }

  /// The reason why activity is not exported.
  public enum Error: LocalizedError, Hashable, Sendable {
    /// The system does not export activity.
    case unavailable
    /// The app has no access to data.
    case unauthorized
    /// There is no activity.
    case missingData

    /// What is wrong, as a sentence. The wording is not Apple's.
    public var errorDescription: String? {
      switch self {
      case .unavailable: "Device activity is not available."
      case .unauthorized: "The app is not authorized to read device activity."
      case .missingData: "There is no device activity."
      }
    }
  }

  /// Returns the activity of users on devices.
  ///
  /// Here it is what a test gave to `VirtualDevice.reportActivity(_:)`, not filtered. Iterating throws
  /// `DeviceActivityData.Error`: `unavailable` on no device, `unauthorized` without access to data, and `missingData`
  /// if the test gave nothing.
  public static func activityData(
    filteredBy filter: DeviceActivityFilter = .init(), using policy: Policy = .cached
  ) -> some AsyncSequence<DeviceActivityData, any Swift.Error> {
    let process = CurrentProcess.resolve(for: "DeviceActivityData.activityData") as? any MonitoringProcess
    let answer: Result<[DeviceActivityData], Error> = process.map { $0.exportedActivity() } ?? .failure(.unavailable)
    return AsyncThrowingStream(DeviceActivityData.self) { continuation in
      switch answer {
      case .success(let data):
        for element in data { continuation.yield(element) }
        continuation.finish()
      case .failure(let error): continuation.finish(throwing: error)
      }
    }
  }
}
