import SchedulerDiagnostics
import SchedulerJSON

/// The answers of `init`, and the text of the file that they give.
struct FirstConfiguration {
  /// The blocked sets (`social`) and domains (`reddit.com`).
  var targets = ["social", "news"]
  /// The days as the configuration writes them.
  var days = "mon-fri"
  /// The start and the end as the configuration writes them.
  var times = "09:00-17:00"

  /// The file, in TOML 1.0. A line that starts with `#` and no blank is a valid key that is commented out.
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
      ("  #\"sat 08:00 - sun 20:00\",", "one window over several days"),
      (
        "  #{ days = \"sun-thu\", start = \"22:00\", end = \"00:30\", warn = [\"10m\"] },",
        "with a warning before both ends"
      ),
      ("]", ""),
      ("#allow = { domains = [\(Self.quoted(allowedDomain))] }", "exceptions from what is blocked below"),
      ("#lock = \"remote\"", "how hard it is to end: none, remote or strict"),
      ("#break = { length = \"15m\", count = 2 }", "2 breaks of at most 15 minutes in each session"),
      ("#access = { length = \"5m\", count = 3 }", "3 times a session, 5 minutes with one blocked app or domain"),
    ]
  }

  /// A domain for the example of an exception, blocked by one of the sets if possible.
  private var allowedDomain: String {
    if let domain = targets.first(where: Self.isDomain) { return "www.\(domain)" }
    return targets.contains("entertainment") ? "music.youtube.com" : "old.reddit.com"
  }

  private static func isDomain(_ target: String) -> Bool { target.utf8.contains(UInt8(ascii: ".")) }

  private var block: [Row] {
    let domains = targets.filter(Self.isDomain)
    let sets = targets.filter { !Self.isDomain($0) }
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

  /// The column of the comment after a key, unless the key is longer.
  private static let meaningColumn = 36

  private static func rows(_ rows: [Row]) -> String {
    rows.map { row in
      let missing = max(0, meaningColumn - DisplayWidth.columns(of: row.key))
      return row.meaning.isEmpty ? row.key : row.key + String(repeating: " ", count: missing) + "  # " + row.meaning
    }.joined(separator: "\n")
  }

  private static func array(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }

  /// Returns a text as a basic string of TOML, which has the escapes of JSON.
  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
