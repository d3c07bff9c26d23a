/// Why a text is not the JSON that is read here, and where.
public struct JSONError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The text ends inside of a value, or is empty.
    case unexpectedEnd
    /// Something else stands where a value has to begin.
    case expectedValue
    /// Something else stands where a member's name has to begin.
    case expectedKey
    /// No colon behind a member's name.
    case expectedColon
    /// Neither a comma nor the end of the array or object behind a value.
    case expectedCommaOrEnd
    /// More text behind the value.
    case trailingContent
    /// A number that is not written as RFC 8259, section 6 demands.
    case malformedNumber
    /// An integer that does not fit in 64 bits, or a number beyond what `Double` holds.
    case numberOutOfRange
    /// A control character that is not escaped in a string.
    case controlCharacter
    /// A backslash with something else than RFC 8259, section 7 allows.
    case malformedEscape
    /// Half of a surrogate pair: no Unicode scalar.
    case loneSurrogate
    /// Bytes that are not UTF-8.
    case malformedUTF8
    /// A name that the same object already has.
    case duplicateKey(String)
    /// Arrays and objects nested deeper than the limit.
    case tooDeep(limit: Int)
  }

  /// What is wrong.
  public let problem: Problem
  /// The offset of the byte at fault, from 0; that of the end when the text breaks off.
  public let offset: Int

  /// An error at a byte.
  public init(_ problem: Problem, at offset: Int) {
    self.problem = problem
    self.offset = offset
  }
}
