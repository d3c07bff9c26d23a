import SchedulerDiagnostics
import SchedulerPlatform

extension Subcommand {
  static let man = Subcommand(
    name: "man", arguments: "[PAGE]", argumentCount: 0...1, argumentKinds: [.manualPage],
    summary: "Show a manual page, or print it as roff",
    discussion: """
      PAGE is schedctl, schedctl.toml or schedctl.time; the default is schedctl. On a terminal man(1) shows the page. If the
      output is not a terminal, or there is no man(1), the page is printed as roff.
      """,
    examples: [
      ("schedctl man schedctl.toml", "explains the configuration, key by key"),
      ("schedctl man schedctl.time > schedctl.time.7", "writes a page to install"),
    ], run: runMan)
}

private func runMan(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let pages = ManualPage.all
  let name = invocation.arguments.first ?? pages[0].name
  guard let page = pages.first(where: { $0.name == name }) else {
    throw .unknown(
      name, among: pages.map(\.name), message: "there is no manual page '\(name)'",
      help: "there are " + pages.map { "'\($0.name)'" }.joined(separator: ", "))
  }
  let roff = page.roff
  if session.output.columns != nil {
    session.messages.flush()
    // This call returns only if man(1) cannot be run.
    let failure = ProcessImage.replace(with: ["man", "-l", "-"], input: Array(roff.utf8))
    session.sayMore("schedctl: cannot run 'man': \(failure)")
  }
  session.output.write(roff)
  return .success
}
