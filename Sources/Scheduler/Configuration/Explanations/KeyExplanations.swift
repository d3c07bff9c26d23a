import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about keys, the types of their values, and files that are read together.
  static let keys = all([
    .unknownKey: """
    a key that the language does not have
    Keys are never ignored: a misspelt one would leave its default in force without a word. Correct the name, or \
    remove the line. Keys of your own begin with 'x-' and are kept for programs that read them.
    ---
    [profile.work]
    windows = ["mon-fri 09:00-17:00"]
    ---
    [profile.work]
    window = ["mon-fri 09:00-17:00"]
    """,
    .requiredKey: """
    a table without a key that it needs
    A window needs 'start' and 'end', a break its 'length', a hook 'on' and 'run': no default would be a good guess. \
    Add the key that is named.
    ---
    [[profile.work.window]]
    days = "mon-fri"
    start = "09:00"
    ---
    [[profile.work.window]]
    days = "mon-fri"
    start = "09:00"
    end = "17:00"
    """,
    .wrongType: """
    a value of another kind than its key takes
    Every key takes one kind of value, and nothing is converted: a yes or no is 'true' or 'false' without quotes, a \
    list stands in brackets even if it has one element, a date has no quotes. The message says what was expected and \
    what was found.
    ---
    [profile.work]
    window = "mon-fri 09:00-17:00"
    ---
    [profile.work]
    window = ["mon-fri 09:00-17:00"]
    """,
    .unknownVersion: """
    a version of the language that this program does not know
    'version' says for which version of the language a file was written. This program would read another one wrongly, \
    so it does not try. Install a newer schedctl, or leave 'version' out if the file keeps to version 1.
    ---
    version = 2
    ---
    version = 1
    """,
    .definedTwice: """
    the same thing in two files
    Several files are one configuration, merged table by table. A key at the top, a profile, a set or a calendar is \
    given in one of them only: which file would win depends on their order, which is easy to get wrong. Remove one of \
    the two places shown, or give one of them another name.
    ---
    # base.toml
    [set.feeds]
    domains = ["reddit.com"]

    # evening.toml
    [set.feeds]
    domains = ["youtube.com"]
    ---
    # base.toml
    [set.feeds]
    domains = ["reddit.com"]

    # evening.toml
    [set.videos]
    domains = ["youtube.com"]
    """,
    .tooMany: """
    more than a configuration may hold
    A configuration has at most \(ConfigurationLimits.profiles) profiles and \(ConfigurationLimits.domains) domains, \
    and a profile at most \(ConfigurationLimits.windowsPerProfile) windows: far more than people write, and few enough \
    that evaluating them stays quick. A larger number is nearly always a mistake of the program that wrote the file. \
    Windows that repeat weekly, or a calendar for the dates of 'on', need far fewer.
    """,
  ])
}
