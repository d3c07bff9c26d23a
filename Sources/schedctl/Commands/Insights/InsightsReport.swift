import SchedulerInstance
import SchedulerUsage

/// Insights as tables with bars for people.
struct InsightsReport {
  private let content: InsightsContent
  private var insights: Insights { content.insights }

  init(_ content: InsightsContent) { self.content = content }

  /// The length of the longest bar in columns.
  private static let barLength: Int64 = 24
  /// The number of names of each kind that are listed.
  static let mostListed = 10

  func write(to output: inout TextOutput, marks: GridMarks) {
    for line in InsightsWords(content).summary { write(line, to: &output) }
    output.write("\n")
    writeDays(to: &output, marks: marks)
    writeProfiles(to: &output)
    let targets = content.targets.prefix(Self.mostListed).map { target in
      var cells = [InsightsWords.name(target.key), "\(target.value)"]
      if !content.saved.isEmpty { cells.append(content.saved[target.key].map(InsightsWords.about) ?? "") }
      return Bar(cells: cells, length: target.value)
    }
    write(
      targets, titles: ["target", "attempts"] + (content.saved.isEmpty ? [] : ["saved"]), to: &output, marks: marks)
    for (title, entries) in InsightsWords.uses(content) {
      let bars = entries.prefix(Self.mostListed).map { entry in
        Bar(cells: [InsightsWords.name(entry.name), InsightsWords.minutes(entry.seconds)], length: entry.seconds)
      }
      write(bars, titles: [title, "use"], to: &output, marks: marks)
    }
    let attempts = content.hours.filter { $0.attempts > 0 }
    write(
      attempts.map { Bar(cells: [$0.name, "\($0.attempts)"], length: $0.attempts) }, titles: ["hour", "attempts"],
      to: &output, marks: marks)
    let uses = content.hours.filter { $0.use ?? 0 > 0 }
    write(
      uses.map { Bar(cells: [$0.name, InsightsWords.minutes($0.use ?? 0)], length: $0.use ?? 0) },
      titles: ["hour", "use"], to: &output, marks: marks)
    writeGoals(to: &output)
    for suggestion in content.suggestions {
      output.write("\n")
      write("suggestion: \(PrintableText.printable(suggestion.reason))", to: &output)
      output.write("\n")
      for line in suggestion.toml.split(separator: "\n") {
        output.write("  \(PrintableText.printable(String(line)))\n")
      }
    }
  }

  private func write(_ line: String, to output: inout TextOutput) {
    for part in line.wrapped(toColumns: output.columns ?? .max) { output.write(part + "\n") }
  }

  /// A row of a table with a bar.
  private struct Bar {
    var cells: [String]
    var length: Int64
  }

  private func writeDays(to output: inout TextOutput, marks: GridMarks) {
    // Without sessions, the bars are those of use.
    let (use, hasState) = (content.use?.days, content.hasState)
    let titles = [hasState ? ["focus"] : [], use == nil ? [] : ["use"], hasState ? ["sessions", "attempts"] : []]
    var days = TextTable(["day"] + titles.flatMap(\.self) + [""], expendable: 1)
    let lengths = hasState ? insights.days.map(\.enforcingSeconds) : use ?? []
    for (index, (sums, seconds)) in zip(insights.days, lengths).enumerated() {
      let used =
        use.map { [$0[index] == 0 ? content.lost.contains(index) ? "lost" : "" : InsightsWords.minutes($0[index])] }
        ?? []
      let cells = [
        hasState ? [length(sums.enforcingSeconds)] : [], used,
        hasState ? [number(sums.sessionCount), number(sums.attemptCount)] : [],
      ]
      days.add(
        [ZonedText(insights.start(ofDay: index), in: insights.zone).day] + cells.flatMap(\.self)
          + [bar(seconds, of: lengths.max() ?? 0, marks: marks)])
    }
    output.writeLastPage(of: &days, ifEmpty: "")
  }

  private func writeProfiles(to output: inout TextOutput) {
    let profiles = content.profiles
    guard !profiles.isEmpty else { return }
    var table = TextTable(["profile", "focus", "sessions", "interruptions", "attempts"])
    for (key, sums) in profiles.prefix(Self.mostListed) {
      table.add([
        key, LengthWords.text(seconds: sums.enforcingSeconds), number(sums.sessionCount),
        number(sums.interruptionCount), number(sums.attemptCount),
      ])
    }
    output.write("\n")
    output.writeLastPage(of: &table, ifEmpty: "")
  }

  private func write(_ bars: [Bar], titles: [String], to output: inout TextOutput, marks: GridMarks) {
    guard let most = bars.map(\.length).max() else { return }
    var table = TextTable(titles + [""], expendable: 1)
    for row in bars { table.add(row.cells + [bar(row.length, of: most, marks: marks)]) }
    output.write("\n")
    output.writeLastPage(of: &table, ifEmpty: "")
  }

  private func writeGoals(to output: inout TextOutput) {
    let goals = InsightsWords(content).goals
    guard !goals.isEmpty else { return }
    var table = TextTable(["goal", "", "kept", "last"])
    for goal in goals { table.add([goal.name, goal.rule, goal.kept, goal.last]) }
    output.write("\n")
    output.writeLastPage(of: &table, ifEmpty: "")
  }

  /// Returns a bar whose length is the share of a number in the largest one, with eighths of a column.
  private func bar(_ number: Int64, of most: Int64, marks: GridMarks) -> String {
    guard number > 0, most > 0 else { return "" }
    let eighths = max(1, most.dividingFullWidth(number.multipliedFullWidth(by: Self.barLength * 8)).quotient)
    let part = eighths % 8 == 0 ? "" : String(marks.left[Int(eighths % 8) - 1])
    return String(repeating: marks.full, count: Int(eighths / 8)) + part
  }

  private func number(_ count: Int64) -> String { count == 0 ? "" : "\(count)" }

  private func length(_ seconds: Int64) -> String { seconds == 0 ? "" : LengthWords.text(seconds: seconds) }
}
