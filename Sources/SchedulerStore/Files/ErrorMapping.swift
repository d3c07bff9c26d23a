extension Error {
  /// The value of an expression. If the expression throws an error, `change` makes the error that is thrown instead.
  package static func mapping<Value: ~Copyable, Old: Error>(
    _ value: @autoclosure () throws(Old) -> Value, to change: (Old) -> Self
  ) throws(Self) -> Value {
    do throws(Old) { return try value() } catch { throw change(error) }
  }
}

extension FileSystemError {
  /// The value of an expression, or nil if it fails because a file is missing.
  package static func unlessMissing<Value: ~Copyable>(
    _ value: @autoclosure () throws(FileSystemError) -> Value
  ) throws(FileSystemError) -> Value? {
    do throws(FileSystemError) {
      return try value()
    } catch {
      guard error.reason == .missing else { throw error }
      return nil
    }
  }
}
