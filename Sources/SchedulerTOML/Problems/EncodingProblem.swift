/// What is wrong with the bytes of a text, whatever they mean.
enum EncodingProblem: Problem {
  /// Where a control character stands.
  enum Place { case comment, basicString, literalString, elsewhere }

  case malformedUTF8(Range<Int>)
  case utf16
  case misplacedByteOrderMark(Range<Int>)
  case control(Range<Int>, Place)
  case bareCarriageReturn(Range<Int>)
  case tooLarge(Int)
}
