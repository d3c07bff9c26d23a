import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about the names of profiles, sets and calendars.
  static let identities = all([
    .invalidName: """
    a name that is not a valid handle
    The names of profiles, sets and calendars have only the letters a to z, digits, '-' and '_', so that they can be \
    typed on a command line without quotes. People see the key 'name' of a profile, which may be any text. A profile \
    whose key begins with '-', which reads as an option, or whose 'name' is empty or has control characters is \
    accepted with a warning.
    ---
    [profile."Deep Work"]
    window = ["mon-fri 09:00-12:30"]
    ---
    [profile.deep-work]
    name = "Deep Work"
    window = ["mon-fri 09:00-12:30"]
    """,
    .invalidUUID: """
    an 'id' that is not a UUID
    The identity of a profile is a UUID: 32 hexadecimal digits in five groups. Without 'id' it is derived from the \
    profile's key and stays the same as long as the key does, so most files need no 'id'.
    ---
    [profile.work]
    id = "work-1"
    ---
    [profile.work]
    id = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"
    """,
    .duplicateID: """
    two profiles with the same identity
    Sessions and history belong to a profile by its 'id', so two profiles must not share one, not even in two files. \
    The usual cause is a copied profile. Remove the 'id' line of the copy; then its id is derived from its key.
    ---
    [profile.work]
    id = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"

    [profile.study]
    id = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"
    ---
    [profile.work]
    id = "6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10"

    [profile.study]
    """,
    .invalidColor: """
    a colour that is not written as #rrggbb
    Colours are passed on unchanged to status bars and web pages, which all understand '#' and six hexadecimal digits: \
    two each for red, green and blue. Names of colours and shorter forms are not allowed.
    ---
    [profile.work]
    color = "red"
    ---
    [profile.work]
    color = "#e5484d"
    """,
  ])
}
