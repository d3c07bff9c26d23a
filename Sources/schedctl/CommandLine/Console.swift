import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerJSON
import SchedulerPlatform

/// What a command works with: the present, the machine as it was handed in, and where its words go.
struct Console: ~Copyable {
  let environment: ProcessEnvironment
  /// The present, read once; by a daemon whenever it reads its configuration.
  var now: Instant
  /// Reads the present for what works on state: it counts from when nobody else works there.
  var clocks = Clocks.system
  let zones: ZoneInfoDirectory
  /// Whether a state directory in which nobody was asked shields; tests hand in another.
  var firstAuthorization = AuthorizationStatus.notDetermined
  /// Where the machine keeps what else is looked for.
  var places = MachinePlaces()
  /// Data, on standard output.
  var output: TextOutput
  /// Everything else, on standard error.
  var messages: TextOutput
  /// The command line behind the name of the program, as it was typed.
  var words: [String] = []
  /// How much is said beyond data and errors.
  var verbosity = Verbosity.normal
  /// Whether it was said that the files of the configuration are not in force: once is enough.
  var hasToldFault = false
  /// The signals that end the program only when the command is done and has said what there is to say.
  private(set) var heldSignals: HeldSignals?

  enum Verbosity: Int, Comparable {
    case quiet, normal, verbose
    static func < (a: Verbosity, b: Verbosity) -> Bool { a.rawValue < b.rawValue }
  }

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
