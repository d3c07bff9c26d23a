import Scheduler
import SchedulerPlatform

extension Subcommand {
  static let timeline = Subcommand(
    name: "timeline", arguments: "", argumentCount: 0...0, summary: "Show a week as a grid, or as a picture",
    discussion: """
      Shows the week, Monday to Sunday, that contains '--week', a time or 'this', 'next' or 'last': a line for each profile
      and day with an interval, and below it the real length of each profile's intervals. Days are in the configuration's
      zone. An hour that the clocks skip is crossed out, and an hour that occurs twice has a column of its own; a note below
      explains both. An arrow marks an interval that starts the day before or ends the day after. A narrow terminal shows
      letters instead of names.

      '--svg FILE' writes a picture, with '-' to standard output. The file is replaced as a whole. The picture follows the
      light or dark scheme of its reader and has room for 200 profiles.

      Each line of '--json' is the part of one interval on one day: date, profile, start, end, startEpoch, endEpoch,
      seconds and interval (start, end), with offsets of the configuration's zone; interval has remarks if other profiles
      change it. "sample":true is added if there is no configuration.
      """,
    options: [.week, .profile, .svg],
    examples: [
      ("schedctl timeline", "this week"),
      ("schedctl timeline --week next", "next week"),
      ("schedctl timeline --week 2026-12-24", "the week that contains that day"),
      ("schedctl timeline --svg week.svg", "draws this week into a file"),
    ], run: runTimeline)
}

private func runTimeline(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let path = try invocation.value(of: .svg)
  if path != nil, invocation.has(.json) { throw .usage("'--svg' and '--json' exclude each other") }
  let loaded = try session.loadConfiguration(invocation)
  let configuration = loaded.configuration
  let instant = try IntervalQuery.weekInstant(of: invocation, at: session.now, in: configuration.zone.rules)
  let keys = invocation.values(of: .profile)
  try IntervalQuery.check(keys: keys, configuration)
  let layout = WeekLayout(of: configuration, weekOf: instant, now: session.now) { profile in
    keys.isEmpty || keys.contains(profile.key.text)
  }
  if let path {
    try loaded.checkIsNoSource(path)
    try session.writePicture(of: layout, to: path)
  } else if invocation.has(.json) {
    layout.writeJSON(isSample: loaded.isSample, to: &session.output)
  } else {
    session.writeGrid(of: layout, loaded)
  }
  return .success
}

extension LoadedConfiguration {
  /// Throws with code 64 if a path leads to one of the files that the configuration was read from.
  fileprivate func checkIsNoSource(_ path: String) throws(CommandFailure) {
    guard path != "-", let identity = FileIdentity(path: path) else { return }
    for source in sources.texts.map(\.name) + configuration.listFiles where FileIdentity(path: source) == identity {
      throw .usage("'\(path)' is a file of the configuration: a picture would take its place")
    }
  }
}

extension Console {
  fileprivate mutating func writePicture(of layout: WeekLayout, to path: String) throws(CommandFailure) {
    guard layout.rows.count <= WeekPicture.maximumProfiles else {
      throw .usage(
        "a picture has room for \(WeekPicture.maximumProfiles) profiles, found \(layout.rows.count)",
        help: "choose some with '--profile'")
    }
    let picture = WeekPicture.text(of: layout)
    guard path != "-" else { return output.write(picture) }
    try CommandFailure.mapping(FileWriter().replace(path, with: Array(picture.utf8))) { (error: FileSystemError) in
      .init(code: .inputOutput, message: "\(error)")
    }
    sayMore("schedctl: wrote \(PrintableText.printable(path))")
  }

  fileprivate mutating func writeGrid(of layout: WeekLayout, _ loaded: LoadedConfiguration) {
    let marks = GridMarks.suiting(environment)
    let colors = output.usesColor ? TerminalColors.suiting(environment) : .none
    let grid = WeekGrid(layout, columns: output.columns, marks: marks, colors: colors)
    let heading = "\(loaded.title) · \(loaded.configuration.zone.title) · \(layout.title)"
    output.write(grid.page(heading: heading, columns: output.columns))
  }
}
