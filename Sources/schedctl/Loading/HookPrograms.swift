import Diagnostics
import Platform
import Scheduler

extension Diagnostic {
  /// What is said of a hook whose program cannot be run or judged: an error where that is refused, else a warning.
  fileprivate static func unusableProgram(_ path: String, _ fault: ProgramFault, _ severity: Severity) -> Diagnostic {
    let command = fault == .notExecutable ? ["mend it with: chmod +x \(path.quotedForShell)"] : []
    return Diagnostic(severity, .unusableProgram, "the program '\(path)' of a hook \(fault)", at: nil, help: command)
  }
}

extension TextReader {
  /// Looks at the programs of hooks: whether they can be run and, for root, who can change them.
  ///
  /// What is not there, or cannot be judged, is not trusted: whoever puts it there later decides what root runs.
  mutating func judgePrograms(_ paths: [String], _ diagnostics: inout DiagnosticList) {
    let severity: Severity = reaction == .refuse ? .error : .warning
    var judged: Set<String> = []
    for path in paths where judged.insert(path).inserted {
      if let fault = ProgramFault(at: path) ?? judge(program: path) {
        diagnostics.report(.unusableProgram(path, fault, severity))
      }
    }
  }

  private mutating func judge(program path: String) -> ProgramFault? {
    guard reaction != .ignore else { return nil }
    do throws(SystemError) {
      remember(try FileExposure.first(onTheWayTo: path), of: path)
      return nil
    } catch {
      return .hidden(error)
    }
  }
}
