import Scheduler

/// The difference between two configurations as text: a block for each profile, a line for each change.
///
///     deep-work
///       + 09:00-11:00 every Thursday: new, 2 h each
///       - 1 domain no longer blocked: reddit.com
///
/// The sign tells the direction: `+` blocks more or is harder to stop, `-` blocks less or is easier to stop, `±` does
/// both at different times or for different users and profiles, `~` does neither.
struct DifferenceListing {
  let old: LoadedConfiguration
  let new: LoadedConfiguration
  var difference: ConfigurationDifference

  /// Compares two configurations in a range.
  init(from old: LoadedConfiguration, to new: LoadedConfiguration, in range: Range<Instant>) {
    (self.old, self.new) = (old, new)
    difference = ConfigurationDifference(from: old.configuration, to: new.configuration, in: range, asTheyRun: true)
  }

  /// The default length of the compared range: 400 days. They contain every week of a year, both changes of the clocks,
  /// and the same dates of the next year.
  static let usualSeconds: Int64 = 400 * 86_400

  /// The width of lines that are not written to a terminal.
  static let usualColumns = 80

  /// Writes names and range, then the changes.
  func write(to output: inout TextOutput) {
    output.write("\(old.title) → \(new.title)\n")
    output.write("\(new.configuration.zone.title) · \(rangeText)\n")
    writeChanges(to: &output)
  }

  /// Writes only the changes, each block after an empty line.
  func writeChanges(to output: inout TextOutput) {
    let columns = output.columns ?? Self.usualColumns
    for block in blocks {
      output.write("\n\(output.usesColor ? Sign.bold(block.title) : block.title)\n")
      for line in block.lines { output.write(line.text(columns: columns, color: output.usesColor)) }
    }
    output.write("\n\(summary.wrapped(toColumns: columns).joined(separator: "\n"))\n")
  }

  private var rangeText: String {
    let ends = [difference.range.lowerBound, difference.range.upperBound].map {
      ZonedText($0, in: new.configuration.zone.rules)
    }
    return "from \(ends[0].day) \(ends[0].time) until \(ends[1].day) \(ends[1].time)"
  }

  /// `no difference`, or the number of differences and of each direction.
  private var summary: String {
    guard !difference.isEmpty else { return "no difference" }
    let directions = blocks.flatMap(\.lines).compactMap(\.direction)
    let counts = [("tighten", ChangeDirection.tightens), ("loosen", .loosens), ("neither", .neutral)].compactMap {
      word, direction -> String? in
      let count = directions.count { $0 == direction }
      return count == 0 ? nil : "\(count) \(count == 1 && direction != .neutral ? word + "s" : word)"
    }
    let noun = directions.count == 1 ? "difference" : "differences"
    return "\(directions.count) \(noun): \(counts.joined(separator: ", "))"
  }

  private var blocks: [DifferenceBlock] {
    let files = difference.settings.isEmpty ? [] : [DifferenceBlock(settings: difference.settings)]
    return files + difference.profiles.map { DifferenceBlock($0, until: lastDate(of: $0)) }
  }

  /// Returns the date on which the range ends for a profile.
  private func lastDate(of profile: ProfileDifference) -> CivilDate {
    profile.zone.civil(at: difference.range.upperBound).date
  }
}

/// The lines about one profile or about all profiles.
private struct DifferenceBlock {
  let title: String
  let lines: [DifferenceLine]

  init(settings: [SettingChange]) {
    title = "all profiles"
    lines = settings.map(DifferenceLine.init)
  }

  init(_ profile: ProfileDifference, until last: CivilDate) {
    title = profile.title
    var lines = profile.presenceLine.map { [$0] } ?? []
    lines += profile.settings.filter { $0.key == "enabled" }.map(DifferenceLine.init)
    lines += profile.intervalGroups.map { DifferenceLine($0, in: profile.zone) }
    if let total = IntervalTotal(profile.intervalGroups, until: last) { lines.append(total.line) }
    lines += profile.targets.map(DifferenceLine.init)
    lines += profile.settings.filter { $0.key != "enabled" }.map(DifferenceLine.init)
    if profile.wasBuiltIn != profile.isBuiltIn {
      let words =
        profile.wasBuiltIn ? "takes the place of the built-in profile" : "the built-in profile takes its place"
      lines.append(DifferenceLine(note: words))
    }
    if profile.hasOtherWindows {
      lines.append(DifferenceLine(note: "windows are written otherwise: the same until \(last)"))
    }
    if !profile.wording.isEmpty {
      lines.append(DifferenceLine(note: "without effect: \(profile.wording.joined(separator: ", "))"))
    }
    self.lines = lines
  }
}

extension ProfileDifference {
  /// The key, with the old key of a renamed profile.
  fileprivate var title: String {
    if wasBuiltIn && isBuiltIn { return "\(reference.key) (built-in)" }
    return isRenamed ? "\(reference.key) (was \(old?.key.text ?? ""))" : reference.key.text
  }

  /// The line for a new, removed or renamed profile.
  fileprivate var presenceLine: DifferenceLine? {
    switch presence {
    case .added: DifferenceLine(direction, words: "new profile", isMixed: direction == .loosens)
    case .removed: DifferenceLine(.loosens, words: "profile removed")
    case .kept: isRenamed ? DifferenceLine(.neutral, words: "renamed") : nil
    }
  }
}
