import DurableStore
import JSON
import Platform
import Scheduler

extension Session {
  /// Publishes what other programs read in the run-time directory; without one there is nothing to do.
  mutating func publish(_ work: borrowing StateWork) {
    guard let runtime = work.place.runtime, FileWriter().isTaken(runtime) else {
      sayMore("schedctl: nothing is published: there is no run-time directory")
      return
    }
    writeLiveState(work, in: runtime)
    do throws(FileWriteError) {
      try linkShield(of: work.place.directory, in: runtime)
    } catch {
      report(CommandFailure(error))
    }
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
  private mutating func writeLiveState(_ work: borrowing StateWork, in runtime: String) {
    let live = LiveState(of: work.engine.engine, at: work.now)
    if let published = publishedState(work.place), live.says(whatIsIn: published.content) { return }
    let settings = work.engine.engine.configuration.daemon
    var file = AtomicFile("live.json", permissions: StatePermissions(settings).shield)
    var json = JSONWriter()
    json.value(.object(live.json))
    json.newline()
    do throws(FileSystemError) {
      var files = try DirectoryFileSystem(runtime, group: settings.group.flatMap(places.accounts.groupID))
      try file.replace(with: json.bytes, in: &files)
    } catch {
      report(CommandFailure(code: .inputOutput, message: "'\(runtime)': \(error)"))
    }
  }
}
