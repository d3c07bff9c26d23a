import SchedulerDiagnostics

/// A parsed TOML 1.1.0 document.
///
/// ```swift
/// var problems = DiagnosticList()
/// let document = Document(parsing: text, as: source, diagnostics: &problems)
/// let name = document.root["profile"]?.value.table?["deep-work"]?.value.table?["name"]?.value.string
/// ```
///
/// A document keeps the bytes of the text and small records that point into them. Strings and keys are decoded on
/// access. This type neither writes TOML nor interprets keys.
public struct Document: Sendable {
  /// Maximum size of a text, in bytes. A configuration with ten thousand profiles is a tenth of it, and offsets fit in
  /// 24 bits.
  public static let maximumByteCount = 16 * 1024 * 1024
  /// Maximum depth of nested tables and arrays, so that a recursive walk of the tree cannot exhaust the stack.
  public static let maximumNesting = 128

  let storage: DocumentStorage

  /// Parses `text`, which spans identify as `source`.
  ///
  /// Parsing always yields a document that holds everything that could be read. Mistakes are added to `diagnostics` in
  /// source order, one for each cause. A value with a mistake is left out of its table, which keeps the key
  /// (`Table.hasErroneousKey(_:)`).
  ///
  /// - Complexity: O(bytes), for any input. Memory is about twice the size of the text, thirty times at worst.
  public init(parsing text: SourceText, as source: SourceID, diagnostics: inout DiagnosticList) {
    let tree = text.bytes.withUnsafeBytes { buffer in
      Self.parse(Excerpts(bytes: ByteView(buffer), source: source), diagnostics: &diagnostics)
    }
    storage = DocumentStorage(tree: tree, bytes: text.bytes, source: source)
  }

  private static func parse(_ text: Excerpts, diagnostics: inout DiagnosticList) -> Tree {
    // The seed is random for each document, so that keys made to collide in one do not collide in the next.
    let seed = UInt64.random(in: .min ... .max)
    guard let problem = problemOfWhole(text.bytes) else {
      var parser = Parser(text, seed: seed)
      parser.parseDocument()
      parser.problems.send(to: &diagnostics)
      return parser.builder.finish()
    }
    diagnostics.report(problem.diagnostic(in: text))
    return Tree(seed: seed, byteCount: 0)
  }

  /// Returns the problem that prevents the text from being parsed at all, if there is one.
  private static func problemOfWhole(_ bytes: ByteView) -> EncodingProblem? {
    if bytes.count > maximumByteCount { return .tooLarge(bytes.count) }
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    // Byte order marks of UTF-16, or ASCII characters in UTF-16.
    case (0xFE, 0xFF), (0xFF, 0xFE), (0, 1...), (1..., 0): return .utf16
    default: return nil
    }
  }

  /// The root table: the entries outside of all other tables.
  public var root: Table { Table(storage: storage, id: .root) }
}
