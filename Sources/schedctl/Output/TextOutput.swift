import JSON
import Platform

/// Standard output or standard error: bytes gathered and written in large pieces.
///
/// A failed write is remembered, and what comes after it is dropped; a command that prints much looks at `isBroken`.
struct TextOutput {
  /// Whether to write SGR control sequences.
  var usesColor: Bool
  /// The width of the terminal; nil when it is none.
  let columns: Int?
  /// JSON Lines on their way to this output.
  var json = JSONWriter()
  private var bytes: [UInt8] = []
  private let descriptor: OutputDescriptor
  private(set) var failure: OutputError?

  private static let pieceSize = 1 << 16

  init(_ descriptor: OutputDescriptor, usesColor: Bool, columns: Int?) {
    self.descriptor = descriptor
    self.usesColor = usesColor
    self.columns = columns
  }

  /// Whether a write failed, so that more would be in vain.
  var isBroken: Bool { failure != nil }

  /// Adds text.
  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    if bytes.count >= Self.pieceSize { flush() }
  }

  /// Ends the JSON object written to `json` as a line.
  mutating func endJSONLine() {
    json.newline()
    guard json.bytes.count >= Self.pieceSize else { return }
    flush()
  }

  /// Writes out what was gathered.
  mutating func flush() {
    bytes += json.bytes
    json.removeAll()
    defer { bytes.removeAll(keepingCapacity: true) }
    guard failure == nil, !bytes.isEmpty else { return }
    do throws(OutputError) {
      try descriptor.write(bytes)
    } catch {
      failure = error
    }
  }
}
