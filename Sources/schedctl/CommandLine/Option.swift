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

  init(
    _ name: String, _ letter: Character? = nil, value: ValueKind? = nil, isRepeatable: Bool = false, _ summary: String
  ) {
    self.name = name
    self.letter = letter
    self.value = value
    self.isRepeatable = isRepeatable
    self.summary = summary
  }

  /// Creates the option for a parameter of a session command.
  init(_ parameter: CommandParameter) {
    self.init(
      parameter.option ?? parameter.member, value: ValueKind(parameter), parameter.summary)
  }

  /// The placeholder of its value in help; nil for an option without a value.
  var placeholder: String? { value?.placeholder }

  static let json = Option("json", nil, "print JSON, one object per line")
  static let config = Option(
    "config", value: .file, isRepeatable: true, "configuration file, repeatable; - is standard input")
  static let system = Option("system", nil, "use the configuration and state of the machine")
  static let user = Option("user", nil, "use your own configuration and state")
  static let state = Option("state", value: .directory, "state directory")
  static let socket = Option("socket", value: .file, "path of the control socket")
  static let color = Option(
    "color", value: .choice("WHEN", of: ["auto", "always", "never"]), "when to use colors: auto, always or never")
  static let quiet = Option("quiet", "q", "print only results and errors")
  static let verbose = Option("verbose", "v", "print more details")
  static let help = Option("help", "h", "show help")
  static let version = Option("version", "V", "show the version")
  static let count = Option("count", "n", value: .count, "maximum number of lines")
  static let from = Option("from", value: .time, "start of the period; default now")
  static let until = Option("until", value: .time, "end of the period")
  static let profile = Option("profile", value: .profile, isRepeatable: true, "only this profile, repeatable")
  static let week = Option("week", value: .time, "week that contains this time; default now")
  static let svg = Option("svg", value: .file, "write an SVG picture; - is standard output")
  static let at = Option(CommandParameter.time)
  static let forUser = Option(CommandParameter.user)
  static let names = Option("names", nil, "print only the keys, one per line")
  static let example = Option("example", value: .example, "number or name of a built-in example; list shows all")
  static let script = Option("script", value: .file, "script with commands and faults; - is standard input")
  static let seed = Option("seed", value: .count, "seed of the random numbers; default 0")
  static let explain = Option("explain", value: .diagnosticCode, "explain a diagnostic code")

  static let more = Option("more", nil, "print several replies as they arrive")
  static let ndef = Option("ndef", value: .file, "write the NFC record to this file; - is standard output")
  static let capacity = Option("capacity", value: .count, "capacity of the tag, in bytes")

  static let once = Option("once", nil, "do what is due and exit")
  static let logFormat = Option(
    "log-format", value: .choice("F", of: ["auto", "text", "journal", "json"]),
    "text, journal or json; default auto, which depends on standard error")
  static let offline = Option("offline", nil, "change the state directory without a daemon")
  static let revoke = Option("revoke", nil, "withdraw consent")
  static let yes = Option("yes", nil, "consent without a question")
  static let keyFile = Option("key-file", value: .file, "use the content of this file as the key; - is standard input")
  static let since = Option("since", value: .time, "everything since this time")
  static let newest = Option("count", "n", value: .count, "number of newest entries; default 20")
  static let csv = Option("csv", nil, "print CSV (RFC 4180) with a header line")
  static let root = Option("root", value: .directory, "install below this directory, to build a package")
  static let print = Option("print", nil, "print what would be written, and write nothing")
  static let format = Option(
    "format", value: .choice("F", of: StatusFormat.names), "text, json, waybar, or a template: '{time} {profile}'")
  static let idle = Option("idle", value: "TEMPLATE", "template used when no session runs; default empty")
  static let follow = Option("follow", "f", "keep running, and print again on every change")

  /// The forms of the option on a command line, for example `-n` and `--count`.
  var forms: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The options that every command takes.
  static let common: [Option] = [config, system, user, state, socket, json, color, quiet, verbose, help, version]
}
