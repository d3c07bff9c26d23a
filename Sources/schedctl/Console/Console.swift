import SchedulerInstance

/// The environment of a command: the present, the machine as it was passed in, and the output streams.
struct Console: ~Copyable {
  /// The machine and the user.
  var host: Host
  /// The present, read once. A command that keeps running reads it again.
  var now: Instant
  /// Whether a state that was never evaluated shields. Tests set another status.
  var firstAuthorization = AuthorizationStatus.notDetermined
  /// The locations of other programs.
  var places = ProgramPlaces()
  /// The standard output, for data.
  var output: TextOutput
  /// The standard error, for everything else.
  var messages: TextOutput
  /// The words of the command line after the name of the program.
  var words: [String] = []
  /// The amount of messages in addition to data and errors.
  var verbosity = Verbosity.normal
  /// Whether it was reported that the files of the configuration are not in force.
  var hasReportedFault = false
  /// Whether a command that changes something was carried out.
  var isDone = false
  /// Signals that end the program only after the command is done and has written its output.
  private(set) var heldSignals: SignalQueue?

  enum Verbosity: Int, Comparable {
    case quiet, normal, verbose
    static func < (a: Verbosity, b: Verbosity) -> Bool { a.rawValue < b.rawValue }
  }

  /// The variables and the user of the host.
  var environment: ProcessEnvironment { host.environment }
  /// The zones of the host.
  var zones: ZoneInfoDirectory { host.zones }

  /// Returns the present on all clocks.
  func moment() throws(CommandFailure) -> Moment { try CommandFailure.mapping(host.moment()) }

  /// Holds signals back, so that a command that is asked to end can finish in order.
  mutating func holdSignals() throws(CommandFailure) {
    heldSignals = try CommandFailure.mapping(SignalQueue.ofEnding()) { (error: SystemError) in
      .init(code: .inputOutput, message: "cannot hold signals back: \(error)")
    }
  }

  /// Writes a message to standard error, unless `--quiet` was given.
  mutating func say(_ message: String) { if verbosity > .quiet { messages.write(message + "\n") } }

  /// Writes a message to standard error if `--verbose` was given.
  mutating func sayMore(_ message: @autoclosure () -> String) {
    if verbosity == .verbose { messages.write(message() + "\n") }
  }

  /// Writes diagnostics to standard error.
  mutating func report(_ list: DiagnosticList, in sources: SourceMap) {
    let renderer = DiagnosticRenderer(color: messages.usesColor, columns: messages.columns)
    messages.write(renderer.render(list, in: sources))
  }
}

/// The locations of other programs and services of the machine. Tests set their own.
struct ProgramPlaces: Sendable {
  /// A link to the file of the running program.
  var program = "/proc/self/exe"
  /// The program that reads users and groups of name services.
  var identity = IdentityProgram()
}

extension Console {
  /// Applies the common options for color and verbosity.
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

  /// Reports on standard error why a command stopped. Names in the message may contain anything and are made harmless.
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

  /// Writes all remaining output and returns the exit code, which is 74 if data could not be written. It is no failure
  /// if the reader closes the pipe early, as `head` does. A signal that was held back ends the program here.
  mutating func finish(_ code: ExitCode) -> ExitCode {
    // On a terminal remarks come before the data that they concern.
    messages.flush()
    output.flush()
    defer { heldSignals?.release() }
    guard let failure = output.failure, failure != .brokenPipe else { return code }
    let words = "cannot write to standard output: \(FileSystemError.Reason(failure))"
    report(CommandFailure(code: .inputOutput, message: isDone ? "it is done, but the program \(words)" : words))
    messages.flush()
    return .inputOutput
  }
}
