import SchedulerInstance

extension Subcommand {
  static let doctor = Subcommand(
    name: "doctor", arguments: "", argumentCount: 0...0, summary: "Check that everything works",
    discussion: """
      Checks the configuration, the state directory with its journal and history, the shield on disk, the clocks, the zone and
      the consent. Prints a line for each finding: ok, note (worth knowing) or problem (needs action), with a remedy. It
      changes nothing.

      '--json' prints an object per finding, with code, gravity, text and remedy, which may be null. Exits with 1 if there
      is a problem, else with 0.
      """,
    examples: [("schedctl doctor", "what is well, and what is not")], run: runDoctor)
}

private func runDoctor(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let instance = try session.instance(invocation)
  let (inspection, error) = try CommandFailure.mapping(instance.inspect())
  if let error { session.reportDetails(of: CommandFailure(error)) }
  let findings = inspection.findings
  if invocation.has(.json) {
    for finding in findings { session.output.write(finding) }
  } else {
    let at = ZonedText(inspection.now, in: inspection.zone)
    let heading =
      "\(inspection.configuration.title) · \(inspection.zone.identifier) · \(at.day) \(at.time) · state in "
      + instance.directory
    session.output.write(lines: heading)
    session.output.write("\n")
    for finding in findings { session.output.write(row: finding) }
  }
  return findings.contains { $0.gravity == .problem } ? .no : .success
}

extension TextOutput {
  private static let gravityWidth = 9

  /// Writes a finding as a JSON object.
  fileprivate mutating func write(_ finding: Finding) {
    jsonLine { json in
      json.member("code", value: finding.code.rawValue)
      json.member("gravity", value: finding.gravity.rawValue)
      json.member("text", value: finding.text)
      json.member("remedy", orNull: finding.remedy)
    }
  }

  /// Writes a finding as text, followed by a line with its remedy.
  fileprivate mutating func write(row finding: Finding) {
    write(lines: finding.text, after: finding.gravity.rawValue)
    if let remedy = finding.remedy { write(lines: "help: " + remedy, after: "") }
  }

  /// Writes a wrapped text in a column to the right of a word.
  private mutating func write(lines text: String, after word: String) {
    let width = columns.map { max(1, $0 - Self.gravityWidth) } ?? .max
    for (index, line) in PrintableText.printable(text).wrapped(toColumns: width).enumerated() {
      write((index == 0 ? word : "").padded(to: Self.gravityWidth) + line + "\n")
    }
  }

  fileprivate mutating func write(lines text: String) {
    for line in PrintableText.printable(text).wrapped(toColumns: columns ?? .max) { write(line + "\n") }
  }
}
