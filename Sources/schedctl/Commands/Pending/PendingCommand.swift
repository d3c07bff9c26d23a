import SchedulerInstance

extension Subcommand {
  static let pending = Subcommand(
    name: "pending", arguments: "", argumentCount: 0...0, summary: "List pending changes of the configuration",
    discussion: """
      Lists the changes of the configuration that are not in force yet. A change that loosens a profile waits until the strict
      session of the profile ends and its 'cooldown' has passed; a change that concerns all profiles waits for all strict
      sessions and for the longest cooldown. A limit of a strict profile that was used up counts as a strict session until
      its period ends. The command reads the state directory and changes nothing.

      Each line of '--json', and of '--csv' with the same columns, has profile (empty for changes that concern all profiles),
      key, old, new, since, until (empty if it waits for a session without an end), sessions, file, line and limits (those
      that were used up, for which it waits). The key is one of the configuration, or 'profile' if a profile is removed or
      renamed. Exits with 0 in any case.
      """,
    options: [.csv],
    examples: [
      ("schedctl pending", "what waits, and until when"),
      ("schedctl pending --json", "the same as JSON"),
    ], run: runPending)
}

private func runPending(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  try invocation.refuseTwoFormats()
  let view = try session.view(session.instance(invocation))
  let entries = PendingEntry.all(in: view)
  if invocation.has(.json) {
    for entry in entries {
      session.output.valueLine { entry.line.write(to: &$0, in: entry.zone) }
    }
  } else if invocation.has(.csv) {
    session.output.write(PendingEntry.columns.joined(separator: ",") + "\r\n")
    for entry in entries { session.output.write(entry.csv + "\r\n") }
  } else {
    write(entries, in: view, to: &session.output)
  }
  return .success
}

private func write(_ entries: [PendingEntry], in view: StateView, to output: inout TextOutput) {
  output.write(view.heading(columns: output.columns) + "\n")
  var table = TextTable(["profile", "since", "until", "by", "change"])
  for entry in entries {
    table.add([
      entry.line.profile.isEmpty ? "(all)" : entry.line.profile, view.words(entry.line.since, in: entry.zone),
      entry.untilText(in: view), entry.placeText, entry.words,
    ])
  }
  output.writeLastPage(of: &table, ifEmpty: "nothing waits\n")
}
