/// What is wrong with brackets, commas and lines.
enum StructureProblem: Problem {
  /// An array whose `[` is at `open`; nothing closed it before `found`.
  case unterminatedArray(open: Range<Int>, found: Range<Int>)
  /// An inline table whose `{` is at `open`; nothing closed it before `found`.
  case unterminatedInlineTable(open: Range<Int>, found: Range<Int>)
  /// `[1, 2}`: `closer` does not belong to `open`.
  case mismatchedBracket(open: Range<Int>, closer: Range<Int>)
  case missingComma(after: Int, before: Range<Int>)
  /// Something right behind the closing quote of a string: a quote is missing or one too many.
  case textAfterQuote(Range<Int>)
  case extraComma(Range<Int>)
  /// Something behind a value; `value` is that value.
  case textAfterValue(Range<Int>, value: Range<Int>, key: Range<Int>?, isStatement: Bool)
  /// Something that starts neither a key nor a value.
  case unexpected(Range<Int>, expected: String)
  /// `key = value` as an element of an array.
  case pairInArray(Range<Int>)
  case nestingTooDeep(Range<Int>)
}

/// What is wrong with the brackets of a header.
enum HeaderProblem: Problem {
  /// Not all closing brackets are there; `key` is the name, `isArray` for `[[`.
  case unterminated(key: Range<Int>, found: Range<Int>, isArray: Bool)
  /// Brackets that do not fit each other or have blanks between them.
  case malformed(Range<Int>, key: Range<Int>, isArray: Bool)
  /// Something behind the header.
  case textAfter(Range<Int>)
}
