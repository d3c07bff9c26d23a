import SchedulerDiagnostics
import SchedulerTOML
import Testing

@testable import Scheduler

/// How `[goal.NAME]` is read.
@Suite struct GoalReadingTests {
  /// The codes and the messages that a text is answered with.
  private func problems(_ text: String) -> [String] {
    var list = DiagnosticList()
    _ = Configuration(reading: sources(text), zones: machineZones, diagnostics: &list)
    return list.diagnostics.map { "\($0.code.name): \($0.message)" }
  }

  private func sources(_ texts: String...) -> SourceMap {
    var sources = SourceMap()
    for (index, text) in texts.enumerated() { _ = sources.add(SourceText(name: "\(index).toml", text)) }
    return sources
  }

  @Test func `goals count use or focus, by day or week, and are sorted by name`() throws {
    var list = DiagnosticList()
    let configuration = try #require(
      Configuration(
        reading: sources(
          "[goal.z]\nat-least = \"12h\"\nper = \"week\"\nfocus = true\n"
            + "[goal.a]\nat-most = \"0s\"\napps = [\"steam\"]\ncategories = [\"Game\"]\nfocus = false\n",
          "[goal.s]\nat-most = \"4h\"\nall = true\n[goal.m]\nat-most = \"30m\"\ndomains = [\"Reddit.com\"]\n"),
        zones: machineZones, diagnostics: &list))
    #expect(list.diagnostics.isEmpty)
    let game = try #require(ApplicationCategory("Game"))
    #expect(
      configuration.goals == [
        Goal(
          name: "a", subject: .use(applications: [ApplicationName("steam")], categories: [game], domains: []),
          bound: .atMost, seconds: 0, period: .day),
        Goal(
          name: "m", subject: .use(applications: [], categories: [], domains: [try DomainName("reddit.com")]),
          bound: .atMost, seconds: 1_800, period: .day),
        Goal(name: "s", subject: .allUse, bound: .atMost, seconds: 14_400, period: .day),
        Goal(name: "z", subject: .focus, bound: .atLeast, seconds: 43_200, period: .week),
      ])
    #expect(configuration.goals.map { $0.isKept(by: 1_800) } == [false, true, true, false])
  }

  @Test(arguments: [
    ("at-most = \"1h\"", "required-key: a goal has none of 'apps', 'categories', 'domains', 'all' and 'focus'"),
    (
      "at-most = \"1h\"\nfocus = false\nall = false",
      "required-key: a goal has none of 'apps', 'categories', 'domains', 'all' and 'focus'"
    ),
    ("focus = true", "required-key: a goal has neither 'at-most' nor 'at-least'"),
    (
      "at-most = \"1h\"\nat-least = \"1m\"\nfocus = true",
      "conflicting-keys: 'at-least' cannot be combined with 'at-most'"
    ),
    (
      "at-most = \"1h\"\nfocus = true\napps = [\"x\"]",
      "conflicting-keys: 'focus' cannot be combined with 'apps', 'categories', 'domains' and 'all'"
    ),
    (
      "at-most = \"1h\"\nall = true\napps = [\"x\"]",
      "conflicting-keys: 'all' cannot be combined with 'apps', 'categories' and 'domains'"
    ),
    ("at-most = \"25h\"\nfocus = true", "out-of-range: expected at most 1d, as it is counted by day"),
    (
      "at-least = \"8d\"\nper = \"week\"\nfocus = true", "out-of-range: expected at most 1w, as it is counted by week"
    ),
    ("at-least = \"0s\"\nfocus = true", "out-of-range: expected at least 1s, found 0s"),
    ("at-most = 5\nfocus = true", "wrong-type: expected a duration such as \"25m\", found a whole number"),
    ("at-most = \"1h\"\napps = \"x\"", "wrong-type: expected a list of applications, found a string"),
    ("at-most = \"1h\"\nfocus = true\nper = \"month\"", "unknown-value: unknown period 'month'"),
    ("atmost = \"1h\"\nat-most = \"1h\"\nfocus = true", "unknown-key: unknown key 'atmost' in a goal"),
  ])
  func `one mistake in a goal is one problem`(text: String, problem: String) {
    #expect(problems("[goal.x]\n" + text + "\n") == [problem])
  }

  @Test func `the name of a goal has the letters of other names`() {
    #expect(problems("[goal.\"A b\"]\nat-most = \"1h\"\nfocus = true\n").map { $0.prefix(13) } == ["invalid-name:"])
  }
}
