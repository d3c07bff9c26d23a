import SchedulerDiagnostics

/// A mistake in the bytes of a text, independent of their meaning.
enum EncodingProblem: Problem {
  /// The place of a control character.
  enum Place { case comment, basicString, literalString, elsewhere }

  case malformedUTF8(Range<Int>)
  case utf16
  case misplacedByteOrderMark(Range<Int>)
  case control(Range<Int>, Place)
  case bareCarriageReturn(Range<Int>)
  case tooLarge(Int)
}

extension EncodingProblem {
  func diagnostic(in text: Excerpts) -> Diagnostic {
    switch self {
    case .malformedUTF8(let range): Self.malformedUTF8(range, in: text)
    case .utf16:
      text.error(
        .wrongEncoding, message: "the text is UTF-16, expected UTF-8", at: 0..<2, help: ["save the file as UTF-8"])
    case .misplacedByteOrderMark(let range):
      text.error(
        .misplacedByteOrderMark, message: "byte order mark inside the text", at: range, label: "U+FEFF",
        help: ["delete it; only the first character of a file may be one"])
    case .control(let range, let place): Self.control(range, place: place, in: text)
    case .bareCarriageReturn(let range):
      text.error(
        .bareCarriageReturn, message: "carriage return without a line feed", at: range, label: "only CR",
        help: ["end lines with LF or with CR LF"])
    case .tooLarge(let count):
      Diagnostic(
        .error, code: .textTooLarge,
        message: "the text has \(count) bytes; at most \(Document.maximumByteCount) are read", at: nil,
        help: ["split it, or move long lists into files of their own"])
    }
  }

  private static func malformedUTF8(_ range: Range<Int>, in text: Excerpts) -> Diagnostic {
    let bytes = range.map { "0x" + String(text.bytes[$0], radix: 16, uppercase: true) }.joined(separator: " ")
    return text.error(
      .invalidUTF8, message: "invalid UTF-8", at: range, label: bytes,
      help: ["save the file as UTF-8, or delete what does not belong there"])
  }

  private static func control(_ range: Range<Int>, place: Place, in text: Excerpts) -> Diagnostic {
    let value = UInt32(text.bytes[range.lowerBound])
    let escape = "\\u" + value.codePoint.dropFirst(2)
    let (phrase, help) =
      switch place {
      case .comment: (" in a comment", "delete it")
      case .basicString: (" in a string", "write it as \(escape)")
      case .literalString: (" in a literal string", "use a string in double quotes and write it as \(escape)")
      case .elsewhere: ("", "delete it")
      }
    return text.error(
      .controlCharacter, message: "control character \(value.codePoint)\(phrase)", at: range, help: [help])
  }
}
