/// What is wrong with a key, or between a key and its value. `key` is the whole key, dots included.
enum KeyProblem: Problem {
  /// Where a key or a part of one is missing.
  enum Gap { case beforeEquals, beforeDot, afterDot, inHeader }

  case missing(Gap, at: Range<Int>)
  /// `part` has a character, at `character`, that an unquoted key cannot have.
  case notBare(part: Range<Int>, character: Range<Int>)
  /// Words that look like one key with blanks in it.
  case blank(words: Range<Int>)
  case multiline(Range<Int>)
  case missingEquals(key: Range<Int>, found: Range<Int>)
  /// A colon where the equals sign belongs; `value` is the rest of the line.
  case colon(key: Range<Int>, colon: Range<Int>, value: Range<Int>)
  case doubledEquals(key: Range<Int>?, second: Range<Int>, value: Range<Int>)
  case missingValue(key: Range<Int>?, found: Range<Int>)
}
