import Scheduler
import SchedulerPlatform

/// The adapter of another author: a program that is run for each order, with the shield set on standard input.
///
/// ```sh
/// /usr/local/bin/proxy-shield apply  < shield.json      # make the component match the set
/// /usr/local/bin/proxy-shield verify < shield.json      # ask the component whether it does
/// /usr/local/bin/proxy-shield revert < /dev/null        # remove what 'apply' has made
/// ```
/// It exits with 0 if that is so. The lines that it prints are then what it cannot apply of the set; otherwise the first
/// of them is the reason of the failure.
public struct ProgramAdapter: EnforcementAdapter {
  /// `program`.
  public let name = EnforcementSettings.Adapter.program
  private let settings: SharedEnforcementSettings
  /// The program that was run last, and the set that it applied.
  private var applied: (words: [String], shield: ShieldSet)?

  /// The time after which a program is killed, in nanoseconds.
  private let patience: Int64
  /// The number of lines and bytes of its output that are read.
  static let lineLimit = 20
  private static let outputLimit = 16 << 10

  /// Creates the adapter. Runs nothing.
  ///
  /// - Parameter settings: the settings that name the program.
  public init(following settings: SharedEnforcementSettings) { self.init(following: settings, seconds: 10) }

  init(following settings: SharedEnforcementSettings, seconds: Int64) {
    self.settings = settings
    patience = seconds * 1_000_000_000
  }

  private var words: [String] { settings.value.program }

  /// Returns whether there is an executable file.
  public mutating func probe() -> AdapterAvailability {
    guard let path = words.first else {
      return .unavailable(reason: "there is no 'program' in '[enforce]'", remedy: "write program = [\"/usr/…\"]")
    }
    if !ProgramSearch(directories: []).paths(of: path).isEmpty { return .available }
    return .unavailable(
      reason: "'\(path)' is not an executable file", remedy: "make it one, or correct '[enforce] program'")
  }

  /// Runs the program with `apply`, after the one before it with `revert` if it is another one.
  public mutating func apply(_ shield: ShieldSet) throws(AdapterError) -> AdapterEffect {
    let words = words
    if let applied, applied.words != words { try revert() }
    applied = (words, shield)
    return AdapterEffect(limits: try run(words, verb: "apply", input: shield.bytes))
  }

  /// Runs the program with `verify`.
  public mutating func verify() throws(AdapterError) {
    guard let applied else { return }
    _ = try run(applied.words, verb: "verify", input: applied.shield.bytes)
  }

  /// Runs the program with `revert`, also if this process has applied nothing: an earlier one may have.
  public mutating func revert() throws(AdapterError) {
    let words = applied?.words ?? words
    if words.isEmpty { return }
    _ = try run(words, verb: "revert", input: [])
    applied = nil
  }

  /// Runs the program to its end. Returns what it prints.
  private func run(_ words: [String], verb: String, input: [UInt8]) throws(AdapterError) -> [String] {
    guard let path = words.first else { throw AdapterError("there is no 'program' in '[enforce]'") }
    let deadline = SystemClocks.boot() + patience
    let result: (lines: [String], end: ProcessEnd)
    do throws(SystemError) {
      let queue = try EventQueue()
      let process = try BackgroundProcess(words + [verb], input: input)
      let lines = Self.lines(output(of: process, by: queue, until: deadline))
      result = (lines, try end(of: process, until: deadline))
    } catch {
      throw AdapterError("'\(path) \(verb)' cannot be run: \(error)")
    }
    switch result.end {
    case .exit(0): return result.lines
    case .exit(let code): throw AdapterError("'\(path) \(verb)' failed: \(result.lines.first ?? "exit code \(code)")")
    case .signal(let number):
      let reason =
        SystemClocks.boot() < deadline
        ? "signal \(number) ended it" : "it did not end within \(patience / 1_000_000_000) s"
      throw AdapterError("'\(path) \(verb)' failed: \(reason)")
    }
  }

  /// The time after which it is asked whether a program has ended whose children keep the output open, in milliseconds.
  private static let pause: Int64 = 50

  /// Reads until the output or the program ends, or the time is over. Output that cannot be waited for is left out.
  private func output(of process: BackgroundProcess, by queue: EventQueue, until deadline: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      try queue.add(process.output, token: 0)
      while SystemClocks.boot() < deadline {
        let left = min((deadline - SystemClocks.boot()) / 1_000_000 + 1, Self.pause)
        guard try !queue.wait(milliseconds: Int32(left)).isEmpty else {
          if process.hasEnded { break }
          continue
        }
        let piece = process.read(limit: 4096)
        if piece.isEnd { break }
        bytes += piece.bytes.prefix(Self.outputLimit - bytes.count)
      }
    } catch {
      return bytes
    }
    return bytes
  }

  /// Waits for the end, and kills the program and its children when the time is over.
  ///
  /// - Throws: ETIMEDOUT if the program has not ended a second later, because it waits for a disk, for example.
  private func end(of process: BackgroundProcess, until deadline: Int64) throws(SystemError) -> ProcessEnd {
    while true {
      if let end = try process.end() { return end }
      let now = SystemClocks.boot()
      if now >= deadline { process.stop(isForced: true) }
      if now >= deadline + 1_000_000_000 { throw .timedOut }
      Pause.wait(milliseconds: 2)
    }
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).prefix(lineLimit).map(String.init)
  }
}
