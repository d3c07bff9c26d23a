import SchedulerPlatform

extension TextOutput {
  private static let outputDescriptor: Int32 = 1
  private static let errorDescriptor: Int32 = 2

  /// Standard output.
  static func standardOutput(_ environment: ProcessEnvironment) -> TextOutput {
    TextOutput(descriptor: outputDescriptor, environment)
  }

  /// Standard error.
  static func standardError(_ environment: ProcessEnvironment) -> TextOutput {
    TextOutput(descriptor: errorDescriptor, environment)
  }

  /// A stream, with colour if it is a terminal that shows colours and `NO_COLOR` is not set (no-color.org).
  private init(descriptor: Int32, _ environment: ProcessEnvironment) {
    let allowsColor = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    self.init(
      ByteOutput(descriptor: descriptor), usesColor: allowsColor && Terminal.isTerminal(descriptor),
      columns: Terminal.columns(of: descriptor))
  }
}
