import Scheduler

/// An option of the command line: `--from T`, `-n N`, `--json`.
struct Option: Hashable, ArgumentOption {
  /// The name after the two hyphens.
  let name: String
  /// The letter after one hyphen.
  let letter: Character?
  /// What its value is; nil for options without one.
  let value: ValueKind?
  /// Whether it may be given several times, each with a value of its own.
  let isRepeatable: Bool
  /// A line for help.
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

  /// The option that stands for a parameter of a session command.
  init(_ parameter: CommandParameter) {
    self.init(
      parameter.option ?? parameter.member, value: ValueKind(parameter), parameter.summary)
  }

  /// What stands for its value in help; nil for an option without one.
  var placeholder: String? { value?.placeholder }

  static let json = Option("json", nil, "print JSON, one object a line")
  static let config = Option(
    "config", value: .file, isRepeatable: true, "read this configuration; may be repeated, - is standard input")
  static let system = Option("system", nil, "use the configuration and the state of the machine")
  static let user = Option("user", nil, "use your own configuration and state")
  static let state = Option("state", value: .directory, "keep or read sessions in this directory")
  static let socket = Option("socket", value: .file, "talk to the daemon, or as one to others, on this socket")
  static let color = Option(
    "color", value: .choice("WHEN", of: ["auto", "always", "never"]), "auto, always or never")
  static let quiet = Option("quiet", "q", "say only what was asked for and errors")
  static let verbose = Option("verbose", "v", "say more")
  static let help = Option("help", "h", "show help")
  static let version = Option("version", "V", "show the version")
  static let count = Option("count", "n", value: .count, "at most so many lines")
  static let from = Option("from", value: .time, "from this time on; default now")
  static let until = Option("until", value: .time, "up to this time")
  static let profile = Option("profile", value: .profile, isRepeatable: true, "only this profile; may be repeated")
  static let week = Option("week", value: .time, "the week that contains this time; default now")
  static let svg = Option("svg", value: .file, "write a picture instead; - is standard output")
  static let at = Option(CommandParameter.time)
  static let forUser = Option(CommandParameter.user)
  static let names = Option("names", nil, "print only their keys, a line each")
  static let example = Option("example", value: .example, "a built-in example, by number or name; list shows them")
  static let script = Option("script", value: .file, "do what this file says; - is standard input")
  static let seed = Option("seed", value: .count, "what is left to chance follows from this number; default 0")
  static let explain = Option("explain", value: .diagnosticCode, "explain a kind of diagnostic")

  static let more = Option("more", nil, "take several replies, as they come")
  static let ndef = Option("ndef", value: .file, "write the NFC record to this file; - is standard output")
  static let capacity = Option("capacity", value: .count, "so many bytes of memory has the tag")

  static let once = Option("once", nil, "evaluate once and end")
  static let logFormat = Option(
    "log-format", value: .choice("F", of: ["auto", "text", "journal", "json"]),
    "text, journal or json; default auto: as standard error asks for")
  static let offline = Option("offline", nil, "work on the state directory itself, without a daemon")
  static let revoke = Option("revoke", nil, "withdraw consent")
  static let yes = Option("yes", nil, "consent without a question")
  static let keyFile = Option("key-file", value: .file, "show the content of this file as a key; - is standard input")
  static let since = Option("since", value: .time, "all from this time on")
  static let newest = Option("count", "n", value: .count, "so many, the newest; default 20")
  static let csv = Option("csv", nil, "print CSV (RFC 4180), with the names of the columns first")
  static let root = Option("root", value: .directory, "install below this directory, for a package")
  static let print = Option("print", nil, "print what would be written, and write nothing")
  static let format = Option(
    "format", value: .choice("F", of: StatusFormat.names), "text, json, waybar, or a template: '{time} {profile}'")
  static let idle = Option("idle", value: "TEMPLATE", "what a template shows while no session runs; default nothing")
  static let follow = Option("follow", "f", "go on, and print again whenever something changes")

  /// The forms in which it is typed: `-n` and `--count`.
  var forms: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The options that every command takes.
  static let common: [Option] = [config, system, user, state, socket, json, color, quiet, verbose, help, version]
}
