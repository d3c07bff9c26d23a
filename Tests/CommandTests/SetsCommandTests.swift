import ProgramTesting
import Testing

/// What `sets` lists.
@Suite struct SetsCommandTests {
  private static let toml = """
    [set.feeds]
    apps = ["discord"]
    domains = ["reddit.com", "news.ycombinator.com"]

    [set.news]
    domains = ["bbc.com"]
    """

  private func outcome(_ words: String...) throws -> Outcome {
    let folder = try WorkFolder()
    try folder.write(Self.toml, to: "week.toml")
    var run = ProgramRun(arguments: ["sets"] + words + ["--config", "week.toml"])
    run.folder = folder.path
    return try withExtendedLifetime(folder) { try run.outcome() }
  }

  @Test func `sets lists a user's own sets and the built-in ones that they do not replace`() throws {
    let rows = try outcome().output.split(separator: "\n").dropFirst(2).map {
      $0.split(separator: " ").map(String.init)
    }
    #expect(rows.map(\.[0]) == ["feeds", "news", "entertainment", "games", "social"])
    #expect(rows[0] == ["feeds", "1", "2", "your", "own"] && rows[1] == ["news", "0", "1", "your", "own"])
    #expect(rows[2...].allSatisfy { $0.last == "built-in" })
  }

  @Test func `sets NAME prints the apps and domains of a set, one a line`() throws {
    #expect(try outcome("feeds") == Outcome(.exit(0), output: "discord\nreddit.com\nnews.ycombinator.com\n"))
    #expect(try outcome("social").output.contains("\nreddit.com\n"))
  }

  @Test func `sets --json prints one object for each set`() throws {
    let line = #"{"set":"feeds","builtIn":false,"apps":["discord"],"domains":["reddit.com","news.ycombinator.com"]}"#
    #expect(try outcome("feeds", "--json") == Outcome(.exit(0), output: line + "\n"))
    #expect(try outcome("--json").output.split(separator: "\n").count == 5)
  }

  @Test func `an unknown set is an error with the nearest name`() throws {
    let message = "schedctl: there is no set 'feed'\nhelp: did you mean 'feeds'?\n"
    #expect(try outcome("feed") == Outcome(.exit(64), messages: message))
  }
}
