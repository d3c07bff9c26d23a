import SchedulerDiagnostics
import SchedulerJSON
import SchedulerPlatform

/// Standard output or standard error: text and JSON Lines, written in large pieces.
///
/// After a failed write all further output is dropped. A command that prints much checks `isBroken`.
struct TextOutput: ~Copyable {
  /// Whether to write SGR control sequences.
  var usesColor: Bool
  /// The width of the terminal; nil if the stream is no terminal.
  let columns: Int?
  /// The error of the failed write; nil if no write failed.
  private(set) var failure: SystemError?
  private var output: ByteOutput

  init(_ output: consuming ByteOutput, usesColor: Bool, columns: Int?) {
    self.output = output
    self.usesColor = usesColor
    self.columns = columns
  }

  /// The maximum time to wait for room, in milliseconds; negative for as long as the reader takes. What finds no room by
  /// then is kept for the next flush.
  var patience: Int32 {
    get { output.patience }
    set { output.patience = newValue }
  }

  /// Whether output waits for room.
  var isWaiting: Bool { output.waitingCount > 0 }

  /// Whether so much output waits that a command without patience drops further output.
  var isFull: Bool { output.waitingCount >= ByteOutput.capacity }

  /// Whether a write failed, so that further output is useless.
  var isBroken: Bool { failure != nil }

  /// Adds text. Characters that could steer the terminal or reorder the text are made visible, except line ends, tabs
  /// and the colors that this program sets.
  mutating func write(_ text: String) {
    let text = text.withoutHiddenControls
    attempt { (output) throws(SystemError) in try output.write(text) }
  }

  /// Adds bytes.
  mutating func write(bytes: [UInt8]) {
    attempt { (output) throws(SystemError) in try output.write(bytes) }
  }

  /// Adds bytes without a copy: `append` appends them to the buffer and must leave the bytes in it unchanged.
  mutating func write(appending append: (inout [UInt8]) -> Void) {
    attempt { (output) throws(SystemError) in try output.write(appending: append) }
  }

  /// Writes a line with a JSON object. `write` adds its members.
  ///
  /// - Parameter isSample: whether the data come from the built-in sample. The last member then states this.
  mutating func jsonLine(isSample: Bool = false, _ write: (inout JSONWriter) -> Void) {
    valueLine { json in
      json.object { json in
        write(&json)
        if isSample { json.member("sample", value: true) }
      }
    }
  }

  /// Writes a line with the one JSON value that `write` writes.
  mutating func valueLine(_ write: (inout JSONWriter) -> Void) {
    self.write(appending: { bytes in
      JSONWriter.append(to: &bytes) { json in
        write(&json)
        json.newline()
      }
    })
  }

  /// Writes all remaining output.
  mutating func flush() { attempt { (output) throws(SystemError) in try output.flush() } }

  /// Uses the output unless it is broken, and notes its failure.
  private mutating func attempt(_ use: (inout ByteOutput) throws(SystemError) -> Void) {
    guard !isBroken else { return }
    do throws(SystemError) { try use(&output) } catch { failure = error }
  }
}

extension TextOutput {
  private static let outputDescriptor: Int32 = 1
  private static let errorDescriptor: Int32 = 2

  /// Returns standard output.
  static func standardOutput(_ environment: ProcessEnvironment) -> TextOutput {
    TextOutput(descriptor: outputDescriptor, environment)
  }

  /// Returns standard error.
  static func standardError(_ environment: ProcessEnvironment) -> TextOutput {
    TextOutput(descriptor: errorDescriptor, environment)
  }

  /// Creates a stream, with color if it is a terminal that shows colors and `NO_COLOR` is not set (no-color.org).
  private init(descriptor: Int32, _ environment: ProcessEnvironment) {
    let allowsColor = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    self.init(
      ByteOutput(descriptor: descriptor), usesColor: allowsColor && Terminal.isTerminal(descriptor),
      columns: Terminal.columns(of: descriptor))
  }
}

extension String {
  /// The text with pictures of the control characters that are no line ends, tabs or beginnings of colors, and with
  /// U+FFFD for C1 control characters and bidirectional formatting characters.
  ///
  /// Complexity: O(length). Returns the text itself if it has none.
  var withoutHiddenControls: String {
    guard unicodeScalars.contains(where: Self.isHiddenControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if Self.isHiddenControl(scalar) {
        text += PrintableText.printable(String(scalar))
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func isHiddenControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x1B, 0x20...0x7E: false
    case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The text with the characters escaped that have a meaning in Pango's markup and in that of notifications.
  var escapedForMarkup: String {
    unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the words of the text in lines of up to `width` terminal columns. A longer word has a line of its own.
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

  /// Returns the words of the text in lines of up to `width` columns. Longer words are broken.
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
