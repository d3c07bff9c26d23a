import Scheduler
import SchedulerJSON

extension Subcommand {
  static var schema: Subcommand {
    Subcommand(
      name: "schema", arguments: "", argumentCount: 0...0, summary: "Print the configuration's JSON Schema",
      discussion: """
        The schema, of draft 7, lets an editor complete keys and mark mistakes while a configuration is typed. Editors with
        Taplo read it where the first line of the configuration is '#:schema schedctl.schema.json', with the path of the
        schema from there. Dates and times of TOML are strings for it. It judges keys and values one by one; 'schedctl check'
        judges the whole.
        """,
      options: [],
      examples: [("schedctl schema > schedctl.schema.json", "writes it beside a configuration")]
    ) { _, session throws(CommandFailure) in
      session.output.json.value(ConfigurationSchema.schema(of: ConfigurationReference.file))
      session.output.endJSONLine()
      return .success
    }
  }
}
