import SchedulerDiagnostics
import SchedulerTOML

/// What is carried through the reading of configuration files: the problems found so far.
struct Reading {
  var diagnostics: DiagnosticList
  /// The accounts of the machine; nil when names of users and groups are not checked.
  let accounts: (any AccountSource)?
  /// The programs of hooks, in the order in which they are read.
  var programs: [HookProgram] = []
  /// The values under keys that begin with `x-` and that no draft keeps, by their whole path.
  private(set) var extensions: [String: Value] = [:]
  /// The keys and names of the tables and lists around what is being read.
  private var path: [String] = []

  init(diagnostics: DiagnosticList = DiagnosticList(), accounts: (any AccountSource)? = nil) {
    self.diagnostics = diagnostics
    self.accounts = accounts
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.report(diagnostic) }

  /// Reports an error whose words take some work to find, such as the nearest of many names.
  mutating func reportError(_ error: @autoclosure () -> Diagnostic) { diagnostics.reportError(error) }

  /// How many elements of the list that is read next were in files before: they are counted on.
  var elementsBefore = 0

  /// Keeps a value under a key that begins with `x-`.
  mutating func keep(_ entry: Entry) {
    extensions[(path + [entry.key.text]).joined(separator: ".")] = entry.value
  }

  /// Reads what stands under a name.
  mutating func within(_ name: String, _ read: (inout Reading) -> Void) {
    path.append(name)
    read(&self)
    path.removeLast()
  }

  /// Reads the value of a key; only of tables and lists is the name needed.
  mutating func within(_ entry: Entry, _ read: (inout Reading) -> Void) {
    switch entry.value.kind {
    case .table, .array: within(entry.key.text, read)
    default: read(&self)
    }
  }

  /// Reports what is wrong inside a string, at the bytes of the source that wrote it.
  mutating func report(_ problem: TextProblem, in value: Value) {
    let span =
      problem.range.isEmpty && problem.range.lowerBound == 0 ? value.span : value.span(ofStringBytes: problem.range)
    report(
      Diagnostic(.error, code: problem.code, message: problem.message, at: DiagnosticLabel(span), help: problem.help))
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
