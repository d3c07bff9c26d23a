import SchedulerDiagnostics

/// What all views of one document share.
@usableFromInline final class DocumentStorage: Sendable {
  let tree: Tree
  @usableFromInline let bytes: [UInt8]
  let source: SourceID

  init(tree: Tree, bytes: [UInt8], source: SourceID) {
    self.tree = tree
    self.bytes = bytes
    self.source = source
  }

  func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(source: source, bytes: ByteSpan(range.lowerBound, range.upperBound))
  }

  /// Calls `body` with the text of the document.
  @inline(__always) func withSource<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes { try body(ByteView($0)) }
  }

  /// The decoded text of a key or a string: where it stands in `bytes`, or, with escapes, on its own.
  func text(_ range: Range<Int>, _ form: TextForm) -> DecodedText {
    withSource { source in
      let content = form.content(of: range, in: source)
      return form.isEscaped ? .decoded(StringPieces(content, in: source).decoded()) : .verbatim(content)
    }
  }

  /// Calls `body` with the bytes of `text`.
  @inlinable func withUTF8<R>(
    of text: DecodedText, _ body: (UnsafeBufferPointer<UInt8>) throws -> R
  ) rethrows -> R {
    switch text {
    case .decoded(let bytes): try bytes.withUnsafeBufferPointer(body)
    case .verbatim(let range):
      try bytes.withUnsafeBufferPointer { try body(UnsafeBufferPointer(rebasing: $0[range])) }
    }
  }
}

/// The text of a key or a string.
@usableFromInline enum DecodedText {
  /// It stands in the source as it is.
  case verbatim(Range<Int>)
  /// It has escapes.
  case decoded([UInt8])
}
