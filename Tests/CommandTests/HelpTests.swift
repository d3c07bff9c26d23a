import ProgramTesting
import Testing

@testable import schedctl

/// What help says, as agreed; `SCHEDCTL_WRITE_GOLDENS=1 swift test --filter HelpTests` writes it anew.
@Suite struct HelpTests {
  private static let commands = CommandTable.commands.map(\.name)

  @Test(arguments: [["help"], ["--help"], ["-h"]])
  func `help lists the commands`(arguments: [String]) throws {
    let outcome = try ProgramRun(arguments: arguments).outcome()
    let golden = Golden("Tests/CommandTests/Goldens/help.txt")
    #expect(try outcome == Outcome(.exit(0), output: golden.agreed(with: outcome.output)))
  }

  @Test(arguments: commands)
  func `help, --help and -h print the same help for each command`(command: String) throws {
    let outcome = try ProgramRun("help", command).outcome()
    let golden = Golden("Tests/CommandTests/Goldens/help-\(command).txt")
    #expect(try outcome == Outcome(.exit(0), output: golden.agreed(with: outcome.output)))
    #expect(try ProgramRun(command, "--help").outcome() == outcome)
    #expect(try ProgramRun("-h", command, "one", "two", "three").outcome() == outcome)
  }

  @Test func `lines of help fit into 120 columns`() {
    for page in [Help.overview(CommandTable.commands)] + CommandTable.commands.map(Help.page) {
      for line in page.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }
  }

  @Test(arguments: [["version"], ["--version"], ["-V"], ["next", "-V"]])
  func `the version command and options print the version`(arguments: [String]) throws {
    #expect(try ProgramRun(arguments: arguments).outcome() == Outcome(.exit(0), output: "schedctl 0.1.0\n"))
  }

  @Test func `version --json prints the version as JSON`() throws {
    #expect(try ProgramRun("version", "--json").outcome() == Outcome(.exit(0), output: "{\"version\":\"0.1.0\"}\n"))
  }
}
