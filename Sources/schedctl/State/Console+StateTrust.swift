import SchedulerDiagnostics
import SchedulerPlatform

extension Console {
  /// Refuses, for root, a state directory that others can change: whoever writes it decides what is blocked, and what
  /// is done with root's rights.
  ///
  /// Throws with code 78 after reporting it, as for a configuration that others can change.
  mutating func refuseExposed(_ place: StatePlace) throws(CommandFailure) {
    guard let file = exposedState(place) else { return }
    report(file, .error)
    throw CommandFailure(code: .configuration, message: "")
  }

  /// Warns root of such a directory, which is only looked at.
  mutating func warnOfExposed(_ place: StatePlace) {
    if let file = exposedState(place) { report(file, .warning) }
  }

  private mutating func report(_ file: ExposedFile, _ severity: Severity) {
    var diagnostics = DiagnosticList()
    diagnostics.report(.exposed(file, severity, places.accounts))
    report(diagnostics, in: SourceMap())
  }

  /// How somebody besides root can change the directory, or what leads to it when it is not there yet; nil when nobody can,
  /// and for everybody but root, who has nothing to lose.
  func exposedState(_ place: StatePlace) -> ExposedFile? {
    guard environment.effectiveUserID == 0 else { return nil }
    // Strings: to join slices takes longer than all else here.
    var names = place.directory.split(separator: "/").map(String.init)
    let root = place.directory.hasPrefix("/") ? "/" : "./"
    let directory = names.joined(separator: "/")
    var isThere = true
    while true {
      let path = root + names.joined(separator: "/")
      do throws(SystemError) {
        let exposure = isThere ? try FileExposure.first(inDirectory: path) : try FileExposure.first(onTheWayTo: path)
        // What is no directory is not used at all.
        if isThere, exposure?.kind == .file { return nil }
        return exposure.map { ExposedFile(path: (root == "/" ? root : "") + directory, exposure: $0, isState: true) }
      } catch {
        // What cannot be looked at otherwise cannot be used either, which is told then.
        guard error == .missingFile, names.popLast() != nil else { return nil }
        isThere = false
      }
    }
  }
}
