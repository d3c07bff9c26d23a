import Glibc

/// A run that continues while a test does something else; what is left of it goes with this object.
public final class RunningProgram {
  private var child: ChildProcess
  private var hasEnded = false

  /// Starts a run.
  ///
  /// What it writes is read when it ends: more than a pipe holds, 64 KiB, belongs into a file.
  public init(_ run: ProgramRun) throws {
    child = ChildProcess()
    try child.prepare(run)
    try child.start(run)
  }

  deinit {
    guard !hasEnded else { return }
    send(SIGKILL)
    _ = child.finish()
  }

  /// The identifier of the process, which is its own until `end`.
  public var processID: Int32 { child.processID }

  /// Sends it a signal.
  public func send(_ signal: Int32) { Glibc.kill(child.processID, signal) }

  /// Waits for its end, and kills it when that takes too long.
  public func end() -> Outcome {
    hasEnded = true
    return child.finish()
  }

  /// Kills it after so long.
  public func kill(after delay: Duration) { child.kill(after: delay) }

  /// How often it gave the processor away by itself.
  public var voluntarySwitches: Int? { number("voluntary_ctxt_switches:") }

  /// Whether it waits for something: not for its turn on a busy machine, nor for a disk.
  public var isAsleep: Bool { field("State:").hasPrefix("S") }

  /// The memory that it has now, in KiB.
  public var memory: Int? { number("VmRSS:") }

  /// The most memory that it ever had at once, in KiB.
  public var memoryPeak: Int? { number("VmHWM:") }

  /// Whether signals wait until it reads them.
  public var takesSignals: Bool { number("SigBlk:") ?? 0 > 0 }

  private func number(_ name: String) -> Int? { Int(field(name).prefix(while: \.isNumber)) }

  /// What the kernel tells of it under a name, empty for nothing; see proc(5).
  private func field(_ name: String) -> Substring {
    guard let file = fopen("/proc/\(child.processID)/status", "r") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      if words.hasPrefix(name) { return words.dropFirst(name.count).drop(while: \.isWhitespace) }
    }
    return ""
  }
}
