import Platform

extension Session {
  /// Publishes what other programs read in the run-time directory; without one there is nothing to do.
  mutating func publish(_ work: borrowing StateWork) {
    guard let runtime = work.place.runtime, FileWriter().isTaken(runtime) else {
      sayMore("schedctl: nothing is published: there is no run-time directory")
      return
    }
    let target = work.place.directory + "/shield.json"
    guard target.hasPrefix("/"), SymbolicLink.target(of: runtime + "/shield.json") != target else { return }
    do throws(FileWriteError) {
      try SymbolicLink.replace(runtime + "/shield.json", with: target)
    } catch {
      report(CommandFailure(error))
    }
  }
}
