import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerInstance
import SchedulerJSON
import SchedulerPlatform

/// What a command works with: the present, the machine as it was handed in, and where its words go.
struct Console: ~Copyable {
  /// The machine and the user.
  var host: Host
  /// The present, read once; again by a command that stays.
  var now: Instant
  /// Whether a state that was never evaluated shields; tests hand in another status.
  var firstAuthorization = AuthorizationStatus.notDetermined
  /// The places of other programs.
  var places = ProgramPlaces()
  /// Data, on standard output.
  var output: TextOutput
  /// Everything else, on standard error.
  var messages: TextOutput
  /// The command line behind the name of the program, as it was typed.
  var words: [String] = []
  /// How much is said beyond data and errors.
  var verbosity = Verbosity.normal
  /// Whether it is reported that the files of the configuration are not in force.
  var hasReportedFault = false
  /// The signals that end the program only when the command is done and has said what there is to say.
  private(set) var heldSignals: HeldSignals?

  enum Verbosity: Int, Comparable {
    case quiet, normal, verbose
    static func < (a: Verbosity, b: Verbosity) -> Bool { a.rawValue < b.rawValue }
  }

  /// The variables and the user of the host.
  var environment: ProcessEnvironment { host.environment }
  /// The zones of the host.
  var zones: ZoneInfoDirectory { host.zones }

  /// The present on all clocks.
  func moment() throws(CommandFailure) -> Moment { try CommandFailure.mapping(host.moment) }

  /// Lets the command end in order when a signal asks the program to end.
  mutating func holdSignals() throws(CommandFailure) {
    do throws(SystemError) {
      heldSignals = try HeldSignals()
    } catch {
      throw CommandFailure(code: .inputOutput, message: "cannot hold signals back: \(error)")
    }
  }

  /// Says something on standard error, unless `--quiet` was given.
  mutating func say(_ message: String) {
    if verbosity > .quiet { messages.write(message + "\n") }
  }

  /// Says on standard error what only `--verbose` asks for.
  mutating func sayMore(_ message: @autoclosure () -> String) {
    if verbosity == .verbose { messages.write(message() + "\n") }
  }

  /// Renders diagnostics on standard error.
  mutating func report(_ list: DiagnosticList, in sources: SourceMap) {
    let renderer = DiagnosticRenderer(color: messages.usesColor, columns: messages.columns)
    messages.write(renderer.render(list, in: sources))
  }
}

/// Where other programs and services of the machine are; tests hand in others.
struct ProgramPlaces: Sendable {
  /// The program that runs, as a link to its file.
  var program = "/proc/self/exe"
  /// The directory that exists while systemd manages the machine; see sd_booted(3).
  var systemdRuntime = "/run/systemd/system"
  /// The program that knows the users and groups of name services.
  var identity = IdentityProgram()
}

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
