import ProgramTesting
import Testing

/// Each command that the documentation shows prints what stands below it.
///
/// A page has a folder of its own, with the files that it names. Below a command that succeeds stands its standard
/// output, with or without what it says on standard error before; below one that fails all that it says.
@Suite struct ConsoleBlockTests {
  @Test(arguments: Page.all)
  func `each command in the documentation prints the output shown below it`(page: Page) throws {
    let folder = try WorkFolder()
    for block in page.blocks {
      if let name = block.remarks["file"] { try folder.write(block.text, to: name) }
      guard block.kind == "console" else { continue }
      let commands = try #require(ShownCommand.commands(in: block), "\(page.name), block at line \(block.line)")
      for command in commands { try check(command, in: folder, from: block.remarks["from"], page) }
    }
  }

  private func check(_ command: ShownCommand, in folder: WorkFolder, from: String?, _ page: Page) throws {
    let place: Comment = "\(page.name): $ \(command.line)"
    var run = ProgramRun(arguments: try #require(command.arguments, place))
    run.folder = folder.path
    if let from, ["next", "events"].contains(run.arguments.first) { run.arguments += ["--from", from] }
    let outcome = try run.outcome()
    let shown = command.shown.map { $0 + "\n" }.joined()
    let whole = outcome.messages + outcome.output
    let accepted = outcome.end == .exit(0) ? [outcome.output, whole] : [whole]
    #expect(accepted.contains(shown), "\(place)\n\(whole)")
    #expect(!whole.isEmpty, place)
  }

  @Test func `the documentation shows commands`() {
    #expect(Page.all.flatMap(\.blocks).filter { $0.kind == "console" }.count >= 3)
  }
}
