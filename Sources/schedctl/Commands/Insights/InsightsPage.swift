import SchedulerDiagnostics
import SchedulerInstance
import SchedulerUsage

/// Insights as a page of HTML: one file without scripts, fonts and links, in the light or dark scheme of its reader.
/// Equal contents give equal bytes.
///
/// Each chart stands before a table with its numbers, which a screen reader reads instead.
struct InsightsPage {
  private let content: InsightsContent
  private let words: InsightsWords
  private var xml = XMLWriter()
  private var insights: Insights { content.insights }

  /// The first bytes of every page, by which a page is known.
  private static let head =
    "<!DOCTYPE html>\n<html lang=\"en\">\n  <head>\n    <meta charset=\"utf-8\"/>\n    <meta name=\"generator\" content=\"schedctl insights\"/>\n"

  /// Whether the first bytes of a file are those of a page of insights.
  static func isPage(_ bytes: [UInt8]) -> Bool { bytes.starts(with: head.utf8) }

  /// Throws `exists` if a file at a path is not such a page.
  static func checkReplaceable(_ path: String) throws(FileSystemError) {
    do throws(FileSystemError) {
      // Even root writes no page into a file of another user, who could read it.
      if FileStatus.isForeign(path) { throw FileSystemError(.write, name: path, reason: .notOwned) }
      let bytes = try FileSystemError.unlessMissing(FileReader(onlyRegularFiles: true).read(path, limit: pageLimit))
      if let bytes, !isPage(bytes) { throw FileSystemError(.write, name: path, reason: .exists) }
    } catch {
      switch error.reason {
      case .tooLarge, .notRegular: throw FileSystemError(.write, name: path, reason: .exists)
      default: throw error
      }
    }
  }

  /// The maximum size of a page in bytes, far above any.
  private static let pageLimit = 4 << 20

  /// Returns the page.
  static func text(of content: InsightsContent) -> String {
    var page = InsightsPage(content)
    page.draw()
    return "<!DOCTYPE html>\n" + page.xml.text
  }

  private init(_ content: InsightsContent) { (self.content, words) = (content, InsightsWords(content)) }

  private mutating func draw() {
    xml.begin("html", with: ["lang": "en"])
    drawHead()
    xml.begin("body")
    xml.begin("main")
    xml.element("h1", content: "Insights of \(insights.period == .day ? "a day" : "a \(insights.period.rawValue)")")
    xml.element("p", with: ["class": "days"], content: "\(words.days), \(insights.zone.identifier)")
    drawTotals()
    if insights.dates.count > 1 { drawDays() }
    drawGoals()
    drawUse()
    drawAttempts()
    drawHours()
    drawProfiles()
    drawSuggestions()
    xml.end()
    xml.end()
    xml.end()
  }

  private mutating func drawHead() {
    xml.begin("head")
    xml.element("meta", with: ["charset": "utf-8"])
    xml.element("meta", with: ["name": "generator", "content": "schedctl insights"])
    xml.element("meta", with: ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    xml.element("meta", with: ["name": "color-scheme", "content": "light dark"])
    xml.element("title", content: "Insights: \(words.days)")
    xml.begin("style")
    for rule in InsightsStyle.rules { xml.line(rule) }
    xml.end()
    xml.end()
  }

  private mutating func drawTotals() {
    let total = insights.total
    var cards: [(String, String)] = []
    if content.hasState { cards.append(("Focus", length(total.enforcingSeconds))) }
    if let use = content.use { cards.append(("Use", length(use.seconds))) }
    if content.gapSeconds > 0 { cards.append(("Use not measured", length(content.gapSeconds))) }
    if content.hasState {
      cards += [
        ("Sessions", "\(total.sessionCount)"), ("Attempts", "\(total.attemptCount)"),
        ("Interruptions", "\(total.interruptionCount)"),
        ("Streak", InsightsWords.count(Int64(content.streak), of: "day")),
      ]
    }
    if total.roundCount > 0 { cards.append(("Completed rounds", "\(total.roundCount)")) }
    if total.breakSeconds > 0 { cards.append(("Breaks", length(total.breakSeconds))) }
    if let saved = content.savedTotal, saved > 0 { cards.append(("Saved, estimated", InsightsWords.about(saved))) }
    xml.begin("dl", with: ["class": "cards"])
    for (name, value) in cards {
      xml.begin("div")
      xml.element("dt", content: name)
      xml.element("dd", content: value)
      xml.end()
    }
    xml.end()
    for note in [words.lost, words.gap, words.saved].compactMap(\.self) {
      xml.element("p", with: ["class": "note"], content: note.prefix(1).uppercased() + note.dropFirst() + ".")
    }
    if content.use == nil {
      xml.element("p", with: ["class": "note"], content: "No use is recorded. 'schedctl agent' records it.")
    }
  }

  private mutating func drawDays() {
    let names = insights.dates.indices.map { ZonedText(insights.start(ofDay: $0), in: insights.zone).day }
    let (use, hasState) = (content.use, content.hasState)
    var chart = ColumnChart(labels: insights.dates.map { "\($0.components.day)" })
    if hasState { chart.series.append((name: "Focus", style: "focus", values: insights.days.map(\.enforcingSeconds))) }
    if let use { chart.series.append((name: "Use", style: "use", values: use.days)) }
    xml.element("h2", content: "Days")
    chart.draw(in: &xml, label: "Chart of each day")
    let titles = [
      ["Day"], hasState ? ["Focus"] : [], use == nil ? [] : ["Use"], hasState ? ["Sessions", "Attempts"] : [],
    ]
    let rows = insights.days.enumerated().map { index, sums in
      let cells = [
        [names[index]], hasState ? [length(sums.enforcingSeconds)] : [],
        use == nil ? [] : [content.useSeconds(ofDay: index).map(length) ?? "lost"],
        hasState ? ["\(sums.sessionCount)", "\(sums.attemptCount)"] : [],
      ]
      return cells.flatMap(\.self)
    }
    let caption = hasState ? "Focus, use, sessions and attempts of each day" : "Use of each day"
    drawTable(caption, titles: titles.flatMap(\.self), rows: rows)
  }

  private mutating func drawHours() {
    guard !content.hours.isEmpty else { return }
    xml.element("h2", content: "Hours")
    if let use = content.use {
      var chart = ColumnChart(labels: (0..<24).map { "\($0)" })
      chart.series.append((name: "Use", style: "use", values: use.hours))
      chart.draw(in: &xml, label: "Chart of each hour of the clock")
    }
    let titles = ["Hour"] + (content.use == nil ? [] : ["Use"]) + (content.hasState ? ["Attempts"] : [])
    let rows = content.hours.map { hour in
      [hour.name] + (hour.use.map { [length($0)] } ?? []) + (content.hasState ? ["\(hour.attempts)"] : [])
    }
    let counts = content.hasState ? "Use and attempts" : "Use"
    drawTable("\(counts) in each hour of the clock, on all days together", titles: titles, rows: rows)
  }

  private mutating func drawGoals() {
    guard !words.goals.isEmpty else { return }
    xml.element("h2", content: "Goals")
    drawTable(
      "Goals and whether they were kept", titles: ["Goal", "Rule", "Kept", "Last"],
      rows: words.goals.map { [$0.name, $0.rule, $0.kept, $0.last] }, style: "words")
  }

  private mutating func drawUse() {
    let uses = InsightsWords.uses(content)
    guard !uses.isEmpty else { return }
    xml.element("h2", content: "Use")
    let captions = ["app": "Applications", "category": "Categories", "domain": "Domains"]
    for (title, entries) in uses {
      drawBars(
        "\(captions[title] ?? title), the most used first", titles: [captions[title] ?? title, "Use"],
        rows: entries.prefix(InsightsReport.mostListed).map { entry in
          ([InsightsWords.name(entry.name), length(entry.seconds)], entry.seconds)
        })
    }
  }

  private mutating func drawAttempts() {
    guard !content.targets.isEmpty else { return }
    xml.element("h2", content: "Attempts")
    let hasSaved = !content.saved.isEmpty
    drawBars(
      "What was tried while it was blocked, the most tried first",
      titles: ["Target", "Attempts"] + (hasSaved ? ["Saved, estimated"] : []),
      rows: content.targets.prefix(InsightsReport.mostListed).map { target in
        let saved = hasSaved ? [content.saved[target.key].map(InsightsWords.about) ?? ""] : []
        return ([InsightsWords.name(target.key), "\(target.value)"] + saved, target.value)
      })
  }

  private mutating func drawProfiles() {
    guard !content.profiles.isEmpty else { return }
    xml.element("h2", content: "Profiles")
    drawBars(
      "Profiles, the one with most focus first", titles: ["Profile", "Focus", "Sessions", "Interruptions", "Attempts"],
      rows: content.profiles.prefix(InsightsReport.mostListed).map { key, sums in
        let counts = [sums.sessionCount, sums.interruptionCount, sums.attemptCount].map { "\($0)" }
        return ([key, length(sums.enforcingSeconds)] + counts, sums.enforcingSeconds)
      })
  }

  private mutating func drawSuggestions() {
    guard !content.suggestions.isEmpty else { return }
    xml.element("h2", content: "Suggestions")
    for suggestion in content.suggestions {
      let reason = suggestion.reason
      xml.element("p", content: reason.prefix(1).uppercased() + reason.dropFirst() + ". To paste:")
      xml.element("pre", lines: suggestion.toml.split(separator: "\n").map(String.init))
    }
  }

  private func length(_ seconds: Int64) -> String { InsightsWords.minutes(seconds) }
}

// Tables.
extension InsightsPage {
  private mutating func drawTable(_ caption: String, titles: [String], rows: [[String]], style: String = "numbers") {
    drawBars(caption, titles: titles, rows: rows.map { ($0, nil) }, style: style)
  }

  /// Draws a table, with bars behind its names if the rows have lengths.
  private mutating func drawBars(
    _ caption: String, titles: [String], rows: [(cells: [String], length: Int64?)], style: String = "numbers"
  ) {
    let longest = max(1, rows.compactMap(\.length).max() ?? 1)
    // Narrow screens scroll wide tables, also by keyboard.
    xml.begin("div", with: ["class": "table", "tabindex": "0", "role": "region", "aria-label": caption])
    xml.begin("table", with: ["class": style])
    xml.element("caption", content: caption)
    xml.begin("thead")
    xml.begin("tr")
    for title in titles { xml.element("th", with: ["scope": "col"], content: title) }
    xml.end()
    xml.end()
    xml.begin("tbody")
    for row in rows {
      xml.begin("tr")
      xml.begin("th", with: ["scope": "row"])
      xml.element("span", content: row.cells.first ?? "")
      if let length = row.length {
        let share = longest.dividingFullWidth(length.multipliedFullWidth(by: 1_000)).quotient
        xml.element(
          "i", with: ["class": "bar", "aria-hidden": "true", "style": "width:\(share / 10).\(share % 10)%"], content: ""
        )
      }
      xml.end()
      for cell in row.cells.dropFirst() { xml.element("td", content: cell) }
      xml.end()
    }
    xml.end()
    xml.end()
    xml.end()
  }
}
