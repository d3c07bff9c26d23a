/// An option of the command line: `--from T`, `-n N`, `--json`.
struct Option: Hashable, Sendable {
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

  static let json = Option("json", nil, "print JSON, one object a line")
  static let config = Option(
    "config", value: .file, isRepeatable: true, "read this configuration; may be repeated, - is standard input")
  static let system = Option("system", nil, "use the configuration of the machine")
  static let user = Option("user", nil, "use your own configuration")
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
  static let at = Option("at", value: .time, "at this time; default now")
  static let forUser = Option("user", value: .user, "for this user of the machine; default you, for root anybody")
  static let names = Option("names", nil, "print only their keys, a line each")
  static let example = Option("example", value: .example, "a built-in example, by number or name; list shows them")
  static let script = Option("script", value: .file, "do what this file says; - is standard input")
  static let seed = Option("seed", value: .count, "what is left to chance follows from this number; default 0")
  static let explain = Option("explain", value: .diagnosticCode, "explain a kind of diagnostic")

  /// The forms in which it is typed: `-n` and `--count`.
  var forms: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The options that every command takes.
  static let common: [Option] = [config, system, user, json, color, quiet, verbose, help, version]
}
