import SchedulerInstance

extension Subcommand {
  static let profiles = Subcommand(
    name: "profiles", arguments: "", argumentCount: 0...0, summary: "List the profiles",
    discussion: """
      Lists each profile with its name, its state, the number of its windows and the number of targets that it blocks,
      including those of its sets and list files; duplicates count once. Your own profiles come first, then the built-in ones,
      which have no windows. Active profiles are marked if the state directory belongs to the configuration.

      Each line of '--json' has profile, id, name, description, icon, enabled, active (null if unknown), timezone, windows,
      apps, categories, domains and builtIn; apps and domains are numbers, or "all". '--names' prints only the keys, including
      those of the built-in profiles, for scripts.
      """,
    options: [.names],
    examples: [
      ("schedctl profiles", "lists the profiles"), ("schedctl profiles --json", "the same as JSON, a profile a line"),
    ],
    run: runProfiles)
}

private func runProfiles(_ invocation: Invocation, in session: inout Console) throws(CommandFailure) -> ExitCode {
  guard !invocation.has(.names) || !invocation.has(.json) else {
    throw .usage("'--names' and '--json' exclude each other", help: "'--json' has the keys as \"profile\"")
  }
  let loaded = try session.loadConfigurationInForce(invocation)
  let profiles =
    loaded.configuration.profiles.map { (profile: $0, isBuiltIn: false) }
    + loaded.configuration.builtInProfiles.map { (profile: $0, isBuiltIn: true) }
  if invocation.has(.names) {
    for (profile, _) in profiles { session.output.write("\(profile.key.text)\n") }
    return .success
  }
  let view = try session.viewOfProfiles(invocation, in: loaded)
  if invocation.has(.json) {
    for (profile, isBuiltIn) in profiles {
      session.output.jsonLine(isSample: loaded.isSample) { json in
        json.members(
          of: profile, isBuiltIn: isBuiltIn, isActive: view.map { $0.engine.book[profile.id] != nil },
          in: loaded.configuration)
      }
    }
    return .success
  }
  session.output.write("\(loaded.title) · \(loaded.configuration.zone.title)\n\n")
  var table = TextTable(["profile", "name", "windows", "apps", "categories", "domains", "state"])
  for (profile, isBuiltIn) in profiles {
    let block = loaded.configuration.blockedTargets(of: profile)
    table.add([
      profile.key.text, profile.icon.isEmpty ? profile.name : "\(profile.icon) \(profile.name)",
      "\(profile.windows.count)", block.applications.countText, "\(block.categories.count)", block.domains.countText,
      view?.activity(of: profile) ?? (isBuiltIn ? "built-in" : profile.isEnabled ? "enabled" : "disabled"),
    ])
  }
  session.output.writePage(of: &table)
  return .success
}

extension Console {
  /// Returns the state of a configuration; nil if there is none or if it is uncertain which state belongs to it.
  fileprivate mutating func viewOfProfiles(
    _ invocation: Invocation, in loaded: LoadedConfiguration
  ) throws(CommandFailure) -> StateView? {
    guard !loaded.isSample else { return nil }
    let instance = try self.instance(invocation)
    guard instance.isSureOfConfiguration, try CommandFailure.mapping(instance.isReadable()) else { return nil }
    return try view(instance)
  }
}

extension StateView {
  /// Returns the state of an active profile in words; nil for other profiles.
  fileprivate func activity(of profile: Profile) -> String? {
    guard let session = engine.book[profile.id] else { return nil }
    guard let end = session.plannedEnd(at: present).map(present.instant) else { return "active" }
    return "active until \(words(end, in: zone(of: profile.reference)))"
  }
}

extension Coverage {
  /// The number of elements, or `all`.
  fileprivate var countText: String { self == .all ? "all" : "\(Set(listed).count)" }
}
