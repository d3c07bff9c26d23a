import Scheduler

/// All commands, in the order of help.
enum CommandTable {
  static let commands: [Subcommand] =
    [.next, .events, .timeline, .why, .status] + CommandRow.all.map(Subcommand.init(giving:)) + [
      .open, .deliver, .link, .key, .isActive, .sessions, .insights, .importUse, .forget, .log, .pending, .run, .agent,
      .shieldPage,
      .browserHost,
      .authorize,
      .reload, .call,
      .doctor,
      .diff, .simulate, .initialize, .edit, .check, .profiles, .sets, .apps, .toml, .schema, .trial, .revert,
      .install, .uninstall, .browserExtension, .completions, .man, .version, .help,
    ]
}
