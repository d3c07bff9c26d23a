import SchedulerDiagnostics
import SchedulerTOML

/// libFuzzer's loop, from its run-time library.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The entry point by the name that the package manager gives it.
@_cdecl("TOMLFuzzer_main")
public func main(_ count: CInt, _ arguments: UnsafeMutableRawPointer) -> CInt {
  var count = count
  var arguments = arguments
  return withUnsafeMutablePointer(to: &arguments) { runFuzzer(&count, $0, { checkTOML($0, $1) }) }
}

/// Reads any bytes and stops the process when a promise of the reader does not hold.
private func checkTOML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let (document, problems) = read(bytes)
  checkDiagnostics(problems.diagnostics, count)
  checkTable(document.root, within: 0..<count, depth: 0)

  let (again, sameProblems) = read(bytes)
  precondition(problems.diagnostics == sameProblems.diagnostics, "reading twice finds other mistakes")
  let written = Emitter.text(of: document.root)
  precondition(written == Emitter.text(of: again.root), "reading twice gives another tree")

  let (copy, copyProblems) = read(Array(written.utf8))
  precondition(copyProblems.diagnostics.isEmpty, "what was written is not TOML: \(written)")
  precondition(written == Emitter.text(of: copy.root), "what was written is another tree: \(written)")
  return 0
}

private func read(_ bytes: [UInt8]) -> (Document, DiagnosticList) {
  var problems = DiagnosticList()
  let text = SourceText(name: "fuzz", bytes: bytes)
  return (Document(parsing: text, as: SourceID(index: 0), diagnostics: &problems), problems)
}

/// Diagnostics point into the text and come in its order.
private func checkDiagnostics(_ diagnostics: [Diagnostic], _ count: Int) {
  var last: UInt32 = 0
  for diagnostic in diagnostics {
    for label in [diagnostic.primary].compactMap({ $0 }) + diagnostic.secondary {
      precondition(label.span.bytes.lower <= label.span.bytes.upper && label.span.bytes.upper <= count)
    }
    let position = diagnostic.primary?.span.bytes.lower ?? 0
    precondition(position >= last, "diagnostics are not in order")
    last = position
  }
}

/// Each key is found again, and each value stands inside of the text; the depth is limited.
private func checkTable(_ table: Table, within bounds: Range<Int>, depth: Int) {
  precondition(depth <= Document.maximumNesting)
  var count = 0
  for entry in table {
    count += 1
    precondition(table[entry.key.text]?.key.span == entry.key.span, "a key is not found")
    precondition(!table.hasErroneousKey(entry.key.text))
    precondition(bounds.lowerBound <= entry.key.span.bytes.lower && entry.key.span.bytes.upper <= bounds.upperBound)
    checkValue(entry.value, within: bounds, depth: depth)
  }
  precondition(count == table.count)
}

private func checkValue(_ value: Value, within bounds: Range<Int>, depth: Int) {
  let range = value.span.bytes.range
  precondition(range.lowerBound >= bounds.lowerBound && range.upperBound <= bounds.upperBound && !range.isEmpty)
  if let table = value.table { checkTable(table, within: bounds, depth: depth + 1) }
  if let array = value.array { for element in array { checkValue(element, within: bounds, depth: depth + 1) } }
  if let text = value.string {
    let length = text.utf8.count
    for part in [0..<length, 0..<length / 2, length / 2..<length, length..<length] {
      let span = value.span(ofStringBytes: part).bytes.range
      precondition(span.lowerBound >= range.lowerBound && span.upperBound <= range.upperBound)
    }
  }
}
