extension Sequence where Element == Diagnostic {
  /// The diagnostics by file and place, those without a place first.
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
  /// The same list with what it keeps in the order of files and places.
  public var inSourceOrder: DiagnosticList {
    var ordered = self
    ordered.replaceAll(with: diagnostics.inSourceOrder)
    return ordered
  }
}
