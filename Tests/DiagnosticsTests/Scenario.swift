import SchedulerDiagnostics
import Testing

/// Texts with diagnostics to render. Places are specified by the text that they cover.
struct Scenario: CustomTestStringConvertible {
  let name: String
  var color = false
  var columns: Int?
  private(set) var sources = SourceMap()
  private(set) var list = DiagnosticList()

  var testDescription: String { name }

  /// Creates a scenario about `texts`, named `config.toml`, `other.toml` and `third.toml`.
  init(_ name: String, _ texts: String..., color: Bool = false, columns: Int? = nil) {
    self.init(name, bytes: texts.map { Array($0.utf8) }, color: color, columns: columns)
  }

  init(_ name: String, bytes: [[UInt8]], color: Bool = false, columns: Int? = nil) {
    self.name = name
    self.color = color
    self.columns = columns
    for (name, bytes) in zip(["config.toml", "other.toml", "third.toml"], bytes) {
      _ = sources.add(SourceText(name: name, bytes: bytes))
    }
  }

  func reporting(_ diagnostics: Diagnostic...) -> Scenario {
    var copy = self
    for diagnostic in diagnostics { copy.list.report(diagnostic) }
    return copy
  }

  /// Returns the place of the `occurrence`-th `words`, from 1, in the text number `file`. If `empty`, returns the place
  /// before it.
  func place(_ words: String, _ occurrence: Int = 1, file: Int = 0, empty: Bool = false) -> SourceSpan {
    let bytes = sources.texts[file].bytes
    let wanted = Array(words.utf8)
    let hits = bytes.indices.filter { bytes[$0...].starts(with: wanted) }
    let start = hits[occurrence - 1]
    return span(start, empty ? start : start + wanted.count, file: file)
  }

  func span(_ lower: Int, _ upper: Int, file: Int = 0) -> SourceSpan {
    SourceSpan(source: SourceID(index: UInt32(file)), bytes: ByteSpan(lower: lower, upper: upper))
  }

  /// The number of bytes of the first text.
  var end: Int { sources.texts[0].bytes.count }

  func rendered() -> String {
    DiagnosticRenderer(color: color, columns: columns).render(list, in: sources)
  }
}
