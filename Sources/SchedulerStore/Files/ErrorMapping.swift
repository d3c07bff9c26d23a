extension Error {
  /// The value of an expression. If the expression throws an error, `change` makes the error that is thrown instead.
  package static func mapping<Value: ~Copyable, Old: Error>(
    _ value: @autoclosure () throws(Old) -> Value, to change: (Old) -> Self
  ) throws(Self) -> Value {
    do throws(Old) { return try value() } catch { throw change(error) }
  }
}
