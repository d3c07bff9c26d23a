import ProgramTesting
import Testing

/// What `apps` lists.
@Suite struct AppsCommandTests {
  private func outcome(_ words: String...) throws -> Outcome {
    let folder = try WorkFolder()
    try folder.writeScript("exec \(folder.path)/lib/chess \"$@\"", to: "bin/chess")
    try folder.writeScript("exit 0", to: "lib/chess")
    let entry = "[Desktop Entry]\nType=Application\n"
    let chess = entry + "Name=Ch\u{1B}[31mess\nExec=chess %U\nCategories=Game;X-Own;\n"
    try folder.write(chess, to: "share/applications/org.example.Chess.desktop")
    try folder.write(entry + "Name=Handler\nExec=chess\nNoDisplay=true\n", to: "share/applications/handler.desktop")
    try folder.write(entry + "Name=Snake\nExec=sh\n", to: "share/applications/snake.desktop")
    var run = ProgramRun(arguments: ["apps"] + words)
    run.environment["XDG_DATA_DIRS"] = folder.path + "/share"
    run.environment["PATH"] = folder.path + "/bin:/usr/bin:/bin"
    let outcome = try withExtendedLifetime(folder) { try run.outcome() }
    return Outcome(
      outcome.end, output: outcome.output.replacing(folder.path, with: "…"), messages: outcome.messages)
  }

  @Test func `apps lists what menus show, without control characters, and the line to paste`() throws {
    let outcome = try outcome()
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(outcome.end == .exit(0) && lines.count == 7)
    #expect(lines[0].hasPrefix("org.example.Chess · Ch") && !outcome.output.contains("\u{1B}"))
    #expect(lines[1] == "  categories: Game")
    #expect(lines[2] == "  executables: …/bin/chess, …/lib/chess")
    #expect(lines[3] == "  block.apps = [\"org.example.Chess\"]")
    #expect(lines[4] == "snake · Snake" && lines[6] == "  never blocked")
  }

  @Test(arguments: [("CHESS", 1), ("hand", 1), ("snAKE", 1), ("e", 3)])
  func `a pattern is looked for in ids and names, in upper or lower case`(pattern: String, count: Int) throws {
    #expect(try outcome(pattern, "--json").output.split(separator: "\n").count == count)
  }

  @Test func `apps exits with 1 if nothing has the pattern`() throws {
    let message = "schedctl: no application has that id or name\n"
    #expect(try outcome("nothing") == Outcome(.exit(1), messages: message))
  }

  @Test func `apps --json prints one object for each application`() throws {
    let line =
      #"{"id":"handler","name":"Handler","categories":[],"executables":["…/bin/chess","…/lib/chess"],"launcher":null,"#
      + #""shown":false,"all":false,"line":"block.apps = [\"handler\"]"}"#
    #expect(try outcome("handler", "--json").output == line + "\n")
  }
}
