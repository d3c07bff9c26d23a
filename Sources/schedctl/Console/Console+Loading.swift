import Scheduler
import SchedulerDiagnostics
import SchedulerInstance
import SchedulerPlatform
import SchedulerTOML

/// A configuration without errors, and what it was read from.
struct LoadedConfiguration {
  let configuration: Configuration
  /// The texts into which its spans point.
  let sources: SourceMap
  /// The names of its files for headings.
  let title: String
  /// Whether it is the built-in sample, because there is no other.
  let isSample: Bool
}

extension LoadedConfiguration {
  /// A reading without errors; nil for one with errors.
  init?(_ reading: ConfigurationReading) {
    guard reading.isValid, let configuration = reading.configuration else { return nil }
    self.init(
      configuration: configuration, sources: reading.sources, title: reading.title, isSample: reading.isFallback)
  }
}

extension Console {
  /// Reads the configuration that the options and the environment name, or the sample when there is none.
  ///
  /// Throws with code 74 when a file cannot be read, and with 78 when it has errors or others than root can change it.
  mutating func loadConfiguration(_ invocation: Invocation) throws(CommandFailure) -> LoadedConfiguration {
    try loadConfiguration(ConfigurationChoice(invocation, environment: environment))
  }

  /// Reads a configuration, or the sample when there is none. Throws as `loadConfiguration` of an invocation.
  mutating func loadConfiguration(_ choice: ConfigurationChoice) throws(CommandFailure) -> LoadedConfiguration {
    let reading = try readConfiguration(choice, trust: .preview)
    guard let loaded = LoadedConfiguration(reading) else {
      throw CommandFailure(
        code: .configuration, message: "", diagnostics: reading.diagnostics.inSourceOrder, sources: reading.sources)
    }
    sayMore("schedctl: read \(loaded.title), \(loaded.configuration.profiles.count) profiles")
    return loaded
  }

  /// Reads a configuration with everything that is wrong with it, or the sample when there is none, which is said.
  ///
  /// Throws with code 74 when a file cannot be read, and with 78 when one is too large.
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

  /// Reads the configuration that is in force: what the files say; while they are broken or gone what was accepted of them
  /// last, which is reported. Nothing was accepted where no state belongs to the files for sure.
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
    let found: (record: AcceptedConfiguration, update: ConfigurationUpdate, inForce: Configuration)?
    do throws(InstanceError) { found = try accepted(by: instance) } catch { throw CommandFailure(error) }
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

  /// What an instance accepted, what the files change of it, and what is in force by now; nil where nothing is accepted for
  /// sure.
  private func accepted(
    by instance: Instance
  ) throws(InstanceError) -> (record: AcceptedConfiguration, update: ConfigurationUpdate, inForce: Configuration)? {
    guard instance.isSureOfConfiguration, try instance.isReadable(),
      case .accepted(let record) = try instance.readState()?.configuration
    else { return nil }
    let update = try instance.configurationUpdate(stored: .accepted(record), trust: .preview, at: now)
    return (record, update, try instance.configurationInForce(after: update))
  }

  /// Reads a whole TOML file, `-` for standard input; `tooLarge` is the exit code for a file over the limit.
  func readText(_ path: String, tooLarge: ExitCode) throws(CommandFailure) -> SourceText {
    do throws(FileError) {
      let bytes = try FileReader().read(path, limit: Document.maximumByteCount)
      return SourceText(name: path == "-" ? "<stdin>" : path, bytes: bytes)
    } catch {
      throw CommandFailure(error, tooLarge: tooLarge)
    }
  }
}
