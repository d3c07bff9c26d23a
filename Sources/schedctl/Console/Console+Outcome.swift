import SchedulerDiagnostics
import SchedulerPlatform

extension Console {
  /// Takes over what the common options say of colour and verbosity.
  mutating func apply(_ invocation: Invocation) throws(CommandFailure) {
    if invocation.has(.quiet) { verbosity = .quiet }
    if invocation.has(.verbose) { verbosity = .verbose }
    guard let when = try invocation.value(of: .color) else { return }
    switch when {
    case "auto": break
    case "always": (output.usesColor, messages.usesColor) = (true, true)
    case "never": (output.usesColor, messages.usesColor) = (false, false)
    default: throw .usage("'--color' is auto, always or never, found '\(when)'")
    }
  }

  /// Reports on standard error why a command stopped. Names in it may hold anything and are made harmless.
  mutating func report(_ failure: CommandFailure) {
    reportDetails(of: failure)
    if !failure.message.isEmpty { messages.write("schedctl: \(PrintableText.printable(failure.message))\n") }
    for line in failure.help { messages.write("help: \(PrintableText.printable(line))\n") }
  }

  /// Reports the diagnostics and remarks of a failure.
  mutating func reportDetails(of failure: CommandFailure) {
    report(failure.diagnostics, in: failure.sources)
    for remark in failure.remarks { say("schedctl: \(remark)") }
  }

  /// Writes out what is left and gives the exit code, which is 74 when the data could not be written. A reader that has
  /// seen enough and left, as `head` does, is no failure. A signal that was held back ends the program here.
  mutating func finish(_ code: ExitCode) -> ExitCode {
    // On a terminal remarks stand before the data that they are about.
    messages.flush()
    output.flush()
    defer { heldSignals?.release() }
    guard let failure = output.failure, failure != .closed else { return code }
    report(CommandFailure(code: .inputOutput, message: "cannot write to standard output: \(failure)"))
    messages.flush()
    return .inputOutput
  }
}
