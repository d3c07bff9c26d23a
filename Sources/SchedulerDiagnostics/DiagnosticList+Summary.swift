extension DiagnosticList {
  /// How many of each severity were reported, such as `2 errors, 1 warning`; nil when there were none.
  public var summary: String? {
    let warnings = diagnostics.count { $0.severity == .warning }
    let notes = diagnostics.count { $0.severity == .note }
    let parts = [(errorCount, "error"), (warnings, "warning"), (notes, "note")]
      .filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// A number with its noun, in the plural unless it is one.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
