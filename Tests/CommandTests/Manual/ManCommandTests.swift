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

  /// Puts a program in place of man(1). A process of its own writes it: a file that this one had just written could still
  /// be open in a child of another test, and could then not be run.
  private func folder(withMan script: String) throws -> WorkFolder {
    let folder = try WorkFolder()
    let writing = "printf '#!/bin/sh\\n%s\\n' \"$1\" > man && chmod +x man"
    _ = try InstalledProgram("sh").run(["-c", writing, "sh", script], in: folder)
    return folder
  }

  @Test func `on a terminal man shows the page, and its exit code counts`() throws {
    let folder = try folder(withMan: "echo \"$0 $*\"; /bin/cat; exit 3")
    let outcome = try run(in: folder).outcome()
    #expect(outcome == Outcome(.exit(3), output: "\(folder.path)/man -l -\n\(ManualPage.time.roff)"))
  }

  @Test func `a signal that we ignore is not ignored by man`() throws {
    #expect(try run(in: folder(withMan: "kill -PIPE $$")).outcome().end == .signal(13))
  }

  @Test func `where there is no man the page is printed`() throws {
    let run = try run(in: WorkFolder())
    #expect(try run.outcome() == Outcome(.exit(0), output: ManualPage.time.roff))
    var verbose = run
    verbose.arguments.append("-v")
    #expect(try verbose.outcome().messages == "schedctl: cannot run 'man': no such file or directory\n")
  }
}
