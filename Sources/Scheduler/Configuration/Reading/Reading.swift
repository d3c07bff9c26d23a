import SchedulerDiagnostics
import SchedulerTOML

/// The state of reading configuration files, including the problems found so far.
struct Reading {
  var diagnostics: DiagnosticList
  /// The accounts of the machine; nil if the names of users and groups are not checked.
  let accounts: (any AccountSource)?
  /// The programs of the machine, for suggestions; nil if none are suggested.
  let installedPrograms: (any ProgramSource)?
  /// The programs of hooks, in the order in which they are read.
  var programs: [HookProgram] = []
  /// The values of keys that begin with `x-` and that no draft stores, by their full path.
  private(set) var extensions: [String: Value] = [:]
  /// The keys and names of the tables and lists around the current value.
  private var path: [String] = []

  init(
    diagnostics: DiagnosticList = DiagnosticList(), accounts: (any AccountSource)? = nil,
    programs: (any ProgramSource)? = nil
  ) {
    self.diagnostics = diagnostics
    self.accounts = accounts
    installedPrograms = programs
  }

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.report(diagnostic) }

  /// Reports an error that is costly to describe, for example with the nearest of many names.
  mutating func reportError(_ error: @autoclosure () -> Diagnostic) { diagnostics.reportError(error) }

  /// The key whose value is read now; nil for the elements of a list.
  var key: StaticString?

  /// The number of elements of the next list in earlier files. Numbering continues after them.
  var elementsBefore = 0

  /// Stores the value of a key that begins with `x-`.
  mutating func keep(_ entry: Entry) {
    extensions[(path + [entry.key.text]).joined(separator: ".")] = entry.value
  }

  /// Calls `read` with a name appended to the path.
  mutating func within(_ name: String, read: (inout Reading) -> Void) {
    path.append(name)
    read(&self)
    path.removeLast()
  }

  /// Calls `read` for an element of a list. If the element is a table, its position, from 1, is appended to the path
  /// meanwhile; no other element uses the path.
  mutating func within(_ element: Value, at position: Int, read: (inout Reading) -> Void) {
    key = nil
    if element.kind == .table { within("\(position)", read: read) } else { read(&self) }
  }

  /// Calls `read` with the key appended to the path, which is needed only for tables and lists.
  mutating func within(_ entry: Entry, read: (inout Reading) -> Void) {
    switch entry.value.kind {
    case .table, .array: within(entry.key.text, read: read)
    default: read(&self)
    }
  }

  /// Reports a problem within a string, at the bytes of the source that correspond to it.
  mutating func report(_ problem: TextProblem, in value: Value) {
    let span =
      problem.range.isEmpty && problem.range.lowerBound == 0 ? value.span : value.span(ofStringBytes: problem.range)
    report(Diagnostic(.error, code: problem.code, message: problem.message, at: span, help: problem.help))
  }
}

/// A value and its place in the configuration.
struct Located<Wrapped> {
  var value: Wrapped
  var span: SourceSpan
}

extension Located: Equatable where Wrapped: Equatable {}
extension Located: Hashable where Wrapped: Hashable {}
extension Located: Sendable where Wrapped: Sendable {}
