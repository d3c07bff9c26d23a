/// Names the contexts of reports. Apple's type is a SwiftUI view, which cannot be here: it has no cases and no values.
public enum DeviceActivityReport {
  /// Which report an app asks its report extension for.
  ///
  /// ```swift
  /// extension DeviceActivityReport.Context { static let barGraph = Self("barGraph") }
  /// ```
  public struct Context: RawRepresentable, Hashable, Sendable {
    /// The name.
    public var rawValue: String

    /// Creates a context.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a context.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
}
