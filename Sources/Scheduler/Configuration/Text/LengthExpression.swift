/// A length of time as people type it on a command line: `90s`, `25m`, `1h30m`, as durations of a configuration.
public enum LengthExpression {
  /// The seconds that `text` stands for, 0 or more.
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
