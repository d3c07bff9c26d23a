import Scheduler
import SchedulerDiagnostics
import SchedulerPlatform
import SchedulerTOML

/// A configuration that was read, and what it was read from.
struct LoadedConfiguration {
  let configuration: Configuration
  /// The texts that its spans point into.
  let sources: SourceMap
  /// The names of its files, as they are shown.
  let title: String
  /// Whether it is the built-in sample, because there is no other.
  let isSample: Bool
}

/// All that came of reading a configuration.
struct ConfigurationReport {
  /// What the files say; nil when something is wrong.
  let configuration: Configuration?
  /// The texts that spans point into.
  let sources: SourceMap
  /// The names of the files, as they are shown.
  let title: String
  /// Whether they are the built-in sample.
  let isSample: Bool
  /// The files, without list files.
  let texts: [SourceText]
  /// The list files that were read.
  let lists: [SourceText]
  /// The paths of all list files that are named, also of those that could not be read.
  let listFiles: [String]
  /// What was found on the way.
  var diagnostics: DiagnosticList
}

extension Console {
  /// Reads the configuration that the options and the environment name, or the sample when there is none.
  ///
  /// Throws with code 74 when a file cannot be read and with 78 when what it says is wrong or others than root can change
  /// it, after reporting all of it.
  mutating func loadConfiguration(
    _ invocation: Invocation, trust: TrustPolicy = .preview
  ) throws(CommandFailure) -> LoadedConfiguration {
    try loadConfiguration(ConfigurationChoice(invocation, environment), trust: trust)
  }

  /// The same for a choice that was made.
  mutating func loadConfiguration(
    _ choice: ConfigurationChoice, trust: TrustPolicy = .preview
  ) throws(CommandFailure) -> LoadedConfiguration {
    let report = try readConfiguration(choice, trust: trust)
    guard let configuration = report.configuration else {
      self.report(report.diagnostics.inSourceOrder, in: report.sources)
      throw CommandFailure(code: .configuration, message: "")
    }
    sayMore("schedctl: read \(report.title), \(configuration.profiles.count) profiles")
    return LoadedConfiguration(
      configuration: configuration, sources: report.sources, title: report.title, isSample: report.isSample)
  }

  /// Reads a configuration with all that is wrong or remarkable about it, as far as that does not depend on the present.
  ///
  /// `replacement` is read in the place of the file of its name. That it is the sample is said, but not
  /// for what works on state, which takes only files that can be read again.
  ///
  /// Throws with code 74 when a file cannot be read, with 78 when one is too large.
  mutating func readConfiguration(
    _ choice: ConfigurationChoice, trust: TrustPolicy, replacing replacement: SourceText? = nil,
    isForState: Bool = false
  ) throws(CommandFailure) -> ConfigurationReport {
    let isNamed = if case .files = choice { true } else { false }
    let reaction = trust.reaction(isNamed: isNamed, isRoot: environment.effectiveUserID == 0)
    var reader = TextReader(reaction, isNamed: isNamed && !isForState)
    var texts = try configurationTexts(choice, &reader)
    if texts.isSample, !isForState { say(Sample.notice(path: try configurationDirectories(choice)[0].mainFile)) }
    if let replacement { texts.replace(with: replacement) }
    let files = texts.sources.texts
    let lists = ListFiles(
      refusesExposed: reaction == .refuse, told: reader.exposed, accounts: places.accounts)
    var diagnostics = DiagnosticList()
    if reaction == .refuse {
      for file in reader.exposed { diagnostics.report(.exposed(file, .error, places.accounts)) }
    }
    let reading = ConfigurationReading(
      of: &texts.sources, zones: zones, lists: lists, accounts: places.accounts, diagnostics: &diagnostics)
    judge(reading, reaction, &reader, &diagnostics)
    return ConfigurationReport(
      configuration: diagnostics.hasErrors ? nil : reading.configuration, sources: texts.sources, title: texts.title,
      isSample: texts.isSample, texts: files, lists: lists.read.texts, listFiles: reading.listFiles,
      diagnostics: diagnostics)
  }

  /// Looks at what a configuration names: the programs of its hooks, and who can change them and the list files, where
  /// these were not refused while they were read.
  private func judge(
    _ reading: ConfigurationReading, _ reaction: TrustPolicy.Reaction, _ reader: inout TextReader,
    _ diagnostics: inout DiagnosticList
  ) {
    let told = reaction == .refuse ? reader.exposed.count : 0
    if reaction == .warn { reader.judge(readFiles: reading.listFiles) }
    reader.judgePrograms(reading.programs, &diagnostics)
    for file in reader.exposed[told...] {
      diagnostics.report(.exposed(file, reaction == .refuse ? .error : .warning, places.accounts))
    }
  }

  /// The texts that a choice means; the sample when there are none.
  mutating func configurationTexts(
    _ choice: ConfigurationChoice, _ reader: inout TextReader
  ) throws(CommandFailure) -> ConfigurationTexts {
    if case .files(let paths) = choice {
      var texts: [SourceText] = []
      for path in paths { texts.append(try reader.read(path)) }
      return ConfigurationTexts(named: texts)
    }
    let directories = try configurationDirectories(choice)
    for directory in directories {
      if let texts = try directory.read(&reader) { return texts }
    }
    return .sample
  }

  /// Where a configuration is looked for, the first place first; there is at least one.
  func configurationDirectories(_ choice: ConfigurationChoice) throws(CommandFailure) -> [ConfigurationDirectory] {
    let system = ConfigurationDirectory(path: places.systemConfiguration)
    let user = environment.home("XDG_CONFIG_HOME", ".config").map { ConfigurationDirectory(path: $0 + "/schedctl") }
    switch choice {
    case .instance(.system): return [system]
    case .instance(.user):
      guard let user else { throw Self.homeless }
      return [user]
    case .usual, .files:
      guard let user, environment.effectiveUserID != 0 else { return [system] }
      return [user, system]
    }
  }

  private static var homeless: CommandFailure {
    .usage(
      "your own configuration needs a home directory: neither XDG_CONFIG_HOME nor HOME is set to an absolute path")
  }

  /// Where a new configuration is written: never to that of the system by somebody who has only no home.
  func newConfigurationPath(_ choice: ConfigurationChoice) throws(CommandFailure) -> String {
    if case .files(let paths) = choice, let path = paths.first { return path }
    if choice == .usual, environment.effectiveUserID != 0, environment.home("XDG_CONFIG_HOME", ".config") == nil {
      throw Self.homeless
    }
    return try configurationDirectories(choice)[0].mainFile
  }

  /// The file of the configuration in use that is edited; where a new one is written when there is none.
  func configurationInUse(_ choice: ConfigurationChoice) throws(CommandFailure) -> String {
    if case .files(let paths) = choice, let path = paths.first { return path }
    let directories = try configurationDirectories(choice)
    for directory in directories { if let path = try directory.editedFile() { return path } }
    return directories[0].mainFile
  }

  /// Reads a whole TOML file, `-` for standard input; `tooLarge` is the exit code for one over the limit.
  func readText(_ path: String, tooLarge: ExitCode) throws(CommandFailure) -> SourceText {
    do throws(FileError) {
      let bytes = try FileReader().read(path, limit: Document.maximumByteCount)
      return SourceText(name: path == "-" ? "<stdin>" : path, bytes: bytes)
    } catch {
      throw CommandFailure(error, tooLarge: tooLarge)
    }
  }
}

extension AccountDatabase: AccountSource {}
