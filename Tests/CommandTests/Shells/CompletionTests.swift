import ProgramTesting
import Testing

@testable import schedctl

/// The shells themselves say what they would offer; those that are not installed are left out.
@Suite struct CompletionTests {
  private func folder() throws -> WorkFolder {
    let folder = try WorkFolder()
    try folder.write("[profile.lectures]\n[profile.study]\n", to: "study.toml")
    try folder.write("[profile.exam]\n", to: "my week/exam.toml")
    return folder
  }

  @Test(.enabled(if: BashSession.isInstalled, "bash is not installed"), arguments: CompletionCase.all)
  func `bash offers the words that fit`(this: CompletionCase) throws {
    #expect(try BashSession(in: folder()).offered(for: this.line) == this.offered)
  }

  @Test(.enabled(if: ZshSession.isInstalled, "zsh is not installed"), arguments: CompletionCase.all)
  func `zsh offers the words that fit`(this: CompletionCase) throws {
    #expect(try ZshSession(in: folder()).offered(for: this.line).map(\.word) == this.offered)
  }

  @Test(.enabled(if: FishSession.isInstalled, "fish is not installed"), arguments: CompletionCase.all)
  func `fish offers the completions that fit the command line`(this: CompletionCase) throws {
    #expect(try FishSession(in: folder()).offered(for: this.line).map(\.word) == this.offered)
  }

  @Test(.enabled(if: ZshSession.isInstalled && FishSession.isInstalled, "zsh or fish is not installed"))
  func `zsh and fish show a summary of each word`() throws {
    for (line, summary) in CompletionCase.summaries {
      #expect(try ZshSession(in: folder()).offered(for: line).map(\.summary) == [summary])
      #expect(try FishSession(in: folder()).offered(for: line).map(\.summary) == [summary])
    }
  }

  @Test(.enabled(if: BashSession.isInstalled, "bash is not installed"))
  func `bash offers every form of each option after a dash`() throws {
    let forms = (IntervalQuery.options + Option.common).flatMap(\.forms).sorted()
    #expect(try BashSession(in: folder()).offered(for: "schedctl next -") == forms)
    #expect(try BashSession(in: folder()).offered(for: "schedctl next -- -") == [])
  }

  @Test(.enabled(if: BashSession.hasLoader, "bash-completion is not installed"))
  func `bash-completion finds the script by its name`() throws {
    #expect(try BashSession(in: folder()).loaded() == "complete -F _schedctl schedctl\n")
  }

  @Test(.enabled(if: ZshSession.isInstalled, "zsh is not installed"))
  func `zsh also accepts the script from a source command`() throws {
    #expect(try ZshSession(in: folder(), isSourced: true).offered(for: "schedctl ne").map(\.word) == ["next"])
  }

  @Test func `an option takes a value in all commands or in none, as the completion scripts assume`() {
    let options = Option.common + CommandTable.commands.flatMap(\.options)
    for option in options {
      for other in options where other.name == option.name || (other.letter != nil && other.letter == option.letter) {
        #expect((other.value == nil) == (option.value == nil), "--\(option.name), --\(other.name)")
      }
    }
  }

  @Test func `each argument of a command has a kind`() {
    for command in CommandTable.commands {
      #expect(command.argumentKinds.isEmpty == (command.argumentCount.upperBound == 0), "\(command.name)")
      #expect(command.argumentKinds.count <= command.argumentCount.upperBound, "\(command.name)")
    }
  }
}
