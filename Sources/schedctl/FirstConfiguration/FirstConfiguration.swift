import Diagnostics
import JSON

/// What a person wants of a first configuration, and the text of its file.
struct FirstConfiguration {
  /// Sets that are kept away, `social`, and domains, `reddit.com`.
  var targets = ["social", "news"]
  /// The days as the configuration writes them.
  var days = "mon-fri"
  /// The start and the end as the configuration writes them.
  var times = "09:00-17:00"

  /// The whole file, in TOML 1.0. A line that begins with `#` and no blank is a key that is not set: without the `#` it is
  /// as valid as the others.
  var text: String {
    """
    # When to focus, and what is kept away meanwhile.
    # 'schedctl check' validates this file, 'schedctl next' shows what comes of it, 'schedctl edit' changes it safely.
    # Keys behind a '#' are not set: take it away to set them.

    \(Self.rows(file))

    # A profile is windows of time and what is blocked in them. Its key, 'focus-time', is its handle everywhere.
    [profile.focus-time]
    \(Self.rows(profile))

    # What is kept away while a window holds.
    [profile.focus-time.block]
    \(Self.rows(block))

    """
  }

  private typealias Row = (key: String, meaning: String)

  private var file: [Row] {
    [
      ("version = 1", "of the language of this file"),
      ("timezone = \"system\"", "follows the machine; or a zone such as \"Europe/Berlin\""),
    ]
  }

  private var profile: [Row] {
    [
      ("name = \"Focus time\"", "what it is called on screen"),
      ("#description = \"Deep work.\"", "what it is for"),
      ("icon = \"🎯\"", "a symbol for it, usually an emoji"),
      ("#color = \"#e5484d\"", "its colour on pages and bars"),
      ("#enabled = false", "its windows do not fire"),
      ("#timezone = \"America/New_York\"", "another zone than the file's"),
      ("window = [", "days and times; an end not after the start is on the next day"),
      ("  \(Self.quoted("\(days) \(times)")),", "days: mon-fri, sat,sun, daily, weekends; none are every day"),
      ("  #\"mon 09:00 - fri 17:00\",", "one window over several days"),
      ("  #{ start = \"22:00\", end = \"02:00\", warn = [\"10m\"] },", "every night, with a warning before both ends"),
      ("]", ""),
      ("#allow = { domains = [\"music.youtube.com\"] }", "exceptions from what is blocked below"),
      ("#lock = \"strict\"", "how hard it is to end: none, remote or strict"),
      ("#break = { length = \"15m\", count = 2 }", "breaks of a session; none without"),
      ("#access = { length = \"5m\", count = 3 }", "opening one blocked target for some minutes; never without"),
    ]
  }

  private var block: [Row] {
    let isDomain = { (target: String) in target.utf8.contains(UInt8(ascii: ".")) }
    let domains = targets.filter(isDomain)
    let sets = targets.filter { !isDomain($0) }
    return [
      (sets.isEmpty ? "#sets = [\"social\"]" : "sets = \(Self.array(sets))", "social, games, entertainment, news"),
      (
        domains.isEmpty ? "#domains = [\"reddit.com\"]" : "domains = \(Self.array(domains))",
        "with their subdomains; or \"all\""
      ),
      ("#apps = [\"steam\"]", "paths, file names or desktop ids; or \"all\""),
      ("#categories = [\"Game\"]", "categories of freedesktop.org"),
    ]
  }

  /// Where the meaning of a key begins, unless the key is longer.
  private static let meaningColumn = 36

  private static func rows(_ rows: [Row]) -> String {
    rows.map { row in
      let missing = max(0, meaningColumn - DisplayWidth.columns(of: row.key))
      return row.meaning.isEmpty ? row.key : row.key + String(repeating: " ", count: missing) + "  # " + row.meaning
    }.joined(separator: "\n")
  }

  private static func array(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }

  /// A text as a basic string of TOML, whose escapes are those of JSON.
  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
