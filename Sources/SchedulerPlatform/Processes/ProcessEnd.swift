/// How a process ended.
public enum ProcessEnd: Hashable, Sendable {
  /// The process exited with that code, 0 to 255.
  case exit(Int32)
  /// The process was ended by that signal, such as 9.
  case signal(Int32)

  /// Decodes the status of wait(2).
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}
