/// A duration on the command line, such as `90s`, `25m` or `1h30m`, in the syntax of the configuration.
public enum LengthExpression {
  /// Parses `text` and returns its seconds, 0 or more.
  ///
  /// - Throws: what was found and what was expected.
  public static func seconds(_ text: String) throws(TimeExpression.Problem) -> Int64 {
    do throws(TextProblem) {
      return try DurationText.seconds(Array(text.utf8))
    } catch {
      throw TimeExpression.Problem(
        message: "'\(text)' is no length of time: \(error.message); expected 90s, 25m or 1h30m")
    }
  }
}
