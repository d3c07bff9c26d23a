extension JSONError: CustomStringConvertible {
  /// A one-line message, such as `expected ':' behind a key, at byte 7`.
  public var description: String { "\(problem.message), at byte \(offset)" }
}

extension JSONError.Problem {
  fileprivate var message: String {
    switch self {
    case .unexpectedEnd: "the JSON text ends too early"
    case .expectedValue: "expected a JSON value"
    case .expectedKey: "expected a key in double quotes"
    case .expectedColon: "expected ':' behind a key"
    case .expectedCommaOrEnd: "expected ',' or the end of the array or object"
    case .trailingContent: "more text behind the JSON value"
    case .malformedNumber: "malformed number"
    case .numberOutOfRange: "number out of range"
    case .controlCharacter: "control character in a string; write it as an escape"
    case .malformedEscape: "unknown escape sequence"
    case .loneSurrogate: "half of a surrogate pair"
    case .malformedUTF8: "not UTF-8"
    case .duplicateKey(let key): "key '\(key)' given twice"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    }
  }
}
