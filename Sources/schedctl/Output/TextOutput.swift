import SchedulerDiagnostics
import SchedulerJSON
import SchedulerPlatform

/// Standard output or standard error: text and JSON Lines, written in large pieces.
///
/// A failed write is remembered, and what comes after it is dropped; a command that prints much looks at `isBroken`.
struct TextOutput: ~Copyable {
  /// Whether to write SGR control sequences.
  var usesColor: Bool
  /// The width of the terminal; nil when it is none.
  let columns: Int?
  /// The JSON value that is being written; `endJSONLine` hands it over.
  var json = JSONWriter()
  /// Why a write failed.
  private(set) var failure: OutputError?
  private var output: ByteOutput

  init(_ output: consuming ByteOutput, usesColor: Bool, columns: Int?) {
    self.output = output
    self.usesColor = usesColor
    self.columns = columns
  }

  /// Whether a write failed, so that more would be in vain.
  var isBroken: Bool { failure != nil }

  /// Adds text.
  mutating func write(_ text: String) {
    guard !isBroken else { return }
    do throws(OutputError) { try output.write(text) } catch { failure = error }
  }

  /// Adds bytes.
  mutating func write(bytes: [UInt8]) {
    guard !isBroken else { return }
    do throws(OutputError) { try output.write(bytes) } catch { failure = error }
  }

  /// Writes a line that is a JSON object, whose members `write` adds.
  ///
  /// - Parameter isSample: whether it is made from the built-in sample, which its last member then states.
  mutating func jsonLine<Failure: Error>(
    isSample: Bool = false, _ write: (inout JSONWriter) throws(Failure) -> Void
  ) throws(Failure) {
    try json.object { json throws(Failure) in
      try write(&json)
      if isSample { json.member("sample", true) }
    }
    endJSONLine()
  }

  /// Ends the JSON value written to `json` as a line.
  mutating func endJSONLine() {
    json.newline()
    defer { json.removeAll() }
    guard !isBroken else { return }
    do throws(OutputError) { try output.write(json.bytes) } catch { failure = error }
  }

  /// Writes out what is left.
  mutating func flush() {
    guard !isBroken else { return }
    do throws(OutputError) { try output.flush() } catch { failure = error }
  }
}

extension TextOutput {
  private static let outputDescriptor: Int32 = 1
  private static let errorDescriptor: Int32 = 2

  /// Standard output.
  static func standardOutput(_ environment: ProcessEnvironment) -> TextOutput {
    TextOutput(descriptor: outputDescriptor, environment)
  }

  /// Standard error.
  static func standardError(_ environment: ProcessEnvironment) -> TextOutput {
    TextOutput(descriptor: errorDescriptor, environment)
  }

  /// A stream, with colour if it is a terminal that shows colours and `NO_COLOR` is not set (no-color.org).
  private init(descriptor: Int32, _ environment: ProcessEnvironment) {
    let allowsColor = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    self.init(
      ByteOutput(descriptor: descriptor), usesColor: allowsColor && Terminal.isTerminal(descriptor),
      columns: Terminal.columns(of: descriptor))
  }
}

extension String {
  /// The words of the text in lines of up to `width` terminal columns. A longer word has a line of its own.
  func wrapped(toColumns width: Int) -> [String] {
    guard DisplayWidth.columns(of: self) > width else { return [self] }
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ").map(String.init) {
      if line.isEmpty {
        line = word
      } else if DisplayWidth.columns(of: line) + 1 + DisplayWidth.columns(of: word) <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    return lines + [line]
  }

  /// The words of the text in lines of up to `width` columns. Longer words are broken.
  func folded(toColumns width: Int) -> [String] { wrapped(toColumns: width).flatMap { $0.broken(toColumns: width) } }

  private func broken(toColumns width: Int) -> [String] {
    guard DisplayWidth.columns(of: self) > width else { return [self] }
    var lines = [""]
    for character in self {
      let line = lines[lines.count - 1]
      if !line.isEmpty, DisplayWidth.columns(of: line + String(character)) > width { lines.append("") }
      lines[lines.count - 1].append(character)
    }
    return lines
  }
}
