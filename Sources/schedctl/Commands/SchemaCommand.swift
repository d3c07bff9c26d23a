import Scheduler

extension Subcommand {
  static let schema = Subcommand(
    name: "schema", arguments: "", argumentCount: 0...0, summary: "Print the configuration's JSON Schema",
    discussion: """
      Prints a JSON Schema (draft 7), with which an editor can complete keys and mark mistakes while you type. Editors with
      Taplo use it if the first line of the configuration is '#:schema schedctl.schema.json', a path relative to it. TOML
      dates and times are strings in the schema. It checks single keys and values; 'schedctl check' checks everything.
      """,
    examples: [("schedctl schema > schedctl.schema.json", "writes it beside a configuration")]
  ) { _, session throws(CommandFailure) in
    session.output.valueLine { $0.value(ConfigurationSchema.schema(of: ConfigurationReference.file)) }
    return .success
  }
}
