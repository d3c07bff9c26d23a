import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about keys with a choice or a number, and the tables of sessions, keys and hooks.
  static let sessions = all([
    .unknownChoice: """
    an unknown word
    Some keys take one of a few words: 'lock', 'overlap', 'type' of a strategy, the events of a hook. The message \
    offers the nearest word, or lists them all.
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
    a number or a length out of range
    Counts and lengths have limits: a break is longer than 0 seconds, a timer at most seven days, and a pomodoro has \
    at least one round. The message gives the allowed values.
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
    'length' is the longest single break, 'budget' the total of a session. A single break longer than the budget could \
    never be taken in full. Without 'budget' the length is the total.
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
    a 'sha256' that is not a digest
    The file keeps the SHA-256 of a key and not the key itself, so that it does not reveal the key: 64 hexadecimal \
    digits, as 'sha256sum' prints them.
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
    a hook without an event or a program
    A hook needs at least one event in 'on' and a program in 'run'. If you do not want the hook, remove all of it.
    ---
    [[hook]]
    on = []
    run = ["/usr/bin/logger", "{event}"]
    ---
    [[hook]]
    on = ["sessionDidEnd"]
    run = ["/usr/bin/logger", "{event}"]
    """,
    .unknownKind: """
    a kind of activity that schedctl does not deliver
    'activities' of a hook selects intervals and phases by kind: schedule, strategy, break, pause or access. Another \
    kind exists only in a program that registers it, so with schedctl alone such a hook is never run.
    ---
    [[hook]]
    activities = ["shedule"]
    on = ["intervalDidStart"]
    run = ["/usr/bin/logger", "{kind}"]
    ---
    [[hook]]
    activities = ["schedule"]
    on = ["intervalDidStart"]
    run = ["/usr/bin/logger", "{kind}"]
    """,
    .unknownPlaceholder: """
    an unknown name in braces
    In the arguments of a hook a name in braces is replaced: {event}, {profile} and others. An unknown name would \
    reach the program unchanged, which is probably a mistake. Braces around anything but letters are left alone.
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
    a strict profile without a cooldown
    While a strict session runs, edits that loosen its profile wait until it ends. Between sessions they take effect \
    at once, unless 'cooldown' delays them: without it, the window can be removed a minute before it starts.
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
    a strict profile that cannot be ended early
    No key stops the session, and 'uses = 0' allows no emergency unlock. Until the session ends only breaks interrupt \
    it, if the profile has any. Nothing has to change if you intend that.
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
    a strict profile that can be started without an end
    A session that you start by hand runs until you stop it, and a strict session cannot be stopped. So 'schedctl \
    start' requires '--for' for such a profile. Windows are not affected. A timer strategy sets the length once and \
    for all.
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
