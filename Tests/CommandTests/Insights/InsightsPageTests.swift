import Foundation
import ProgramTesting
import Testing

@testable import schedctl

/// The page of `insights --html`.
@Suite struct InsightsPageTests {
  private func page(_ machine: OfflineMachine, _ words: String...) throws -> String {
    let path = machine.folder.path + "/page.html"
    let outcome = try machine.run(["insights"] + words + ["--html", path])
    #expect(outcome.end == .exit(0) && outcome.output.isEmpty, "\(outcome.messages)")
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Whether each element ends where it has to, and each attribute has quotes.
  private func isBalanced(_ text: String) -> Bool {
    var open: [Substring] = []
    for tag in text.dropFirst("<!DOCTYPE html>".count).matches(of: /<([^>]*)>/).map(\.output.1) {
      let name = tag.drop { $0 == "/" }.prefix { $0 != " " && $0 != "/" }
      if tag.hasPrefix("/") {
        guard open.popLast() == name else { return false }
      } else {
        guard tag.wholeMatch(of: /[a-z0-9]+( [a-zA-Z-]+="[^"<]*")*\/?/) != nil else { return false }
        if !tag.hasSuffix("/") { open.append(name) }
      }
    }
    return open.isEmpty
  }

  @Test func `the page is one file of well-formed markup without anything from elsewhere`() throws {
    let machine = try UsedWeek.machine()
    for period in ["day", "week", "month"] {
      let text = try page(machine, period)
      for word in ["<script", "<link", "http", "@import", "url(", "<img", "<iframe", "onload"] {
        #expect(!text.contains(word), "\(word)")
      }
      #expect(isBalanced(text))
    }
    #expect(try machine.run("insights", "--html", "-").output == page(machine, "week"))
  }

  @Test func `the page has a language, a title, headings in order, and a caption and headers in each table`() throws {
    let text = try page(UsedWeek.machine())
    #expect(
      text.contains("<html lang=\"en\">") && text.contains("<title>Insights: Mon 2026-11-23 to Sun 2026-11-29</title>"))
    #expect(text.matches(of: /<h1>/).count == 1 && !text.contains("<h3"))
    let tables = text.matches(of: /<table\s/).count
    #expect(tables >= 6 && text.matches(of: /<table [^>]*>\s*<caption>[^<]+<\/caption>/).count == tables)
    #expect(text.matches(of: /<svg [^>]*aria-hidden="true"/).count == text.matches(of: /<svg/).count)
    let scrolling = /<div class="(chart|table)" tabindex="0" role="region" aria-label="[A-Z][^"]+">/
    #expect(text.matches(of: scrolling).count == tables + text.matches(of: /<svg/).count && text.contains("<svg"))
    #expect(text.contains("prefers-color-scheme:dark") && text.contains("@media print"))
    for word in ["org.gnome.Builder", "less-news", "about 1 h 30 min", "[profile.less-org-gnome-builder]"] {
      #expect(text.contains(word), "\(word)")
    }
  }

  @Test func `a date whose use is lost has no number, and the page says so`() throws {
    let machine = try UsedWeek.machine()
    #expect(try !page(machine).contains("lost"))
    try machine.folder.write("schedctl-use 1 2026-11-24\n", to: ".local/state/schedctl/use/2026-11-24.use")
    let text = try page(machine)
    #expect(text.contains("is lost in part or as a whole, because the record is damaged.</p>"))
    try machine.folder.write("schedctl-use 1 2026-11-23\n", to: ".local/state/schedctl/use/2026-11-23.use")
    #expect(try page(machine).contains(">lost</td>"))
    let rows = try machine.run("insights", "--json").output.split(separator: "\n")
    let day = try #require(rows.first { $0.contains(#""kind":"day","name":"2026-11-23""#) })
    #expect(day.contains(#""useSeconds":null"#), "\(day)")
    #expect(try machine.run("insights").output.contains("\nuse of 3 days is lost in part or as a whole"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root may write files of others"))
  func `no page is written into a file of another user, nor through their link`() throws {
    let machine = try UsedWeek.machine()
    _ = try page(machine)
    let path = machine.folder.path + "/page.html"
    #expect(chown(path, 65_534, 65_534) == 0)
    try FileManager.default.createSymbolicLink(atPath: machine.folder.path + "/link.html", withDestinationPath: path)
    for name in ["page.html", "link.html"] {
      let outcome = try machine.run(["insights", "--html", machine.folder.path + "/" + name])
      #expect(outcome.end == .exit(74) && outcome.messages.contains("belongs to another user"), "\(outcome)")
    }
  }

  @Test func `a suggestion is for the hour in which its target is used most`() throws {
    let machine = try UsedWeek.machine()
    try UsedWeek.record(
      [("mail", nil, [], "2026-11-23T08:00:00Z", 59), ("game", nil, [], "2026-11-23T18:00:00Z", 180)]
        + [("mail", nil, [], "2026-11-24T08:00:00Z", 59), ("game", nil, [], "2026-11-24T20:00:00Z", 60)]
        + [("mail", nil, [], "2026-11-25T08:00:00Z", 59)], in: machine)
    let text = try machine.run("insights").output
    #expect(text.contains("[profile.less-game]") && text.contains("window = [\"daily 21:00-22:00\"]"), "\(text)")
  }

  @Test func `a profile has its interruptions`() throws {
    let machine = try UsedWeek.machine()
    let line =
      #"{"sequence":\#(machine.history.count + 1),"event":"breakDidStart","profile":"p","#
      + #""planned":"2026-11-23T09:00:00Z","delivered":"2026-11-23T09:00:00Z"}"#
    try machine.folder.write((machine.history + [line]).map { $0 + "\n" }.joined(), to: "state/history.jsonl")
    let table = try #require(page(machine).components(separatedBy: "<caption>Profiles, ").last)
    let words = table.matches(of: />([^<>\s][^<>]*)</).map { "\($0.output.1)" }
    let titles = ["Profile", "Focus", "Sessions", "Interruptions", "Attempts"]
    #expect(Array(words.prefix(10)) == titles + ["p", "4 h", "2", "1", "4"])
  }

  @Test func `the lines of a suggestion are lines of the page`() throws {
    let text = try page(UsedWeek.machine())
    #expect(text.contains("<pre>[profile.less-org-gnome-builder]\nwindow = ["), "\(text)")
  }

  @Test func `on paper nothing scrolls, and a heading stays with what follows it`() throws {
    let text = try page(UsedWeek.machine())
    let print = try #require(text.components(separatedBy: "@media print{").last)
    #expect(print.contains("pre{white-space:pre-wrap;overflow-wrap:anywhere;overflow:visible}"))
    #expect(print.contains("h1,h2,p,caption,thead{break-after:avoid}") && print.contains("svg,tr,thead,pre,"))
    #expect(text.contains("caption{max-width:calc(100vw - 2rem)") && print.contains("caption{max-width:none}"))
  }

  @Test func `names from elsewhere are text, whatever they contain`() throws {
    let machine = try UsedWeek.machine()
    let name = "<script>alert('x')</script>\"&\u{202E}\u{1}"
    try UsedWeek.record([(name, nil, [], "2026-11-25T09:00:00Z", 60)], in: machine)
    let text = try page(machine)
    #expect(!text.contains("<script") && text.contains("&lt;script&gt;alert("))
    #expect(!text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{1}"))
    #expect(isBalanced(text))
  }

  @Test func `a page is replaced as a whole, and another file is not`() throws {
    let machine = try UsedWeek.machine()
    let first = try page(machine)
    #expect(try page(machine) == first)
    #expect(
      FileManager.default.contents(atPath: machine.folder.path + "/page.html").map { Array($0) } == Array(first.utf8))
    try machine.folder.write("my notes", to: "notes.html")
    let path = machine.folder.path + "/notes.html"
    let refused = try machine.run("insights", "--html", path)
    #expect(refused.end == .exit(64) && refused.messages.contains("is no page of insights and is not replaced"))
    // A pipe, from which a read would wait for ever.
    #expect(mkfifo(machine.folder.path + "/pipe", 0o600) == 0)
    let piped = try machine.run("insights", "--html", machine.folder.path + "/pipe")
    #expect(piped.end == .exit(64) && piped.messages.contains("is no page of insights"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "my notes")
    #expect(try machine.run("insights", "--html", machine.folder.path + "/no/page.html").end == .exit(74))
    #expect(try machine.run("insights", "--html", path, "--json").end == .exit(64))
  }

  @Test func `without a ledger the page says so`() throws {
    let machine = try UsedWeek.machine()
    try FileManager.default.removeItem(atPath: machine.folder.path + "/.local")
    let text = try page(machine)
    #expect(text.contains("No use is recorded.") && !text.contains("<dt>Use</dt>"))
  }
}
