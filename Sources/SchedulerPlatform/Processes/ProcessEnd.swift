/// How a process ended.
public enum ProcessEnd: Hashable, Sendable {
  /// With that exit code, 0 to 255.
  case exit(Int32)
  /// By that signal, such as 9.
  case signal(Int32)

  /// From the status that wait(2) gives.
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}
