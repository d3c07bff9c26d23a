import Foundation
import ProgramTesting
import Testing

/// The snippets of the page on status bars, run as the bars and shells run them, but for `--follow`: once.
@Suite struct StatusBarTests {
  /// A machine on which a session runs, and what a snippet prints there.
  private static func output(of script: String, by shell: [String] = ["/bin/sh"]) throws -> String {
    let folder = try WorkFolder()
    try folder.write(
      Array(
        "timezone = \"UTC\"\n[profile.reading]\nwindow = [\"00:00-24:00\"]\nblock.domains = [\"a.example\"]\n".utf8),
      to: "week.toml")
    var run = ProgramRun(arguments: [])
    run.folder = folder.path
    run.environment["SCHEDCTL_CONFIG"] = folder.path + "/week.toml"
    run.environment["STATE_DIRECTORY"] = folder.path + "/state"
    let start = "program=$0\nschedctl() { \"$program\" \"$@\"; }\nschedctl run --once -q\n"
    run.launcher = shell + ["-c", start + script]
    let outcome = try run.outcome()
    #expect(outcome.end == .exit(0) && outcome.messages == "", "\(outcome)")
    return outcome.output
  }

  private static func text(of name: String) throws -> String {
    let page = try #require(Page.all.first { $0.name.hasSuffix("status-bars.md") })
    let block = try #require(page.blocks.first { $0.remarks["file"] == name }, "\(name)")
    return block.text
  }

  /// The command of a snippet behind a text, without what makes it go on.
  private static func command(of name: String, behind start: String, until end: Character) throws -> String {
    let text = try text(of: name)
    let command = try #require(text.range(of: start).map { text[$0.upperBound...].prefix { $0 != end } })
    #expect(command.contains(" --follow"))
    return command.replacingOccurrences(of: " --follow", with: "")
  }

  @Test func `waybar gets a JSON object with the keys that it knows`() throws {
    let settings = try JSONSerialization.jsonObject(with: Data(Self.text(of: "waybar.json").utf8)) as? [String: Any]
    #expect((settings?["custom/schedctl"] as? [String: Any])?["return-type"] as? String == "json")
    let command = try Self.command(of: "waybar.json", behind: "\"exec\": \"", until: "\"")
    let line = try Self.output(of: command)
    #expect(line.hasSuffix("\n") && line.dropLast().allSatisfy { $0 != "\n" })
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    #expect(Set(object?.keys.map(\.self) ?? []) == ["text", "alt", "tooltip", "class", "percentage"])
    #expect((object?["text"] as? String)?.hasSuffix(" reading") == true)
    #expect(object?["percentage"] is Int && object?["class"] is [String])
  }

  @Test(arguments: [
    ("i3blocks.conf", "command=", Character("\n")), ("tmux.conf", "#(", ")"), ("polybar.ini", "exec = ", "\n"),
  ])
  func `i3blocks, tmux and polybar get one line`(name: String, start: String, end: Character) throws {
    let line = try Self.output(of: Self.command(of: name, behind: start, until: end))
    #expect(line.hasSuffix(" reading\n") && line.dropLast().allSatisfy { $0 != "\n" }, "\(line)")
    if name == "polybar.ini" { #expect(line.hasPrefix("%{F#") && line.contains("%{F-}")) }
  }

  @Test(arguments: [
    ("prompt.bash", ["/bin/bash"], "printf '%s\\n' \"${PS1@P}\""),
    ("prompt.zsh", ["/usr/bin/zsh", "-f"], "print -rP -- \"$PROMPT\""),
  ])
  func `a shell prompt begins with the running profile`(name: String, shell: [String], show: String) throws {
    guard FileManager.default.isExecutableFile(atPath: shell[0]) else { return }
    let prompt = try Self.output(of: Self.text(of: name) + show, by: shell)
    #expect(prompt.hasPrefix("[") && prompt.contains(" reading] /"), "\(prompt)")
  }
}
