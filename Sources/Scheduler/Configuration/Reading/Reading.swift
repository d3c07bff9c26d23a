import Diagnostics
import TOML

/// What is carried through the reading of configuration files: the problems found so far.
struct Reading {
  var diagnostics = DiagnosticList()

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.report(diagnostic) }

  /// Reports an error whose words take some work to find, such as the nearest of many names.
  mutating func reportError(_ error: @autoclosure () -> Diagnostic) { diagnostics.reportError(error) }

  /// Reports what is wrong inside a string, at the bytes of the source that wrote it.
  mutating func report(_ problem: TextProblem, in value: Value) {
    let span =
      problem.range.isEmpty && problem.range.lowerBound == 0 ? value.span : value.span(ofStringBytes: problem.range)
    report(Diagnostic(.error, problem.code, problem.message, at: DiagnosticLabel(span), help: problem.help))
  }
}

/// A value and where the configuration says it.
struct Located<Wrapped> {
  var value: Wrapped
  var span: SourceSpan
}

extension Located: Equatable where Wrapped: Equatable {}
extension Located: Hashable where Wrapped: Hashable {}
extension Located: Sendable where Wrapped: Sendable {}
