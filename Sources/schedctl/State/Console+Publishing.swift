import Scheduler
import SchedulerJSON
import SchedulerPlatform
import SchedulerStore

extension Console {
  /// Publishes what other programs read in the run-time directory; without one there is nothing to do.
  mutating func publish(_ work: borrowing StateWork) {
    guard let runtime = work.place.runtime, FileWriter().isTaken(runtime) else {
      sayMore("schedctl: nothing is published: there is no run-time directory")
      return
    }
    let live = LiveState(of: work.engine.engine, at: work.now)
    let settings = work.engine.engine.configuration.daemon
    for failure in publish(live, settings, work.place, in: runtime) { report(failure) }
  }

  /// Publishes what sessions are like and where the shield is, and says what of it could not be written.
  func publish(
    _ live: LiveState, _ settings: DaemonSettings, _ place: StatePlace, in runtime: String
  ) -> [CommandFailure] {
    var failures: [CommandFailure] = []
    do throws(CommandFailure) {
      try write(live, settings, place, in: runtime)
    } catch {
      failures.append(error)
    }
    do throws(FileWriteError) {
      try linkShield(of: place.directory, in: runtime)
    } catch {
      failures.append(CommandFailure(error))
    }
    return failures
  }

  private func linkShield(of directory: String, in runtime: String) throws(FileWriteError) {
    let link = runtime + "/shield.json"
    var target = directory + "/shield.json"
    if !target.hasPrefix("/") {
      do throws(SystemError) {
        target = try WorkingDirectory.path() + "/" + target
      } catch {
        throw FileWriteError(path: link, reason: .system(error))
      }
    }
    if SymbolicLink.target(of: link) != target { try SymbolicLink.replace(link, with: target) }
  }

  /// Writes `live.json` when it says something else, or is not there: readers count on by themselves.
  private func write(
    _ live: LiveState, _ settings: DaemonSettings, _ place: StatePlace, in runtime: String
  ) throws(CommandFailure) {
    let isThere = publishedState(place).map { live.hasSameContent(as: $0.content) } ?? false
    var file = AtomicFile("live.json", permissions: StatePermissions(settings).shield)
    var json = JSONWriter()
    json.value(live.json)
    json.newline()
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(runtime, group: settings.group.flatMap(places.accounts.groupID))
      if isThere {
        try files.protect(file.name, permissions: file.permissions)
      } else {
        try file.replace(with: json.bytes, in: &files)
      }
    } catch {
      throw CommandFailure(code: .inputOutput, message: "'\(runtime)': \(error)")
    }
  }
}
