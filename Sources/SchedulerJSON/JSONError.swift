/// The reason why a text is not valid JSON, and the position.
public struct JSONError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Problem: Hashable, Sendable {
    /// The text ends within a value, or is empty.
    case unexpectedEnd
    /// A value was expected.
    case expectedValue
    /// The name of a member was expected.
    case expectedKey
    /// A colon was expected after the name of a member.
    case expectedColon
    /// A comma or the end of the array or object was expected after a value.
    case expectedCommaOrEnd
    /// The value is followed by more text.
    case trailingContent
    /// A number does not have the form that RFC 8259, section 6 requires.
    case malformedNumber
    /// An integer does not fit in 64 bits, or a number is out of the range of `Double`.
    case numberOutOfRange
    /// A string contains a control character that is not escaped.
    case controlCharacter
    /// A backslash is followed by a character that RFC 8259, section 7 does not allow.
    case malformedEscape
    /// A string contains half of a surrogate pair, which is not a Unicode scalar.
    case loneSurrogate
    /// A string contains bytes that are not UTF-8.
    case malformedUTF8
    /// An object has two members with that name.
    case duplicateKey(String)
    /// Arrays and objects are nested deeper than the limit.
    case tooDeep(limit: Int)
  }

  /// The kind of the error.
  public let problem: Problem
  /// The offset of the byte at fault, from 0; the size of the text if it is incomplete.
  public let offset: Int

  /// Creates an error at a byte.
  public init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}
