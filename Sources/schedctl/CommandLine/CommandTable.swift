/// Every command, in the order of help.
enum CommandTable {
  static let commands: [Command] = [
    .next, .events, .timeline, .why, .diff, .simulate, .initialize, .edit, .check, .profiles, .toml, .schema,
    .completions, .man,
    .version, .help,
  ]
}
