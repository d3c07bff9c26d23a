import SchedulerDiagnostics

/// A text in TOML 1.1.0, read.
///
/// ```swift
/// var problems = DiagnosticList()
/// let document = Document(parsing: text, as: source, diagnostics: &problems)
/// let name = document.root["profile"]?.value.table?["deep-work"]?.value.table?["name"]?.value.string
/// ```
///
/// It keeps the bytes of the text and small records that point into them; texts and keys are decoded when they are asked
/// for. It does not write TOML, and it does not know what the keys mean.
public struct Document: Sendable {
  /// The largest text that is read, in bytes: a configuration with ten thousand profiles is a tenth of it, and offsets
  /// fit into 24 bits.
  public static let maximumByteCount = 16 * 1024 * 1024
  /// The most tables and arrays in each other, so that whoever walks the tree by recursion cannot run out of stack.
  public static let maximumNesting = 128

  let storage: DocumentStorage

  /// Reads `text`, which spans call `source`.
  ///
  /// Total: there is always a document, holding everything that could be read. What is wrong with the text is added to
  /// `diagnostics` in the order of the text, one for each cause. A value with a mistake is left out of its table, which
  /// remembers its key (`Table.hasErroneousKey(_:)`).
  ///
  /// - Complexity: O(bytes), for any bytes. Memory is about twice the text, thirty times at worst.
  public init(parsing text: SourceText, as source: SourceID, diagnostics: inout DiagnosticList) {
    let tree = text.bytes.withUnsafeBytes { buffer in
      Self.parse(Excerpts(bytes: ByteView(buffer), source: source), &diagnostics)
    }
    storage = DocumentStorage(tree: tree, bytes: text.bytes, source: source)
  }

  private static func parse(_ text: Excerpts, _ diagnostics: inout DiagnosticList) -> Tree {
    // A secret for each document: keys that collide for one do not for the next.
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

  /// What keeps a text from being read at all.
  private static func problemOfWhole(_ bytes: ByteView) -> EncodingProblem? {
    if bytes.count > maximumByteCount { return .tooLarge(bytes.count) }
    guard bytes.count >= 2 else { return nil }
    switch (bytes[0], bytes[1]) {
    // Byte order marks of UTF-16, or its ASCII characters.
    case (0xFE, 0xFF), (0xFF, 0xFE), (0, 1...), (1..., 0): return .utf16
    default: return nil
    }
  }

  /// The table of everything that is outside of other tables.
  public var root: Table { Table(storage: storage, id: .root) }
}
