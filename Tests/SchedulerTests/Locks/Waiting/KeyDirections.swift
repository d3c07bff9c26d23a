import Testing

/// What an edit of a key may do at once, decided for each key of the language.
struct KeyDirection: Sendable, CustomTestStringConvertible {
  /// What becomes of an edit while loosening has to wait.
  enum Verdict: Character {
    /// It tightens, and holds at once.
    case tightens = "t"
    /// It loosens, and all of it waits.
    case waits = "w"
    /// A part of it waits.
    case waitsInPart = "p"
    /// It does neither, and holds at once.
    case neutral = "n"
    /// There is no such edit: the key has to be there.
    case impossible = "-"
  }

  /// The key with the header of its table, as the reference lists it.
  let key: String
  /// Lines with a lower and with a higher value.
  let lower: String
  let higher: String
  /// The verdicts on adding the higher value, removing it, raising the lower to it, and lowering it to that one.
  let verdicts: String
  /// What stands in the table besides.
  var beside = ""

  var testDescription: String { key }

  init(_ key: String, _ lower: String, _ higher: String, _ verdicts: String, beside: String = "") {
    self.key = key
    self.lower = lower
    self.higher = higher
    self.verdicts = verdicts
    self.beside = beside
  }

  /// A file whose table has a line, or not.
  func document(_ line: String?) -> String {
    let header = String(key.prefix { $0 != " " })
    let lines = [line ?? "", beside].filter { !$0.isEmpty }.joined(separator: "\n")
    return (Self.contexts[header] ?? "\(Self.profile)\(header)\n§\n").replacing("§", with: lines)
  }

  /// A profile that blocks something at some time.
  private static let profile = "[profile.p]\nwindow = ['mon-fri 09:00-10:00']\nblock.domains = ['a.org']\n"

  /// Whole files for tables that a plain profile before them does not make work.
  private static let contexts = [
    "": "§\n\(profile)",
    "[profile]": "§\n",
    "[set]": "§\n\(profile)block.sets = ['social']\n",
    "[calendar]": "§\n[profile.p]\nwindow = [{ start = '09:00', end = '10:00', skip = ['c'] }]\n",
    "[set.n]": "\(profile)block.sets = ['n']\n[set.n]\n§\n",
    "[calendar.n]": "[profile.p]\nwindow = [{ start = '09:00', end = '10:00', skip = ['n'] }]\n[calendar.n]\n§\n",
    "[[calendar.n.ranges]]":
      "[profile.p]\nwindow = [{ start = '09:00', end = '10:00', skip = ['n'] }]\n[[calendar.n.ranges]]\n§\n",
    "[profile.p]": "[profile.p]\n§\n",
    "[[profile.p.window]]": "[profile.p]\nblock.domains = ['a.org']\n[[profile.p.window]]\n§\n",
    "[profile.p.block]": "[profile.p]\nwindow = ['mon-fri 09:00-10:00']\n[profile.p.block]\n§\n",
    "[profile.p.limit.except]":
      "[profile.p]\n[profile.p.limit]\n\(limitOnDomain)\n[profile.p.limit.except]\n§\n",
    "[profile.p.limit.extra]":
      "[profile.p]\n[profile.p.limit]\n\(limitOnDomain)\n[profile.p.limit.extra]\n§\n",
    "[profile.p.allow]":
      "[profile.p]\nblock = { apps = ['one', 'two'], categories = ['Game'], domains = ['a.org'] }\n[profile.p.allow]\n§\n",
  ]

  private static let week = "window = ['mon-fri 09:00-10:00']\nblock.domains = ['a.org']"

  static let all = topLevel + sets + profiles + windows + targets + sessions + strategies + words + files

  private static let topLevel = [
    KeyDirection(" version", "version = 1", "version = 1", "nnnn"),
    KeyDirection(" timezone", "timezone = 'UTC'", "timezone = 'Asia/Tokyo'", "wwww"),
    KeyDirection(" emergency", "emergency = { uses = 1 }", "emergency = { uses = 5 }", "wtwt"),
    KeyDirection(
      " hook", "hook = [{ on = ['intervalDidStart'], run = ['/bin/true'] }]",
      "hook = [{ on = ['intervalDidEnd'], run = ['/bin/true'] }]", "nnnn"),
    KeyDirection(
      " goal", "goal = { n = { at-most = '1h', apps = ['one'] } }", "goal = { n = { at-most = '2h', apps = ['one'] } }",
      "nnnn"),
    KeyDirection(" daemon", "daemon = { cooldown = '1h' }", "daemon = { cooldown = '2h' }", "twtw"),
    KeyDirection(
      " enforce", "enforce = { adapters = ['hosts'] }", "enforce = { adapters = ['hosts', 'sweeper'] }", "wttw"),
    KeyDirection(
      "[profile] profile", "profile = { p = { window = ['09:00-10:00'], block = { domains = ['a.org'] } } }",
      "profile = { p = { window = ['09:00-10:00'], block = { domains = ['a.org', 'b.org'] } } }", "twtw"),
    // Without it there is the built-in set of that name.
    KeyDirection(
      "[set] set", "set = { social = { domains = ['c.org'] } }",
      "set = { social = { domains = ['c.org', 'reddit.com'] } }", "pptw"),
    KeyDirection(
      "[calendar] calendar", "calendar = { c = { dates = [2026-11-05] } }",
      "calendar = { c = { dates = [2026-11-05, 2026-11-06] } }", "--wt"),
  ]

  private static let sets = [
    KeyDirection("[set.n] apps", "apps = ['one']", "apps = ['one', 'two']", "twtw"),
    KeyDirection("[set.n] domains", "domains = ['c.org']", "domains = ['c.org', 'd.org']", "twtw"),
    KeyDirection("[set.n] domains-file", "domains-file = ['few']", "domains-file = ['many']", "twtw"),
    KeyDirection("[calendar.n] dates", "dates = [2026-11-05]", "dates = [2026-11-05, 2026-11-06]", "wtwt"),
    KeyDirection(
      "[calendar.n] ranges", "ranges = [{ from = 2026-11-05, to = 2026-11-05 }]",
      "ranges = [{ from = 2026-11-05, to = 2026-11-06 }]", "wtwt"),
    KeyDirection(
      "[[calendar.n.ranges]] from", "from = 2026-11-05", "from = 2026-11-06", "--tw", beside: "to = 2026-11-09"),
    KeyDirection("[[calendar.n.ranges]] to", "to = 2026-11-05", "to = 2026-11-06", "--wt", beside: "from = 2026-11-05"),
  ]

  private static let profiles = [
    KeyDirection(
      "[profile.p] id", "id = '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10'", "id = '6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a11'",
      "wwww", beside: week),
    KeyDirection("[profile.p] name", "name = 'a'", "name = 'b'", "nnnn"),
    KeyDirection("[profile.p] description", "description = 'a'", "description = 'b'", "nnnn"),
    KeyDirection("[profile.p] icon", "icon = 'a'", "icon = 'b'", "nnnn"),
    KeyDirection("[profile.p] color", "color = '#000000'", "color = '#ffffff'", "nnnn"),
    KeyDirection("[profile.p] enabled", "enabled = false", "enabled = true", "nntw", beside: week),
    KeyDirection(
      "[profile.p] timezone", "timezone = 'Asia/Tokyo'", "timezone = 'Europe/Berlin'", "wwww", beside: week),
    KeyDirection(
      "[profile.p] skip", "skip = [2026-11-05]", "skip = [2026-11-05, 2026-11-06]", "wtwt", beside: week),
    KeyDirection("[profile.p] window", "window = ['09:00-10:00']", "window = ['09:00-11:00']", "twtw"),
    KeyDirection(
      "[profile.p] block", "block = { domains = ['a.org'] }", "block = { domains = ['a.org', 'b.org'] }", "twtw"),
    KeyDirection(
      "[profile.p] allow", "allow = { domains = ['x.a.org'] }", "allow = { domains = ['x.a.org', 'y.a.org'] }", "wtwt",
      beside: week),
    KeyDirection("[profile.p] users", "users = ['kim']", "users = ['kim', 'sam']", "wttw", beside: week),
    // Root may be in any group, and is not among everybody.
    KeyDirection("[profile.p] groups", "groups = ['staff']", "groups = ['staff', 'crew']", "wwtw", beside: week),
    KeyDirection("[profile.p] may", "may = ['break']", "may = ['break', 'stop']", "twwt"),
    KeyDirection("[profile.p] lock", "lock = 'none'", "lock = 'strict'", "twtw", beside: week),
    KeyDirection("[profile.p] overlap", "overlap = 'stack'", "overlap = 'replace'", "wwww", beside: week),
    KeyDirection("[profile.p] cooldown", "cooldown = '1h'", "cooldown = '2h'", "twtw"),
    KeyDirection("[profile.p] break", "break = { length = '5m' }", "break = { length = '10m' }", "wtwt"),
    // The timer is there at once, for when it is asked for.
    KeyDirection(
      "[profile.p] strategy", "strategy = { type = 'timer', length = '30m' }",
      "strategy = { type = 'timer', length = '45m' }", "pwtw"),
    KeyDirection("[profile.p] pause", "pause = { length = '5m' }", "pause = { length = '10m' }", "wtwt"),
    KeyDirection("[profile.p] access", "access = { length = '5m' }", "access = { length = '10m' }", "wtwt"),
    KeyDirection(
      "[profile.p] limit", "limit = { apps = ['one'], use = '30m' }", "limit = { apps = ['one'], use = '1h' }", "twwt"),
    KeyDirection("[profile.p] shield", "shield = { title = 'a' }", "shield = { title = 'b' }", "nnnn"),
    KeyDirection("[profile.p] reminder", "reminder = { after-end = '5m' }", "reminder = { after-end = '6m' }", "nnnn"),
    KeyDirection(
      "[profile.p] unlock", "unlock = [{ type = 'text', length = 16 }]", "unlock = [{ type = 'text', length = 64 }]",
      "wwtw"),
  ]

  private static let hour = "start = '09:00'\nend = '10:00'"

  private static let windows = [
    KeyDirection("[[profile.p.window]] name", "name = 'a'", "name = 'b'", "nnnn", beside: hour),
    KeyDirection("[[profile.p.window]] days", "days = 'mon'", "days = 'mon-fri'", "wttw", beside: hour),
    KeyDirection("[[profile.p.window]] on", "on = [2026-11-05]", "on = [2026-11-05, 2026-11-06]", "wttw", beside: hour),
    KeyDirection("[[profile.p.window]] start", "start = '09:00'", "start = '10:00'", "--wt", beside: "end = '12:00'"),
    KeyDirection("[[profile.p.window]] end", "end = '10:00'", "end = '11:00'", "--tw", beside: "start = '09:00'"),
    KeyDirection("[[profile.p.window]] warn", "warn = ['1m']", "warn = ['5m']", "nnnn", beside: hour),
    KeyDirection(
      "[[profile.p.window]] skip", "skip = [2026-11-05]", "skip = [2026-11-05, 2026-11-06]", "wtwt", beside: hour),
    KeyDirection("[[profile.p.window]] every", "every = 2", "every = 4", "wtwt", beside: hour + "\nfrom = 2026-09-05"),
    KeyDirection("[[profile.p.window]] from", "from = 2026-11-05", "from = 2026-11-12", "wtwt", beside: hour),
    KeyDirection("[[profile.p.window]] until", "until = 2026-11-12", "until = 2026-11-19", "wttw", beside: hour),
  ]

  private static let targets = [
    KeyDirection("[profile.p.block] sets", "sets = ['news']", "sets = ['news', 'games']", "twtw"),
    KeyDirection("[profile.p.block] apps", "apps = ['one']", "apps = ['one', 'two']", "twtw"),
    KeyDirection("[profile.p.block] categories", "categories = ['Game']", "categories = ['Game', 'Chat']", "twtw"),
    KeyDirection("[profile.p.block] domains", "domains = ['a.org']", "domains = 'all'", "twtw"),
    KeyDirection("[profile.p.block] urls", "urls = ['a.org/p']", "urls = ['a.org/p', 'b.org/q']", "twtw"),
    KeyDirection("[profile.p.block] app-installation", "app-installation = false", "app-installation = true", "nnwt"),
    KeyDirection("[profile.p.block] app-removal", "app-removal = false", "app-removal = true", "nnwt"),
    KeyDirection("[profile.p.allow] apps", "apps = ['one']", "apps = ['one', 'two']", "wtwt"),
    KeyDirection("[profile.p.allow] categories", "categories = ['Game']", "categories = ['Game', 'Chat']", "wtwt"),
    KeyDirection("[profile.p.allow] domains", "domains = ['x.a.org']", "domains = ['x.a.org', 'y.a.org']", "wtwt"),
  ]

  private static let sessions = [
    KeyDirection("[profile.p.break] length", "length = '5m'", "length = '10m'", "--wt", beside: "budget = '20m'"),
    KeyDirection("[profile.p.break] budget", "budget = '10m'", "budget = '20m'", "wtwt", beside: "length = '5m'"),
    KeyDirection(
      "[profile.p.break] count", "count = 1", "count = 2", "twwt", beside: "length = '5m'\nbudget = '20m'"),
    KeyDirection("[profile.p.break] reset", "reset = '04:00'", "reset = '05:00'", "wtww", beside: "length = '5m'"),
    KeyDirection("[profile.p.pause] length", "length = '5m'", "length = '10m'", "--wt"),
    KeyDirection("[profile.p.pause] count", "count = 2", "count = 3", "wtwt", beside: "length = '5m'"),
    KeyDirection("[profile.p.access] length", "length = '5m'", "length = '10m'", "--wt"),
    KeyDirection("[profile.p.access] count", "count = 2", "count = 3", "wtwt", beside: "length = '5m'"),
    KeyDirection("[profile.p.access] refill", "refill = '1h'", "refill = '6h'", "wttw", beside: "length = '5m'"),
    KeyDirection("[profile.p.limit] apps", "apps = ['one']", "apps = ['one', 'two']", "twtw", beside: limitOnDomain),
    KeyDirection(
      "[profile.p.limit] categories", "categories = ['Game']", "categories = ['Game', 'Chat']", "twtw",
      beside: limitOnDomain),
    KeyDirection(
      "[profile.p.limit] domains", "domains = ['x.org']", "domains = ['x.org', 'y.org']", "twtw",
      beside: "apps = ['one']\nuse = '30m'"),
    KeyDirection("[profile.p.limit] use", "use = '30m'", "use = '1h'", "--wt", beside: "apps = ['one']"),
    KeyDirection("[profile.p.limit] per", "per = 'session'", "per = 'window'", "wwww", beside: limitOnDomain),
    KeyDirection(
      "[profile.p.limit] sets", "sets = ['news']", "sets = ['news', 'games']", "twtw", beside: limitOnDomain),
    KeyDirection("[profile.p.limit] all", "all = false", "all = true", "----", beside: "use = '30m'"),
    KeyDirection(
      "[profile.p.limit] except", "except = { apps = ['one'] }", "except = { apps = ['one', 'two'] }", "wtwt",
      beside: limitOnDomain),
    KeyDirection("[profile.p.limit] days", "days = 'mon'", "days = 'mon-fri'", "wttw", beside: limitOnDomain),
    KeyDirection(
      "[profile.p.limit] day-start", "day-start = '03:00'", "day-start = '04:00'", "wwww", beside: limitOnDomain),
    KeyDirection("[profile.p.limit] warn", "warn = '1m'", "warn = '5m'", "tttt", beside: limitOnDomain),
    KeyDirection(
      "[profile.p.limit] extra", "extra = { length = '5m' }", "extra = { length = '10m' }", "wtwt",
      beside: limitOnDomain),
    KeyDirection("[profile.p.limit] then", "then = 'lock'", "then = 'logout'", "wwww", beside: limitOnDomain),
    KeyDirection("[profile.p.limit.except] apps", "apps = ['one']", "apps = ['one', 'two']", "wtwt"),
    KeyDirection(
      "[profile.p.limit.except] categories", "categories = ['Game']", "categories = ['Game', 'Chat']", "wtwt"),
    KeyDirection("[profile.p.limit.except] domains", "domains = ['x.org']", "domains = ['x.org', 'y.org']", "wtwt"),
    KeyDirection("[profile.p.limit.extra] length", "length = '5m'", "length = '10m'", "--wt"),
    KeyDirection("[profile.p.limit.extra] count", "count = 2", "count = 3", "wtwt", beside: "length = '5m'"),
    // Without a type it is a hash, which has to be said.
    KeyDirection("[[profile.p.unlock]] type", "type = 'hash'\n\(hash)0'", "type = 'text'", "--ww"),
    KeyDirection("[[profile.p.unlock]] name", "name = 'a'", "name = 'b'", "nnnn", beside: "type = 'text'"),
    KeyDirection("[[profile.p.unlock]] sha256", "\(hash)0'", "\(hash)1'", "--ww"),
    KeyDirection("[[profile.p.unlock]] length", "length = 16", "length = 64", "twtw", beside: "type = 'text'"),
  ]

  private static let limitOnDomain = "domains = ['z.org']\nuse = '30m'"
  private static let hash = "sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a0"

  private static let strategies = [
    KeyDirection("[profile.p.strategy] type", "type = 'manual'", "type = 'pomodoro'", "wwww"),
    KeyDirection("[profile.p.strategy] length", "length = '30m'", "length = '45m'", "--tw", beside: "type = 'timer'"),
    KeyDirection(
      "[profile.p.strategy] early-stop", "early-stop = false", "early-stop = true", "nnwt",
      beside: "type = 'timer'\nlength = '45m'"),
    // Other phases put breaks where focus was.
    KeyDirection("[profile.p.strategy] focus", "focus = '20m'", "focus = '30m'", "wwww", beside: rounds),
    KeyDirection(
      "[profile.p.strategy] short-break", "short-break = '1m'", "short-break = '3m'", "wwww", beside: rounds),
    KeyDirection("[profile.p.strategy] long-break", "long-break = '10m'", "long-break = '20m'", "wwww", beside: rounds),
    KeyDirection("[profile.p.strategy] rounds", "rounds = 2", "rounds = 6", "wwww", beside: rounds),
    KeyDirection(
      "[profile.p.strategy] auto-start", "auto-start = 'none'", "auto-start = 'breaks'", "wwww", beside: rounds),
  ]

  private static let rounds = "type = 'pomodoro'"

  private static let words = [
    KeyDirection("[profile.p.shield] title", "title = 'a'", "title = 'b'", "nnnn"),
    KeyDirection("[profile.p.shield] subtitle", "subtitle = 'a'", "subtitle = 'b'", "nnnn"),
    KeyDirection("[profile.p.shield] button", "button = 'a'", "button = 'b'", "nnnn"),
    KeyDirection("[profile.p.reminder] after-end", "after-end = '5m'", "after-end = '6m'", "--nn"),
    KeyDirection("[profile.p.reminder] message", "message = 'a'", "message = 'b'", "nnnn", beside: "after-end = '5m'"),
  ]

  private static let goalOnDomain = "domains = ['z.org']\nat-most = '1h'"

  private static let files = [
    KeyDirection("[emergency] uses", "uses = 1", "uses = 5", "wtwt"),
    KeyDirection("[emergency] refill", "refill = '1w'", "refill = '8w'", "twtw"),
    KeyDirection(
      "[[hook]] on", "on = ['intervalDidStart']", "on = ['intervalDidEnd']", "--nn", beside: "run = ['/bin/true']"),
    KeyDirection(
      "[[hook]] activities", "activities = ['break']", "activities = 'all'", "nnnn",
      beside: "on = ['intervalDidEnd']\nrun = ['/bin/true']"),
    KeyDirection(
      "[[hook]] run", "run = ['/bin/true']", "run = ['/bin/false']", "--nn", beside: "on = ['intervalDidEnd']"),
    KeyDirection("[daemon] authorized", "authorized = false", "authorized = true", "twtw"),
    KeyDirection("[daemon] on-exit", "on-exit = 'lift'", "on-exit = 'keep'", "twtw"),
    KeyDirection("[daemon] group", "group = 'staff'", "group = 'crew'", "wtww"),
    KeyDirection("[daemon] cooldown", "cooldown = '1h'", "cooldown = '2h'", "twtw"),
    KeyDirection("[daemon] private", "private = false", "private = true", "nnnn"),
    KeyDirection("[daemon] notify", "notify = false", "notify = true", "nnnn"),
    KeyDirection("[daemon] keep-use", "keep-use = '1w'", "keep-use = '90d'", "nnnn"),
    KeyDirection("[goal.n] apps", "apps = ['one']", "apps = ['one', 'two']", "nnnn", beside: goalOnDomain),
    KeyDirection("[goal.n] categories", "categories = ['Game']", "categories = ['Chat']", "nnnn", beside: goalOnDomain),
    KeyDirection(
      "[goal.n] domains", "domains = ['x.org']", "domains = ['y.org']", "nnnn", beside: "apps = ['one']\nat-most = '1h'"
    ),
    KeyDirection("[goal.n] at-most", "at-most = '1h'", "at-most = '2h'", "--nn", beside: "apps = ['one']"),
    KeyDirection("[goal.n] at-least", "at-least = '1h'", "at-least = '2h'", "--nn", beside: "apps = ['one']"),
    KeyDirection("[goal.n] per", "per = 'day'", "per = 'week'", "nnnn", beside: goalOnDomain),
    KeyDirection("[goal.n] focus", "focus = false", "focus = true", "----", beside: "at-least = '1h'"),
    KeyDirection("[goal.n] all", "all = false", "all = true", "----", beside: "at-least = '1h'"),
    KeyDirection("[daemon] history", "history = '1w'", "history = '90d'", "nnnn"),
    KeyDirection("[enforce] adapters", "adapters = ['hosts']", "adapters = ['hosts', 'sweeper']", "wttw"),
    KeyDirection("[enforce] grace", "grace = '1s'", "grace = '4s'", "wtwt"),
    KeyDirection("[enforce] freeze", "freeze = false", "freeze = true", "wtwt"),
    KeyDirection("[enforce] program", "program = ['/bin/true']", "program = ['/bin/true', 'x']", "twww"),
  ]
}
