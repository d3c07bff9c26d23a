import Scheduler
import SchedulerDiagnostics
import SchedulerPlatform

extension Diagnostic {
  /// What is said of a hook whose program cannot be run or judged: an error where that is refused, else a warning.
  fileprivate static func unusableProgram(
    _ program: HookProgram, _ fault: ProgramFault, _ severity: Severity
  ) -> Diagnostic {
    let isMendable = fault == .notExecutable && ProgramFault.beginsAsProgram(program.path)
    return Diagnostic(
      severity, code: .unusableProgram, message: "the program '\(program.path)' of a hook \(fault)",
      at: DiagnosticLabel(program.span),
      help: isMendable ? ["mend it with: chmod +x \(program.path.quotedForShell)"] : [])
  }
}

extension TextReader {
  /// Looks at the programs of hooks: whether they can be run and, for root, who can change them.
  ///
  /// What is not there, or cannot be judged, is not trusted: whoever puts it there later decides what root runs.
  mutating func judgePrograms(_ programs: [HookProgram], _ diagnostics: inout DiagnosticList) {
    let severity: Severity = reaction == .refuse ? .error : .warning
    var judged: Set<String> = []
    for program in programs where judged.insert(program.path).inserted {
      if let fault = ProgramFault(at: program.path) ?? judge(program: program.path) {
        diagnostics.report(.unusableProgram(program, fault, severity))
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
