import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about keys, the types of their values, and files that are read together.
  static let keys = all([
    .unknownKey: """
    an unknown key
    Unknown keys are errors: if a misspelt key were ignored, its default would stay in force and you would not notice. \
    Correct the name, or remove the line. Your own keys begin with 'x-' and are kept for programs that read them.
    ---
    [profile.work]
    windows = ["mon-fri 09:00-17:00"]
    ---
    [profile.work]
    window = ["mon-fri 09:00-17:00"]
    """,
    .requiredKey: """
    a table without a key that it needs
    A window needs 'start' and 'end', a break 'length', a hook 'on' and 'run', because no default would suit everyone. \
    Add the key that the message names.
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
    .missingAdapter: """
    an adapter that this version does not have
    The language has names of adapters that are not built yet. Such a name is kept, and nothing acts on it: a list with \
    no other adapter computes the shield and enforces nothing. Name an adapter that this version has as well, or \
    leave the name out.
    ---
    [enforce]
    adapters = ["hosts", "shield-page"]
    ---
    [enforce]
    adapters = ["hosts"]
    """,
    .wrongType: """
    a value of another type than its key takes
    Every key takes one type of value, and nothing is converted: a boolean is 'true' or 'false' without quotes, a list \
    has brackets even with one element, and a date has no quotes. The message says what was expected and what was \
    found.
    ---
    [profile.work]
    window = "mon-fri 09:00-17:00"
    ---
    [profile.work]
    window = ["mon-fri 09:00-17:00"]
    """,
    .unknownVersion: """
    an unknown version of the language
    'version' says for which version of the language a file was written. This program could misread another version, \
    so it does not try. Install a newer schedctl, or leave 'version' out if the file uses only version 1.
    ---
    version = 2
    ---
    version = 1
    """,
    .definedTwice: """
    a definition in two files
    Several files are one configuration, merged table by table. Only one of them may set a top-level key or define a \
    profile, a set or a calendar: otherwise the order of the files would decide, which is easy to get wrong. Remove \
    one of the two places shown, or rename one definition.
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
    a configuration that is too large
    A configuration has at most \(ConfigurationLimits.profiles) profiles and \(ConfigurationLimits.domains) domains, \
    and a profile at most \(ConfigurationLimits.windowsPerProfile) windows and \
    \(ConfigurationLimits.urlsPerProfile) urls. These limits are far above what people \
    write, and keep evaluation fast. Above them, the program that wrote the file is usually wrong. Windows that repeat \
    weekly, or a calendar for the dates of 'on', need far fewer.
    """,
  ])
}
