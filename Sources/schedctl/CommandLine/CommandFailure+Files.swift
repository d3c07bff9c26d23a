import SchedulerPlatform

extension CommandFailure {
  /// A file that cannot be written: code 74.
  init(_ error: FileWriteError) {
    var help: [String] = []
    switch error.reason {
    case .permissionDenied, .readOnly: help = ["a new file takes the place of the old: the directory must be writable"]
    default: break
    }
    self.init(code: .inputOutput, message: "\(error)", help: help)
  }
}
