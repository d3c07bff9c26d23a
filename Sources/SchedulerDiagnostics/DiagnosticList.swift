/// Collects the diagnostics of one run, in the order found, and counts those past its limit without keeping them.
public struct DiagnosticList: Sendable {
  /// Most errors that one run keeps: a binary file would otherwise yield one for each line of it.
  public static let maximumErrors = 100

  /// What was reported and kept.
  public private(set) var diagnostics: [Diagnostic] = []
  /// How many errors were reported, including those that were not kept.
  public private(set) var errorCount = 0

  /// An empty list.
  public init() {}

  /// Whether anything that makes the input unusable was reported.
  public var hasErrors: Bool { errorCount > 0 }
  /// How many errors were counted and not kept.
  public var omittedErrorCount: Int { max(0, errorCount - Self.maximumErrors) }

  /// Puts the kept diagnostics in another order.
  mutating func replaceAll(with reordered: [Diagnostic]) {
    assert(reordered.count == diagnostics.count)
    diagnostics = reordered
  }

  /// The same for an error that takes some work to make: `error` is called only when it will be kept.
  public mutating func reportError(_ error: () -> Diagnostic) {
    if errorCount < Self.maximumErrors { report(error()) } else { errorCount += 1 }
  }

  /// Keeps `diagnostic`, or only counts it when it is an error past the limit.
  public mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error {
      errorCount += 1
      if errorCount > Self.maximumErrors { return }
    }
    diagnostics.append(diagnostic)
  }
}
