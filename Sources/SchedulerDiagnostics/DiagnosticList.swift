/// Collects the diagnostics of one run in the order in which they are reported. Errors past `maximumErrors` are counted
/// but not kept.
public struct DiagnosticList: Sendable {
  /// Maximum number of errors kept. Without it, a binary file would yield an error for each of its lines.
  public static let maximumErrors = 100

  /// The diagnostics that were kept.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The number of errors reported, including those that were not kept.
  public private(set) var errorCount = 0

  /// Creates an empty list.
  public init() {}

  /// Whether an error was reported, which makes the input unusable.
  public var hasErrors: Bool { errorCount > 0 }
  /// The number of errors that were counted but not kept.
  public var omittedErrorCount: Int { max(0, errorCount - Self.maximumErrors) }

  /// Replaces the kept diagnostics with the same diagnostics in another order.
  mutating func replaceAll(with reordered: [Diagnostic]) {
    assert(reordered.count == diagnostics.count)
    diagnostics = reordered
  }

  /// Reports an error that is costly to make: calls `error` only if the list still keeps errors.
  public mutating func reportError(_ error: () -> Diagnostic) {
    if errorCount < Self.maximumErrors { report(error()) } else { errorCount += 1 }
  }

  /// Keeps `diagnostic`. An error past the limit is only counted.
  public mutating func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error {
      errorCount += 1
      if errorCount > Self.maximumErrors { return }
    }
    diagnostics.append(diagnostic)
  }
}

extension Sequence where Element == Diagnostic {
  /// The diagnostics ordered by text and place. Diagnostics without a place come first.
  public var inSourceOrder: [Diagnostic] {
    func place(_ diagnostic: Diagnostic) -> (UInt32, UInt32) {
      guard let span = diagnostic.primary?.span else { return (0, 0) }
      return (span.source.index, span.bytes.lower)
    }
    return enumerated().sorted { a, b in
      let (first, second) = (place(a.element), place(b.element))
      return first == second ? a.offset < b.offset : first < second
    }.map(\.element)
  }
}

extension DiagnosticList {
  /// A copy whose kept diagnostics are ordered by text and place.
  public var inSourceOrder: DiagnosticList {
    var ordered = self
    ordered.replaceAll(with: diagnostics.inSourceOrder)
    return ordered
  }
}

extension DiagnosticList {
  /// The number of reports by severity, such as `2 errors, 1 warning`; nil if the list is empty.
  public var summary: String? {
    let warnings = diagnostics.count { $0.severity == .warning }
    let notes = diagnostics.count { $0.severity == .note }
    let parts = [(errorCount, "error"), (warnings, "warning"), (notes, "note")]
      .filter { $0.0 > 0 }
      .map { counted($0.0, of: $0.1) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// The count followed by its noun, which is plural unless the count is one.
func counted(_ count: Int, of noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
