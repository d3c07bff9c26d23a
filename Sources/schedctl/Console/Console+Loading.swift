import SchedulerInstance
import SchedulerTOML

/// A configuration without errors and its sources.
struct LoadedConfiguration {
  let configuration: Configuration
  /// The texts that its spans refer to.
  let sources: SourceMap
  /// The names of its files, for headings.
  let title: String
  /// Whether it is the built-in sample, because there is no other configuration.
  let isSample: Bool
}

extension LoadedConfiguration {
  /// Creates the configuration of a reading; nil if the reading has errors.
  init?(_ reading: ConfigurationReading) {
    guard reading.isValid, let configuration = reading.configuration else { return nil }
    self.init(
      configuration: configuration, sources: reading.sources, title: reading.title, isSample: reading.isFallback)
  }
}

extension Console {
  /// Reads the configuration that the options and the environment name, or the sample if there is none.
  ///
  /// Throws with code 74 if a file cannot be read, and with 78 if it has errors or users other than root can change it.
  mutating func loadConfiguration(_ invocation: Invocation) throws(CommandFailure) -> LoadedConfiguration {
    try loadConfiguration(ConfigurationChoice(invocation, environment: environment))
  }

  /// Reads a configuration, or the sample if there is none. Throws as `loadConfiguration` of an invocation.
  mutating func loadConfiguration(_ choice: ConfigurationChoice) throws(CommandFailure) -> LoadedConfiguration {
    let reading = try readConfiguration(choice, trust: .preview)
    guard let loaded = LoadedConfiguration(reading) else {
      throw CommandFailure(
        code: .configuration, message: "", diagnostics: reading.diagnostics.inSourceOrder, sources: reading.sources)
    }
    let count = loaded.configuration.profiles.count
    sayMore("schedctl: read \(loaded.title), \(count) \(count == 1 ? "profile" : "profiles")")
    return loaded
  }

  /// Reads a configuration with all its defects, or the sample if there is none, and reports the use of the sample.
  ///
  /// Throws with code 74 if a file cannot be read, and with 78 if a file is too large.
  mutating func readConfiguration(
    _ choice: ConfigurationChoice, trust: TrustPolicy, replacing replacement: SourceText? = nil
  ) throws(CommandFailure) -> ConfigurationReading {
    do throws(InstanceError) {
      let sample = SourceText(name: Sample.title, Sample.text)
      let reading = try host.readConfiguration(choice, trust: trust, replacing: replacement, fallback: sample)
      if reading.isFallback { say(Sample.notice(path: try host.configurationDirectories(choice)[0].mainFile)) }
      return reading
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Reads the configuration in force. If the files are broken or gone, this is the last accepted configuration, and
  /// the fault is reported. If it is uncertain which state belongs to the files, nothing counts as accepted.
  ///
  /// Throws as `loadConfiguration`.
  mutating func loadConfigurationInForce(_ invocation: Invocation) throws(CommandFailure) -> LoadedConfiguration {
    let instance: Instance
    do throws(CommandFailure) {
      instance = try self.instance(invocation)
    } catch {
      // Without a home directory there is no state.
      return try loadConfiguration(invocation)
    }
    let found = try CommandFailure.mapping(accepted(by: instance))
    guard let (record, update, configuration) = found else { return try loadConfiguration(invocation) }
    guard update.fault != nil else {
      let loaded = try loadConfiguration(invocation)
      return LoadedConfiguration(
        configuration: configuration, sources: loaded.sources, title: loaded.title, isSample: loaded.isSample)
    }
    report(instance.notices(of: update, stored: .accepted(record)))
    return LoadedConfiguration(
      configuration: configuration, sources: record.sources, title: update.title, isSample: false)
  }

  /// Returns the accepted configuration of an instance, the changes by its files, and the configuration in force now.
  /// Nil if it is uncertain whether anything was accepted.
  private func accepted(
    by instance: Instance
  ) throws(InstanceError) -> (record: AcceptedConfiguration, update: ConfigurationUpdate, inForce: Configuration)? {
    guard instance.isSureOfConfiguration, try instance.isReadable(),
      case .accepted(let record) = try instance.readState()?.configuration
    else { return nil }
    let update = try instance.configurationUpdate(stored: .accepted(record), trust: .preview, at: now)
    return (record, update, try instance.configurationInForce(after: update))
  }

  /// Reads a complete TOML file, or standard input for `-`. `tooLarge` is the exit code for a file above the limit.
  func readText(_ path: String, tooLarge: ExitCode) throws(CommandFailure) -> SourceText {
    do throws(FileSystemError) {
      let bytes = try FileReader().read(path, limit: Document.maximumByteCount)
      return SourceText(name: path == "-" ? "<stdin>" : path, bytes: bytes)
    } catch {
      throw CommandFailure(error, tooLarge: tooLarge)
    }
  }
}
