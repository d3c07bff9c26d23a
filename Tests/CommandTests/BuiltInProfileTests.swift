import ProgramTesting
import Testing

/// The profiles that are there without being defined.
@Suite struct BuiltInProfileTests {
  private func outcome(_ words: String..., text: String = "") throws -> Outcome {
    var run = ProgramRun(arguments: words + (words.first == "check" ? ["-"] : ["--config", "-"]))
    run.input = .bytes(Array(text.utf8))
    return try run.outcome()
  }

  @Test func `a configuration without profiles lists the built-in profiles`() throws {
    let output = """
      <stdin> · system (UTC)

      profile  name             windows  apps  categories  domains  state
      focus    🎯 Focus         0        18    0           68       built-in
      social   💬 Social media  0        6     0           18       built-in

      """
    #expect(try outcome("profiles") == Outcome(.exit(0), output: output))
  }

  @Test func `the identities of built-in profiles derive from their keys`() throws {
    let output = try outcome("profiles", "--json").output
    #expect(output.contains("{\"profile\":\"focus\",\"id\":\"2c9298d3-0803-5f16-b2a3-da5f375261a9\""))
    #expect(output.split(separator: "\n").allSatisfy { $0.hasSuffix("\"builtIn\":true}") })
  }

  @Test func `built-in profiles use your own set in place of the built-in set of that name`() throws {
    let output = try outcome("profiles", text: "[set.social]\ndomains = [\"a.example\"]\n").output
    #expect(output.contains("social   💬 Social media  0        0     0           1        built-in\n"))
    #expect(output.contains("focus    🎯 Focus         0        12    0           51       built-in\n"))
  }

  @Test func `your own profile replaces the built-in profile of the same key, and check notes it`() throws {
    let text = "[profile.focus]\nname = \"Mine\"\n[profile.focus.block]\napps = \"all\"\n"
    let output = try outcome("profiles", text: text).output
    #expect(output.contains("focus    Mine             0        all   0           0        enabled\n"))
    #expect(output.matches(of: /focus/).count == 1 && output.contains("social"))
    let check = try outcome("check", text: text)
    #expect(check.end == .exit(0))
    #expect(check.messages.hasPrefix("note[replaces-builtin]: this profile takes the place of the built-in 'focus'\n"))
    #expect(check.messages.hasSuffix("\n1 note\n"))
  }

  @Test func `built-in profiles cause no diagnostics and have no intervals`() throws {
    #expect(try outcome("check", text: "# nothing of its own\n").messages.isEmpty)
    #expect(try outcome("next", "--from", "2026-11-23").output.hasSuffix("\n\nno intervals\n"))
    #expect(try outcome("next", "--profile", "focus", "--from", "2026-11-23").output.hasSuffix("\n\nno intervals\n"))
    let misspelt = try outcome("next", "--profile", "focsu")
    #expect(misspelt.messages == "schedctl: there is no profile 'focsu'\nhelp: did you mean 'focus'?\n")
  }
}
