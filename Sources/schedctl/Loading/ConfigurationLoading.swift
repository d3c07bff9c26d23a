import CivilTime
import Diagnostics
import Platform
import Scheduler
import TOML

/// A configuration that was read, and what it was read from.
struct LoadedConfiguration {
  let configuration: Configuration
  let sources: SourceMap
  /// What was found that is no error.
  let diagnostics: DiagnosticList
  /// Whether it is the built-in sample, because there is no other.
  let isSample: Bool

  /// The names of its files, as they are shown.
  var title: String { isSample ? Sample.title : sources.texts.map(\.name).joined(separator: ", ") }
}

extension Session {
  /// Reads the configuration that the options and the environment name, or the sample when there is none.
  ///
  /// Throws with code 74 when a file cannot be read and with 78 when what it says is wrong, after reporting all of it.
  mutating func loadConfiguration(_ invocation: Invocation) throws(CommandFailure) -> LoadedConfiguration {
    try loadConfiguration(files: configurationFiles(named: invocation.values(of: .config)))
  }

  /// Reads the configuration of some files; the sample for none.
  mutating func loadConfiguration(files: [String]?) throws(CommandFailure) -> LoadedConfiguration {
    var sources = SourceMap()
    if let files {
      for path in files { _ = sources.add(try readText(path, limit: Document.maximumSize, tooLarge: .configuration)) }
    } else {
      say(Sample.notice)
      _ = sources.add(SourceText(name: Sample.title, Sample.text))
    }
    var diagnostics = DiagnosticList()
    let configuration = Configuration(reading: sources, zones: zones, diagnostics: &diagnostics)
    guard let configuration else {
      report(diagnostics.inSourceOrder, in: sources)
      throw CommandFailure(code: .configuration, message: "")
    }
    return LoadedConfiguration(
      configuration: configuration, sources: sources, diagnostics: diagnostics, isSample: files == nil)
  }

  /// The files to read: those of `--config`, else `$SCHEDCTL_CONFIG`, else the user's or the system's, whichever is
  /// there; nil when none is.
  func configurationFiles(named options: [String]) -> [String]? {
    if !options.isEmpty { return options }
    if let path = environment["SCHEDCTL_CONFIG"], !path.isEmpty { return [path] }
    return defaultConfigurationPaths.first { FileReader.exists($0) }.map { [$0] }
  }

  /// Root reads the system's configuration; others their own if they have one, else the system's.
  private var defaultConfigurationPaths: [String] {
    let system = "/etc/schedctl/config.toml"
    guard environment.effectiveUserID != 0 else { return [system] }
    return [environment.configurationHome.map { $0 + "/schedctl/config.toml" }, system].compactMap { $0 }
  }

  /// Reads a whole file, `-` for standard input.
  func readText(_ path: String, limit: Int, tooLarge: ExitCode) throws(CommandFailure) -> SourceText {
    do throws(FileError) {
      return SourceText(name: path == "-" ? "<stdin>" : path, bytes: try FileReader.read(path, limit: limit))
    } catch {
      throw CommandFailure(code: error.isTooLarge ? tooLarge : .inputOutput, message: error.message)
    }
  }
}

extension ProcessEnvironment {
  /// `$XDG_CONFIG_HOME`, else `.config` in the home directory.
  fileprivate var configurationHome: String? {
    if let path = self["XDG_CONFIG_HOME"], path.hasPrefix("/") { return path }
    return self["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.config" }
  }
}
