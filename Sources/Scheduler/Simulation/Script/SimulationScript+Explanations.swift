import SchedulerDiagnostics

extension SimulationScript {
  /// The explanations of the codes that only the reading of a script reports.
  public static let explanations = DiagnosticExplanation.all([
    .scriptTime: """
    a time that cannot be read in a script
    Each line of a script begins with a time in the form that options take: '2026-11-23 09:00', '09:00', 'tomorrow \
    9:00', RFC 3339, or '+5m', which counts from the line above. Following words that begin with a digit belong to the \
    time.
    """,
    .scriptOrder: """
    a line of a script that is out of order
    Lines are in the order in which they happen. No line comes before the start of the simulation, or while the \
    machine sleeps or is off after 'suspend', 'reboot' or 'power-cut'.
    """,
    .scriptEnd: """
    lines of a script after the end
    The simulation ends before '--until'. Later lines of the script are left out, with one warning for all of them.
    """,
    .unknownAction: """
    an unknown action in a script
    After the time comes an action, such as 'break', 'clock' or 'crash'; 'schedctl help simulate' lists them.
    """,
    .scriptWords: """
    too few or too many words
    An action has the arguments and options of its form, such as 'start P [--for D]'. A text with blanks needs double \
    quotes, which end on the same line.
    """,
    .scriptOption: """
    an option that the action does not have
    Options begin with '--' and follow the action in any order, each at most once: '--for 45m', '--for=45m'.
    """,
    .scriptValue: """
    a word of a script that is not a valid value
    The word has to be a number, or one of the words that the message lists. File operations are counted from the next \
    one, which is 1.
    """,
    .unknownProfile: """
    a profile that is not defined
    A command of a script names a profile that is not built in, and that neither the configuration nor one that the \
    script loads defines. Check the spelling.
    """,
  ])
}
