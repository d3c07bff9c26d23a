import SchedulerInstance

extension Subcommand {
  static let sets = Subcommand(
    name: "sets", arguments: "[NAME]", argumentCount: 0...1, argumentKinds: ["NAME"],
    summary: "List the sets of targets, or what is in one",
    discussion: """
      Lists each set that a profile can block with its number of apps and domains: your own sets first, then the built-in
      ones. A set of your own with the name of a built-in one takes its place. With NAME, prints the apps and then the domains
      of that set, one a line.

      Each line of '--json' has set, builtIn, apps and domains; the latter two are lists.
      """,
    options: [],
    examples: [
      ("schedctl sets", "lists the sets"), ("schedctl sets social", "what 'sets = [\"social\"]' blocks"),
    ], run: runSets)
}

private func runSets(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  let loaded = try session.loadConfigurationInForce(invocation)
  let configuration = loaded.configuration
  var names = configuration.setNames
  if let name = invocation.arguments.first {
    guard names.contains(name) else {
      throw .unknown(
        name, among: names, message: "there is no set '\(name)'", help: "'schedctl sets' lists them")
    }
    names = [name]
  }
  if invocation.has(.json) {
    for name in names { session.writeJSON(ofSet: name, in: loaded) }
  } else if let set = invocation.arguments.first.flatMap(configuration.set) {
    for text in set.applications.map(\.text) + set.domains.map(\.text) {
      session.output.write(PrintableText.printable(text) + "\n")
    }
  } else {
    session.output.write("\(loaded.title)\n\n")
    var table = TextTable(["set", "apps", "domains", "origin"])
    for name in names {
      guard let set = configuration.set(named: name) else { continue }
      let origin = configuration.sets[name] == nil ? "built-in" : "your own"
      table.add([name, "\(set.applications.count)", "\(set.domains.count)", origin])
    }
    session.output.writePage(of: &table)
  }
  return .success
}

extension Console {
  fileprivate mutating func writeJSON(ofSet name: String, in loaded: LoadedConfiguration) {
    guard let set = loaded.configuration.set(named: name) else { return }
    output.jsonLine(isSample: loaded.isSample) { json in
      json.member("set", value: name)
      json.member("builtIn", value: loaded.configuration.sets[name] == nil)
      json.member("apps", value: set.applications.map(\.text))
      json.member("domains", value: set.domains.map(\.text))
    }
  }
}
