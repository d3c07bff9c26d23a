import ProgramTesting
import Testing

@testable import schedctl

/// `schedctl man` on a terminal, where man(1) shows the page.
@Suite struct ManCommandTests {
  /// The outcome on a terminal with nothing else in `$PATH` than the folder, which is kept until then.
  private func outcome(in folder: WorkFolder, _ options: String...) throws -> Outcome {
    var run = ProgramRun(arguments: ["man", "schedctl.time"] + options)
    run.environment["PATH"] = folder.path
    run.output = .terminal(columns: 80)
    return try withExtendedLifetime(folder) { try run.outcome() }
  }

  /// Puts a program in place of man(1). A process of its own writes it: a file that this one had just written could still
  /// be open in a child of another test, and could then not be run.
  private func folder(withMan script: String) throws -> WorkFolder {
    let folder = try WorkFolder()
    let writing = "printf '#!/bin/sh\\n%s\\n' \"$1\" > man && chmod +x man"
    _ = try InstalledProgram("sh").run(["-c", writing, "sh", script], in: folder)
    return folder
  }

  @Test func `on a terminal the man program shows the page, and its exit code is returned`() throws {
    let outcome = try outcome(in: folder(withMan: "echo \"${0##*/} $*\"; /bin/cat; exit 3"))
    #expect(outcome == Outcome(.exit(3), output: "man -l -\n\(ManualPage.time.roff)"))
  }

  @Test func `man does not inherit the signals that schedctl ignores`() throws {
    #expect(try outcome(in: folder(withMan: "kill -PIPE $$")).end == .signal(13))
  }

  @Test func `if there is no man program, man prints the page`() throws {
    let folder = try WorkFolder()
    #expect(try outcome(in: folder) == Outcome(.exit(0), output: ManualPage.time.roff))
    #expect(try outcome(in: folder, "-v").messages == "schedctl: cannot run 'man': no such file or directory\n")
  }
}
