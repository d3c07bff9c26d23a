import SchedulerCivilTime
import SchedulerInstance
import SchedulerUsage

extension Subcommand {
  static let importUse = Subcommand(
    name: "import", arguments: "FILE", argumentCount: 1...1, argumentKinds: [.file],
    summary: "Add an export of ActivityWatch to your record of use",
    discussion: """
      Adds what an export of ActivityWatch knows to the record of what you used, so that 'schedctl insights' shows it. The
      export is the JSON file of all buckets that its page "Raw data" offers; - is standard input. A window counts while you
      were not away, and for the domain of its page if a web watcher reported one.

      Quarters of an hour in which the record has use already stay as they are, so a second import of the same file adds
      nothing. What is older than 'keep-use' in [daemon], the last quarters of an hour, which an agent may still write, and
      the future are left out. An interrupted import can be repeated.

      '--json' prints an object with seconds (added), knownSeconds and oldSeconds (left out because the record has them, or
      because of their time), oddEvents (the events that make no sense) and from and to (the first and the last UTC day of
      what was added, or null). Exits with 65 if the file is no such export, and with 69 if another process writes the
      record for more than two seconds.
      """,
    options: [.host],
    examples: [
      ("schedctl import aw-buckets-export.json", "everything that it has"),
      ("schedctl import export.json --host laptop", "the use of one of several machines"),
    ], run: runImport)
}

/// The largest export that is read, in bytes: some years of use.
private let largestExport = 256 << 20

private func runImport(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let file = invocation.arguments[0]
  let path = try session.useDirectory()
  let name = file == "-" ? "standard input" : "'\(PrintableText.printable(file))'"
  let bytes = try CommandFailure.mapping(FileReader().read(file, limit: largestExport)) {
    .init($0, tooLarge: .data)
  }
  let host = try invocation.value(of: .host)
  let export: ActivityWatchExport
  do throws(ActivityWatchExport.Problem) {
    export = try ActivityWatchExport(bytes, host: host, environment: session.environment)
  } catch {
    throw CommandFailure(code: .data, message: "\(name): \(PrintableText.printable("\(error)"))", help: error.help)
  }
  let choice = try ConfigurationChoice(invocation, environment: session.environment)
  let kept = session.host.keptUse(choice) ?? DaemonSettings().useSeconds
  // An agent writes what is in use some minutes later.
  let end = Instant(epochSeconds: (session.now.epochSeconds / 900 - 1) * 900)
  let young = export.spans.filter { span in
    session.now.adding(seconds: -kept) < span.start
      && span.start.adding(seconds: span.nanoseconds / 1_000_000_000) < end
  }
  let old = (export.spans.map(\.nanoseconds).total - young.map(\.nanoseconds).total) / 1_000_000_000
  let done = try session.add(young, to: path)
  session.isDone = true
  session.write(done, old: old, odd: export.oddCount, isJSON: invocation.has(.json))
  return .success
}

extension ActivityWatchExport.Problem {
  fileprivate var help: [String] {
    if case .severalHosts = self { ["'--host NAME' chooses one"] } else { [] }
  }
}

extension [Int64] {
  fileprivate var total: Int64 { reduce(0) { $0 &+ $1 } }
}

extension Console {
  /// Adds spans to the record of a directory, day by day, and reports what of the record is lost.
  fileprivate mutating func add(_ spans: [UseSpan], to path: String) throws(CommandFailure) -> UseImport {
    do throws(FileSystemError) {
      var files = try UseFiles.open(path)
      // The process ends with the import, and with it the lock.
      try files.lock(UseFiles.importLock)
      let reading = try UseReading(.min ... .max, in: &files)
      for loss in reading.losses { report(CommandFailure(code: .data, message: "in '\(path)': \(loss)")) }
      var (ledger, work) = (UseLedger(), UseImport(into: reading))
      // What a flush finds lost was reported above.
      try work.add(spans, to: &ledger) { (ledger) throws(FileSystemError) in
        _ = try host.waitingForWriters { () throws(FileSystemError) in try ledger.flush(in: &files) }
      }
      _ = try host.waitingForWriters { () throws(FileSystemError) in try ledger.finish(in: &files) }
      return work
    } catch {
      let code: ExitCode = if case .inUse = error.reason { .unavailable } else { .inputOutput }
      throw CommandFailure(code: code, message: "in '\(path)': \(error)", help: ["the import can be repeated"])
    }
  }

  /// Says what an import has done.
  fileprivate mutating func write(_ done: UseImport, old: Int64, odd: Int, isJSON: Bool) {
    let (added, known) = (done.added / 1_000_000_000, done.known / 1_000_000_000)
    guard !isJSON else {
      return output.valueLine { json in
        json.object { json in
          json.member("seconds", value: added)
          json.member("knownSeconds", value: known)
          json.member("oldSeconds", value: old)
          json.member("oddEvents", value: Int64(odd))
          json.member("from", orNull: done.dates.map { "\($0.lowerBound)" })
          json.member("to", orNull: done.dates.map { "\($0.upperBound)" })
        }
      }
    }
    let days = done.dates.map {
      $0.lowerBound == $0.upperBound ? " of \($0.lowerBound)" : " from \($0.lowerBound) to \($0.upperBound)"
    }
    output.write("added \(LengthWords.text(seconds: added))\(days ?? "") to your record of use\n")
    for (seconds, reason) in [
      (known, "the record has these quarters of an hour already"), (old, "it is too old, or too young"),
    ]
    where seconds > 0 { output.write("left out \(LengthWords.text(seconds: seconds)): \(reason)\n") }
    if odd > 0 { output.write("left out \(odd == 1 ? "1 event that makes" : "\(odd) events that make") no sense\n") }
  }
}
