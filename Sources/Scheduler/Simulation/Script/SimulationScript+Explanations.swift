import SchedulerDiagnostics

extension SimulationScript {
  /// The explanations of the codes that only the reading of a script reports.
  public static let explanations = DiagnosticExplanation.all([
    .scriptTime: """
    a time of a script that cannot be read
    Each line of a script begins with a time in the form that options take: '2026-11-23 09:00', '09:00', \
    'tomorrow 9:00', RFC 3339, or '+5m', which is from the line above on. Words that begin with a digit belong to it.
    """,
    .scriptOrder: """
    a line of a script that stands too late
    Lines stand in the order in which they happen, none before the start of the simulation, and none while the machine \
    sleeps or is off: 'suspend', 'reboot' and 'power-cut' take their time.
    """,
    .scriptEnd: """
    lines of a script behind the end
    The simulation ends before '--until'. Later steps of the script are left out, and reported once.
    """,
    .unknownAction: """
    an action that no script has
    Behind the time stands an action, such as 'break', 'clock' or 'crash'; 'schedctl help simulate' lists them.
    """,
    .scriptWords: """
    too few or too many words
    An action has the arguments and options of its form, such as 'start P [--for D]'. A text with blanks stands in \
    double quotes, which end on the same line.
    """,
    .scriptOption: """
    an option that the action does not have
    Options begin with '--', stand behind the action in any order, and each at most once: '--for 45m', '--for=45m'.
    """,
    .scriptValue: """
    a word of a script that is no such value
    Where a word has to be one of some, or a number, nothing else is taken. File operations are counted from the next \
    one, which is 1.
    """,
    .unknownProfile: """
    a profile that no configuration has
    A command of a script names a profile that neither the configuration nor one that the script loads defines, and \
    that is not built in. Most often it is misspelt.
    """,
  ])
}
