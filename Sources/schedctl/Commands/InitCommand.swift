import SchedulerInstance

extension Subcommand {
  /// The command `init`. The name `init` is reserved in Swift.
  static let initialize = Subcommand(
    name: "init", arguments: "", argumentCount: 0...0,
    summary: "Write a first configuration",
    discussion: """
      Asks what to block, on which days and at which times, writes a configuration with comments, and shows the intervals that
      follow from it. If applications are installed that menus show, it asks which of them to block. Enter accepts the answer
      in brackets. At the end of input it stops and writes nothing. It never overwrites an existing configuration.

      '--example N' writes a built-in example without questions; '--example list' lists the examples. The file is the one in
      '--config', else in $SCHEDCTL_CONFIG, else /etc/schedctl/config.toml for root and
      $XDG_CONFIG_HOME/schedctl/config.toml for other users.

      Exits with 1 if the input ends too early, 74 if the file cannot be written, and 77 if it already exists.
      """,
    options: [.example],
    examples: [
      ("schedctl init", "asks what to block and when"),
      ("schedctl init --example night-shift", "writes an example"),
      ("schedctl init --example list", "lists the examples"),
    ], run: runInit)
}

private func runInit(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let example = try invocation.value(of: .example)
  if example == "list" {
    for line in Example.list { session.output.write(line + "\n") }
    return .success
  }
  let path = try session.firstPath(invocation)
  guard let text = try session.firstText(example) else {
    session.say("schedctl: nothing is written")
    return .no
  }
  try session.checkText(text, for: path)
  try session.createConfiguration(text, at: path)
  session.say("schedctl: wrote '\(PrintableText.printable(path))'; 'schedctl apps' lists the applications to block")
  return try session.showNext(path, asJSON: invocation.has(.json))
}

extension Console {
  /// Returns the path of the file to write. Throws if something exists there.
  fileprivate func firstPath(_ invocation: Invocation) throws(CommandFailure) -> String {
    guard try invocation.value(of: .config) != "-" else {
      throw .usage("standard input cannot be written", help: "'--config FILE' names a file")
    }
    let choice = try ConfigurationChoice(invocation, environment: environment)
    let path = try CommandFailure.mapping(host.newConfigurationPath(choice))
    // This check comes before the questions, which would otherwise be in vain.
    try CommandFailure.mapping(FileWriter().checkFree(path)) { Self.obstacle($0) }
    return path
  }

  /// Returns the failure for a path that is not free: a configuration, or something else of that name.
  private static func obstacle(_ error: FileSystemError) -> CommandFailure {
    guard error.reason == .exists else { return CommandFailure(error) }
    return CommandFailure(
      code: .refused, message: "there is a configuration already: '\(error.name)'",
      help: ["'schedctl edit' changes it"])
  }

  /// Returns the text of an example, or of the user's answers; nil if the answers end too early.
  fileprivate mutating func firstText(_ example: String?) throws(CommandFailure) -> String? {
    if let example { return try Example.named(example).text }
    guard canAsk else {
      throw .usage(
        "'init' asks questions on a terminal, and there is none",
        help: "'--example N' writes a built-in example, '--example list' shows them")
    }
    return try askForFirstConfiguration()?.text
  }

  /// Checks the text on this machine, which may not know a zone that an example names.
  fileprivate mutating func checkText(_ text: String, for path: String) throws(CommandFailure) {
    var sources = SourceMap()
    _ = sources.add(SourceText(name: path, text))
    var list = DiagnosticList()
    _ = Configuration(reading: sources, zones: zones, diagnostics: &list)
    guard list.hasErrors else { return }
    report(list.inSourceOrder, in: sources)
    throw CommandFailure(code: .configuration, message: "nothing is written")
  }

  fileprivate func createConfiguration(_ text: String, at path: String) throws(CommandFailure) {
    do throws(FileSystemError) {
      let writer = FileWriter()
      // The permissions follow the XDG Base Directory Specification. Every user may read the configuration of the
      // system.
      try writer.createDirectories(of: path, permissions: environment.effectiveUserID == 0 ? 0o755 : 0o700)
      try writer.create(path, holding: Array(text.utf8))
    } catch {
      throw Self.obstacle(error)
    }
  }

  /// The number of intervals shown after writing.
  private static let shownIntervals = "5"

  fileprivate mutating func showNext(_ path: String, asJSON: Bool) throws(CommandFailure) -> ExitCode {
    let words = ["next", "--config", path, "--count", Self.shownIntervals] + (asJSON ? ["--json"] : [])
    let next = try ArgumentParser.parse(words, commands: CommandTable.commands)
    return try next.command.run(next, &self)
  }
}
