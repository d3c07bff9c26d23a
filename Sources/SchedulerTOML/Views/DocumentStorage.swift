import SchedulerDiagnostics

/// The storage that all views of one document share.
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
    SourceSpan(source: source, bytes: ByteSpan(lower: range.lowerBound, upper: range.upperBound))
  }

  /// Calls `body` with the text of the document.
  @inline(__always) func withSource<R>(_ body: (ByteView) throws -> R) rethrows -> R {
    try bytes.withUnsafeBytes { try body(ByteView($0)) }
  }

  /// Returns the decoded text of a key or a string: a range of `bytes`, or new bytes if it has escapes.
  func text(_ range: Range<Int>, form: TextForm) -> DecodedText {
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
  /// The text is a range of the source.
  case verbatim(Range<Int>)
  /// The text had escapes and was decoded.
  case decoded([UInt8])
}
