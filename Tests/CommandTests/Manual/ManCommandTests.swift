import ProgramTesting
import Testing

@testable import schedctl

/// `schedctl man` on a terminal, where man(1) shows the page.
@Suite struct ManCommandTests {
  private func run(in folder: WorkFolder) -> ProgramRun {
    var run = ProgramRun("man", "schedctl.time")
    run.environment["PATH"] = folder.path
    run.output = .terminal(columns: 80)
    return run
  }

  @Test func `on a terminal man shows the page, and its exit code counts`() throws {
    let folder = try WorkFolder()
    try folder.write("#!/bin/sh\necho \"$0 $*\"\n/bin/cat\nexit 3\n".utf8, to: "man", permissions: 0o755)
    let outcome = try run(in: folder).outcome()
    #expect(outcome == Outcome(.exit(3), output: "\(folder.path)/man -l -\n\(ManualPage.time.roff)"))
  }

  @Test func `a signal that we ignore is not ignored by man`() throws {
    let folder = try WorkFolder()
    try folder.write("#!/bin/sh\nkill -PIPE $$\n".utf8, to: "man", permissions: 0o755)
    #expect(try run(in: folder).outcome().end == .signal(13))
  }

  @Test func `where there is no man the page is printed`() throws {
    let run = try run(in: WorkFolder())
    #expect(try run.outcome() == Outcome(.exit(0), output: ManualPage.time.roff))
    var verbose = run
    verbose.arguments.append("-v")
    #expect(try verbose.outcome().messages == "schedctl: cannot run 'man': no such file or directory\n")
  }
}
