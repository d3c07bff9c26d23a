import SchedulerCivilTime
import SchedulerInstance
import SchedulerUsage

extension Subcommand {
  static let forget = Subcommand(
    name: "forget", arguments: "", argumentCount: 0...0, summary: "Delete the record of what you used",
    discussion: """
      Deletes the sums of your own use that 'schedctl agent' has recorded: all of them, or with '--before' those of the days
      before a date. It asks nothing and cannot be undone. History of sessions and attempts stays. The days of the record are
      days of UTC. A running agent forgets what it has not written yet as well.

      '--json' prints an object with days, the number of deleted days. Exits with 69 if another process writes the record
      for more than two seconds.
      """,
    options: [.before],
    examples: [
      ("schedctl forget", "deletes all of it"),
      ("schedctl forget --before 2026-01-01", "keeps the days of 2026"),
    ], run: runForget)
}

private func runForget(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  var before: CivilDate?
  if let text = try invocation.value(of: .before) {
    before = CivilDate(parsing: text)
    if before == nil { throw .usage("'--before' is a date such as 2026-01-01, found '\(text)'") }
  }
  let path = try session.useDirectory()
  let count = try session.removeUse(before: before, in: path)
  session.isDone = true
  if invocation.has(.json) {
    session.output.valueLine { json in json.object { $0.member("days", value: Int64(count)) } }
  } else {
    session.output.write("deleted the use of \(count == 0 ? "no days" : count == 1 ? "1 day" : "\(count) days")\n")
  }
  return .success
}

extension Console {
  /// Returns the directory of the record of use of the user who runs the program, which may not exist.
  ///
  /// - Throws: 74 if the user has no home directory.
  func useDirectory() throws(CommandFailure) -> String {
    guard let directory = host.useDirectory else {
      throw CommandFailure(
        code: .inputOutput,
        message: "your record of use needs a home directory: neither XDG_STATE_HOME nor HOME is set to an absolute path"
      )
    }
    return directory
  }

  /// Deletes days. Returns their number.
  fileprivate func removeUse(before date: CivilDate?, in path: String) throws(CommandFailure) -> Int {
    do throws(FileSystemError) {
      guard var files = try FileSystemError.unlessMissing(DirectoryFileSystem(path)) else { return 0 }
      return try host.waitingForWriters { () throws(FileSystemError) in
        try UseFiles.forget(before: date, at: now, in: &files)
      }
    } catch {
      let code: ExitCode = if case .inUse = error.reason { .unavailable } else { .inputOutput }
      throw CommandFailure(code: code, message: "in '\(path)': \(error)")
    }
  }
}

extension Host {
  /// Does something with the record of use, and tries again for up to two seconds while another process writes it.
  func waitingForWriters<Result>(
    _ body: () throws(FileSystemError) -> Result
  ) throws(FileSystemError) -> Result {
    for _ in 0..<40 {
      do throws(FileSystemError) { return try body() } catch {
        guard case .inUse = error.reason else { throw error }
      }
      clocks.wait(50)
    }
    return try body()
  }
}
