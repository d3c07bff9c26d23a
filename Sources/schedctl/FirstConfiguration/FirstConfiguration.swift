import SchedulerDiagnostics
import SchedulerJSON

/// The answers of `init`, and the text of the file that they give.
struct FirstConfiguration {
  /// The blocked sets (`social`) and domains (`reddit.com`).
  var targets = ["social", "news"]
  /// The blocked applications, by their desktop IDs.
  var applications: [String] = []
  /// The days as the configuration writes them.
  var days = "mon-fri"
  /// The start and the end as the configuration writes them.
  var times = "09:00-17:00"

  /// The file, in TOML 1.0. A line that starts with `#` and no blank is a valid key that is commented out.
  var text: String { [heading, profile, block].map { $0 + "\n" }.joined(separator: "\n") }

  private var heading: String {
    """
    # When to focus, and what is kept away meanwhile.
    # 'schedctl check' validates this file, 'schedctl next' shows what comes of it, 'schedctl edit' changes it safely.
    # Keys after a '#' are not set. Remove the '#' to set them.

    version = 1                           # of the language of this file
    timezone = "system"                   # follows the machine; or a zone such as "Europe/Berlin"
    """
  }

  private var profile: String {
    let window = Self.padded("  \(Self.quoted("\(days) \(times)")),")
    return """
      # A profile is windows of time and what is blocked in them. Its key, 'focus-time', is its handle everywhere.
      [profile.focus-time]
      name = "Focus time"                   # what it is called on screen
      #description = "Deep work."           # what it is for
      icon = "🎯"                           # a symbol for it, usually an emoji
      #color = "#e5484d"                    # its colour on pages and bars
      #enabled = false                      # its windows do not fire
      #timezone = "America/New_York"        # another zone than the file's
      window = [                            # days and times; an end not after the start is on the next day
      \(window)  # days: mon-fri, sat,sun, daily, weekends; none are every day
        #"sat 08:00 - sun 20:00",           # one window over several days
        #{ days = "sun-thu", start = "22:00", end = "00:30", warn = ["10m"] },  # with a warning before both ends
      ]
      \(Self.padded("#allow = { domains = [\(Self.quoted(allowedDomain))] }"))  # exceptions from what is blocked below
      #lock = "remote"                      # how hard it is to end: none, remote or strict
      #break = { length = "15m", count = 2 }  # 2 breaks of at most 15 minutes in each session
      #access = { length = "5m", count = 3 }  # 3 times a session, 5 minutes with one blocked app or domain
      """
  }

  private var block: String {
    let domains = targets.filter(Self.isDomain)
    let sets = targets.filter { !Self.isDomain($0) }
    let setRow = Self.padded(sets.isEmpty ? "#sets = [\"social\"]" : "sets = \(Self.array(sets))")
    let applicationRow = Self.padded(
      applications.isEmpty ? "#apps = [\"steam\"]" : "apps = \(Self.array(applications))")
    let domainRow = Self.padded(domains.isEmpty ? "#domains = [\"reddit.com\"]" : "domains = \(Self.array(domains))")
    return """
      # What is kept away while a window holds.
      [profile.focus-time.block]
      \(setRow)  # social, games, entertainment, news
      \(domainRow)  # with their subdomains; or "all"
      \(applicationRow)  # paths, file names or desktop ids; or "all"
      #categories = ["Game"]                # categories of freedesktop.org
      """
  }

  /// A domain for the example of an exception, blocked by one of the sets if possible.
  private var allowedDomain: String {
    if let domain = targets.first(where: Self.isDomain) { return "www.\(domain)" }
    return targets.contains("entertainment") ? "music.youtube.com" : "old.reddit.com"
  }

  private static func isDomain(_ target: String) -> Bool { target.utf8.contains(UInt8(ascii: ".")) }

  /// Returns a key with blanks up to the column of the comments, unless it is longer.
  private static func padded(_ key: String) -> String {
    key + String(repeating: " ", count: max(0, 36 - DisplayWidth.columns(of: key)))
  }

  private static func array(_ texts: [String]) -> String { "[" + texts.map(quoted).joined(separator: ", ") + "]" }

  /// Returns a text as a basic string of TOML, which has the escapes of JSON.
  private static func quoted(_ text: String) -> String {
    var json = JSONWriter()
    json.string(text)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
