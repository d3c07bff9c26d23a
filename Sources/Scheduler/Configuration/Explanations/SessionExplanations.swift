import SchedulerDiagnostics

extension DiagnosticExplanation {
  /// Explanations about keys with a choice or a number, and the tables of sessions, keys and hooks.
  static let sessions: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .unknownChoice, title: "a word that the key does not know",
      meaning: """
        Some keys take one of a few words: 'lock', 'overlap', 'type' of a strategy, the events of a hook. The message \
        offers the nearest one, or lists them.
        """,
      wrong: """
        [profile.exam]
        lock = "hard"

        [profile.exam.block]
        sets = ["social"]
        """,
      right: """
        [profile.exam]
        lock = "remote"

        [profile.exam.block]
        sets = ["social"]
        """),
    DiagnosticExplanation(
      code: .outOfRange, title: "a number or a length that cannot be",
      meaning: """
        Counts and lengths have limits: no break of no time, no timer of more than seven days, no pomodoro without a \
        round. The message says which values are possible.
        """,
      wrong: """
        [profile.work.block]
        sets = ["social"]

        [profile.work.break]
        length = "0s"
        """,
      right: """
        [profile.work.block]
        sets = ["social"]

        [profile.work.break]
        length = "5m"
        """),
    DiagnosticExplanation(
      code: .lengthAboveBudget, title: "a break longer than all breaks together",
      meaning: """
        'length' is the longest single break, 'budget' the total of a session. A longer single break could never be taken. \
        Without 'budget' the length is the total.
        """,
      wrong: """
        [profile.work.block]
        sets = ["social"]

        [profile.work.break]
        length = "30m"
        budget = "15m"
        """,
      right: """
        [profile.work.block]
        sets = ["social"]

        [profile.work.break]
        length = "15m"
        budget = "30m"
        """),
    DiagnosticExplanation(
      code: .invalidDigest, title: "a 'sha256' that is none",
      meaning: """
        A key is kept as the SHA-256 of its content, so that the file does not give it away: 64 hexadecimal digits, as \
        'sha256sum' prints them. It is not the content itself.
        """,
      wrong: """
        [profile.work.block]
        sets = ["social"]

        [[profile.work.unlock]]
        sha256 = "desk tag"
        """,
      right: """
        [profile.work.block]
        sets = ["social"]

        [[profile.work.unlock]]
        name = "desk tag"
        sha256 = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        """),
    DiagnosticExplanation(
      code: .emptyList, title: "a hook on nothing, or that runs nothing",
      meaning: """
        A hook needs at least one event in 'on', and in 'run' at least a program. Remove the whole hook if it is not wanted.
        """,
      wrong: """
        [[hook]]
        on = []
        run = ["/usr/bin/logger", "{event}"]
        """,
      right: """
        [[hook]]
        on = ["sessionDidEnd"]
        run = ["/usr/bin/logger", "{event}"]
        """),
    DiagnosticExplanation(
      code: .unknownPlaceholder, title: "a name in braces that nothing is known for",
      meaning: """
        In the arguments of a hook a name in braces is replaced: {event}, {profile} and others. An unknown one would reach \
        the program as it is, which is hardly meant. Braces around anything but letters are left alone.
        """,
      wrong: """
        [[hook]]
        on = ["sessionDidEnd"]
        run = ["/usr/bin/logger", "{profil}"]
        """,
      right: """
        [[hook]]
        on = ["sessionDidEnd"]
        run = ["/usr/bin/logger", "{profile}"]
        """),
  ]

  /// Explanations of the consequences of a strict lock.
  static let locks: [DiagnosticExplanation] = [
    DiagnosticExplanation(
      code: .strictWithoutCooldown, title: "a strict profile whose edits need no patience",
      meaning: """
        While a strict session runs, edits that loosen it wait. Between sessions they take effect at once, unless \
        'cooldown' says how long they wait: without one, a minute before the window is time enough to remove it.
        """,
      wrong: """
        [profile.exam]
        lock = "strict"
        strategy = { type = "timer", length = "2h" }
        block = { sets = ["social"] }
        """,
      right: """
        [profile.exam]
        lock = "strict"
        cooldown = "1h"
        strategy = { type = "timer", length = "2h" }
        block = { sets = ["social"] }
        """),
    DiagnosticExplanation(
      code: .strictWithoutWayOut, title: "a strict profile that nothing ends early",
      meaning: """
        No key stops the session and 'uses = 0' leaves no emergency: until its end only breaks help, if there are any. \
        Nothing has to change if that is meant.
        """,
      wrong: """
        [emergency]
        uses = 0

        [profile.exam]
        lock = "strict"
        cooldown = "1h"
        strategy = { type = "timer", length = "2h" }
        block = { sets = ["social"] }
        """,
      right: """
        [emergency]
        uses = 1

        [profile.exam]
        lock = "strict"
        cooldown = "1h"
        strategy = { type = "timer", length = "2h" }
        block = { sets = ["social"] }
        """),
    DiagnosticExplanation(
      code: .strictNeedsLength, title: "a strict profile that is started without an end",
      meaning: """
        A manual start runs until it is stopped, and a strict session cannot be stopped. 'schedctl start' therefore asks \
        for '--for' with such a profile. Windows are not concerned. A timer strategy gives the length once and for all.
        """,
      wrong: """
        [profile.exam]
        lock = "strict"
        cooldown = "1h"
        block = { sets = ["social"] }
        """,
      right: """
        [profile.exam]
        lock = "strict"
        cooldown = "1h"
        strategy = { type = "timer", length = "2h" }
        block = { sets = ["social"] }
        """),
  ]
}
