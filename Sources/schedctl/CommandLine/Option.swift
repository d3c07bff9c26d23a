import Scheduler

/// An option of the command line, for example `--from T`, `-n N` or `--json`.
struct Option: Hashable, ArgumentOption {
  /// The name after the two hyphens.
  let name: String
  /// The letter after one hyphen.
  let letter: Character?
  /// The kind of its value; nil for options without a value.
  let value: ValueKind?
  /// Whether the option may be given several times, each time with its own value.
  let isRepeatable: Bool
  /// A one-line description for help.
  let summary: String

  init(_ name: String, letter: Character? = nil, value: ValueKind? = nil, isRepeatable: Bool = false, summary: String) {
    self.name = name
    self.letter = letter
    self.value = value
    self.isRepeatable = isRepeatable
    self.summary = summary
  }

  /// Creates the option for a parameter of a session command.
  init(_ parameter: CommandParameter) {
    self.init(
      parameter.option ?? parameter.member, value: ValueKind(parameter), summary: parameter.summary)
  }

  /// The placeholder of its value in help; nil for an option without a value.
  var placeholder: String? { value?.placeholder }

  static let json = Option("json", summary: "print JSON, one object per line")
  static let config = Option(
    "config", value: .file, isRepeatable: true, summary: "configuration file, repeatable; - is standard input")
  static let system = Option("system", summary: "use the configuration and state of the machine")
  static let user = Option("user", summary: "use your own configuration and state")
  static let state = Option("state", value: .directory, summary: "state directory")
  static let socket = Option("socket", value: .file, summary: "path of the control socket")
  static let color = Option(
    "color", value: .choice("WHEN", of: ["auto", "always", "never"]),
    summary: "when to use colors: auto, always or never")
  static let quiet = Option("quiet", letter: "q", summary: "print only results and errors")
  static let verbose = Option("verbose", letter: "v", summary: "print more details")
  static let help = Option("help", letter: "h", summary: "show help")
  static let version = Option("version", letter: "V", summary: "show the version")
  static let count = Option("count", letter: "n", value: .count, summary: "maximum number of lines")
  static let from = Option("from", value: .time, summary: "start of the period; default now")
  static let until = Option("until", value: .time, summary: "end of the period")
  static let profile = Option("profile", value: .profile, isRepeatable: true, summary: "only this profile, repeatable")
  static let week = Option("week", value: .time, summary: "week that contains this time; this (default), next or last")
  static let svg = Option("svg", value: .file, summary: "write an SVG picture; - is standard output")
  static let at = Option(CommandParameter.time)
  static let forUser = Option(CommandParameter.user)
  static let names = Option("names", summary: "print only the keys, one per line")
  static let example = Option(
    "example", value: .example, summary: "number or name of a built-in example; list shows all")
  static let script = Option("script", value: .file, summary: "script with commands and faults; - is standard input")
  static let seed = Option("seed", value: .count, summary: "seed of the random numbers; default 0")
  static let explain = Option("explain", value: .diagnosticCode, summary: "explain a diagnostic code")

  static let more = Option("more", summary: "print several replies as they arrive")
  static let ndef = Option("ndef", value: .file, summary: "write the NFC record to this file; - is standard output")
  static let capacity = Option("capacity", value: .count, summary: "capacity of the tag, in bytes")

  static let info = Option(
    "info", value: "KEY=VALUE", isRepeatable: true, summary: "what belongs to the activity, repeatable")
  static let once = Option("once", summary: "do what is due and exit")
  static let logFormat = Option(
    "log-format", value: .choice("F", of: ["auto", "text", "journal", "json"]),
    summary: "text, journal or json; default auto, which depends on standard error")
  static let offline = Option("offline", summary: "change the state directory without a daemon")
  static let revoke = Option("revoke", summary: "withdraw consent")
  static let yes = Option("yes", summary: "consent without a question")
  static let keyFile = Option(
    "key-file", value: .file, summary: "use the content of this file as the key; - is standard input")
  static let since = Option("since", value: .time, summary: "everything since this time")
  static let newest = Option("count", letter: "n", value: .count, summary: "number of newest entries; default 20")
  static let csv = Option("csv", summary: "print CSV (RFC 4180) with a header line")
  static let before = Option("before", value: "DATE", summary: "only the days before this date")
  static let host = Option("host", value: "NAME", summary: "the machine whose use counts, if there are several")
  static let html = Option("html", value: .file, summary: "write a page with charts; - is standard output")
  static let root = Option("root", value: .directory, summary: "install below this directory, to build a package")
  static let all = Option("all", summary: "also what a shield in force needs")
  static let expired = Option("expired", summary: "only what an expired shield left; the default")
  static let timer = Option("timer", summary: "also have systemd run it again when the shield expires")
  static let print = Option("print", summary: "print what would be written, and write nothing")
  static let trialLength = Option(
    "for", value: .choice("D", of: ["30s", "1m", "2m", "5m", "10m"]),
    summary: "how long, such as 30s (the default) or 2m; 1 second to 10 minutes")
  static let close = Option("close", summary: "end the blocked programs that run already, too")
  static let format = Option(
    "format", value: .choice("F", of: StatusFormat.names),
    summary: "text, json, waybar, or a template: '{time} {profile}'")
  static let idle = Option("idle", value: "TEMPLATE", summary: "template used when no session runs; default empty")
  static let follow = Option("follow", letter: "f", summary: "keep running, and print every change as it happens")

  static let domain = Option("domain", value: "DOMAIN", summary: "the blocked site; default everything that is blocked")
  static let listen = Option("listen", value: "ADDRESS", summary: "serve pages on 127.0.0.1:PORT")

  /// The forms of the option on a command line, for example `-n` and `--count`.
  var forms: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The options that every command takes.
  static let common: [Option] = [config, system, user, state, socket, json, color, quiet, verbose, help, version]
}
