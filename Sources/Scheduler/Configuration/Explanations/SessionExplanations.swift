import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about keys with a choice or a number, and the tables of sessions, keys and hooks.
  static let sessions = all([
    .unknownChoice: """
    a word that the key does not know
    Some keys take one of a few words: 'lock', 'overlap', 'type' of a strategy, the events of a hook. The message \
    offers the nearest one, or lists them.
    ---
    [profile.exam]
    lock = "hard"

    [profile.exam.block]
    sets = ["social"]
    ---
    [profile.exam]
    lock = "remote"

    [profile.exam.block]
    sets = ["social"]
    """,
    .outOfRange: """
    a number or a length that cannot be
    Counts and lengths have limits: no break of no time, no timer of more than seven days, no pomodoro without a \
    round. The message says which values are possible.
    ---
    [profile.work.block]
    sets = ["social"]

    [profile.work.break]
    length = "0s"
    ---
    [profile.work.block]
    sets = ["social"]

    [profile.work.break]
    length = "5m"
    """,
    .lengthAboveBudget: """
    a break longer than all breaks together
    'length' is the longest single break, 'budget' the total of a session. A longer single break could never be taken. \
    Without 'budget' the length is the total.
    ---
    [profile.work.block]
    sets = ["social"]

    [profile.work.break]
    length = "30m"
    budget = "15m"
    ---
    [profile.work.block]
    sets = ["social"]

    [profile.work.break]
    length = "15m"
    budget = "30m"
    """,
    .invalidDigest: """
    a 'sha256' that is none
    A key is kept as the SHA-256 of its content, so that the file does not give it away: 64 hexadecimal digits, as \
    'sha256sum' prints them. It is not the content itself.
    ---
    [profile.work.block]
    sets = ["social"]

    [[profile.work.unlock]]
    sha256 = "desk tag"
    ---
    [profile.work.block]
    sets = ["social"]

    [[profile.work.unlock]]
    name = "desk tag"
    sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
    """,
    .emptyList: """
    a hook on nothing, or that runs nothing
    A hook needs at least one event in 'on', and in 'run' at least a program. Remove the whole hook if it is not wanted.
    ---
    [[hook]]
    on = []
    run = ["/usr/bin/logger", "{event}"]
    ---
    [[hook]]
    on = ["sessionDidEnd"]
    run = ["/usr/bin/logger", "{event}"]
    """,
    .unknownPlaceholder: """
    a name in braces that nothing is known for
    In the arguments of a hook a name in braces is replaced: {event}, {profile} and others. An unknown one would reach \
    the program as it is, which is hardly meant. Braces around anything but letters are left alone.
    ---
    [[hook]]
    on = ["sessionDidEnd"]
    run = ["/usr/bin/logger", "{profil}"]
    ---
    [[hook]]
    on = ["sessionDidEnd"]
    run = ["/usr/bin/logger", "{profile}"]
    """,
  ])

  /// Explanations of the consequences of a strict lock.
  static let locks = all([
    .strictWithoutCooldown: """
    a strict profile whose edits need no patience
    While a strict session runs, edits that loosen it wait. Between sessions they take effect at once, unless \
    'cooldown' says how long they wait: without one, a minute before the window is time enough to remove it.
    ---
    [profile.exam]
    lock = "strict"
    strategy = { type = "timer", length = "2h" }
    block = { sets = ["social"] }
    ---
    [profile.exam]
    lock = "strict"
    cooldown = "1h"
    strategy = { type = "timer", length = "2h" }
    block = { sets = ["social"] }
    """,
    .strictWithoutWayOut: """
    a strict profile that nothing ends early
    No key stops the session and 'uses = 0' leaves no emergency: until its end only breaks help, if there are any. \
    Nothing has to change if that is meant.
    ---
    [emergency]
    uses = 0

    [profile.exam]
    lock = "strict"
    cooldown = "1h"
    strategy = { type = "timer", length = "2h" }
    block = { sets = ["social"] }
    ---
    [emergency]
    uses = 1

    [profile.exam]
    lock = "strict"
    cooldown = "1h"
    strategy = { type = "timer", length = "2h" }
    block = { sets = ["social"] }
    """,
    .strictNeedsLength: """
    a strict profile that is started without an end
    A manual start runs until it is stopped, and a strict session cannot be stopped. 'schedctl start' therefore asks \
    for '--for' with such a profile. Windows are not concerned. A timer strategy gives the length once and for all.
    ---
    [profile.exam]
    lock = "strict"
    cooldown = "1h"
    block = { sets = ["social"] }
    ---
    [profile.exam]
    lock = "strict"
    cooldown = "1h"
    strategy = { type = "timer", length = "2h" }
    block = { sets = ["social"] }
    """,
  ])
}
