import Scheduler

/// A script with the configurations that it names. It has no steps if no script was given.
struct LoadedScript {
  var steps: [ScriptStep] = []
  /// The configurations by their names in the script.
  var configurations: [String: Configuration] = [:]
}

extension Console {
  /// Reads a script and the configurations that it names.
  ///
  /// Throws with code 74 if a file cannot be read, with 65 after reporting all errors of the script, and with 78 for an
  /// invalid configuration.
  mutating func loadScript(
    _ path: String, for invocation: Invocation, of configuration: Configuration, in range: Range<Instant>
  ) throws(CommandFailure) -> LoadedScript {
    guard path != "-" || !invocation.values(of: .config).contains("-") else {
      throw .usage("standard input is named twice", help: "it can be read once")
    }
    var sources = SourceMap()
    let source = try readText(path, tooLarge: .data)
    let id = sources.add(source)
    var diagnostics = DiagnosticList()
    let script = SimulationScript(
      reading: source, as: id, from: range.lowerBound, until: range.upperBound, zone: configuration.zone.rules,
      zones: zones, diagnostics: &diagnostics)
    var configurations: [String: Configuration] = [:]
    for file in script.configurationFiles {
      let place = Self.place(of: file, besideScript: path)
      configurations[file] = try loadConfiguration(.files([place])).configuration
    }
    script.check(profiles: Self.profiles([configuration] + configurations.values), &diagnostics)
    report(diagnostics.inSourceOrder, in: sources)
    guard !diagnostics.hasErrors else { throw CommandFailure(code: .data, message: "") }
    return LoadedScript(steps: script.steps, configurations: configurations)
  }

  /// Returns the path of a file that a script names, relative to the directory of the script.
  private static func place(of file: String, besideScript script: String) -> String {
    guard !file.hasPrefix("/"), script != "-", let slash = script.lastIndex(of: "/") else { return file }
    return script[...slash] + file
  }

  private static func profiles(_ configurations: [Configuration]) -> [ProfileKey] {
    configurations.flatMap { $0.profiles + $0.builtInProfiles }.map(\.key)
  }
}
