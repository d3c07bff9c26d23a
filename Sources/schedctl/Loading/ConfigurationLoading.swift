import CivilTime
import Diagnostics
import Platform
import Scheduler
import TOML

/// A configuration that was read, and what it was read from.
struct LoadedConfiguration {
  let configuration: Configuration
  let sources: SourceMap
  /// Whether it is the built-in sample, because there is no other.
  let isSample: Bool

  /// The names of its files, as they are shown.
  var title: String { isSample ? Sample.title : sources.title }
}

extension SourceMap {
  /// The names of the texts, made harmless.
  var title: String {
    texts.reduce(into: "") { title, text in
      title += (title.isEmpty ? "" : ", ") + PrintableText.printable(text.name)
    }
  }
}

extension Session {
  /// Reads the configuration that the options and the environment name, or the sample when there is none.
  ///
  /// Throws with code 74 when a file cannot be read and with 78 when what it says is wrong, after reporting all of it.
  mutating func loadConfiguration(_ invocation: Invocation) throws(CommandFailure) -> LoadedConfiguration {
    try loadConfiguration(named: invocation.values(of: .config))
  }

  /// The same for files as `--config` names them.
  mutating func loadConfiguration(named files: [String]) throws(CommandFailure) -> LoadedConfiguration {
    let (sources, isSample) = try configurationSources(named: files)
    var diagnostics = DiagnosticList()
    let configuration = Configuration(reading: sources, zones: zones, diagnostics: &diagnostics)
    guard let configuration else {
      report(diagnostics.inSourceOrder, in: sources)
      throw CommandFailure(code: .configuration, message: "")
    }
    sayMore("schedctl: read \(sources.title), \(configuration.profiles.count) profiles")
    return LoadedConfiguration(configuration: configuration, sources: sources, isSample: isSample)
  }

  /// The texts of the configuration: the files named, else `$SCHEDCTL_CONFIG`, else the first usual one that is there,
  /// else the sample, which is said.
  mutating func configurationSources(named options: [String]) throws(CommandFailure) -> (SourceMap, isSample: Bool) {
    var sources = SourceMap()
    let named = options.isEmpty ? environment["SCHEDCTL_CONFIG"].flatMap { $0.isEmpty ? nil : [$0] } : options
    if let named {
      guard named.count(where: { $0 == "-" }) < 2 else {
        throw .usage("standard input is named twice", help: "it can be read once")
      }
      for path in named { _ = sources.add(try readText(path, tooLarge: .configuration)) }
      return (sources, false)
    }
    for path in usualConfigurationPaths {
      guard let text = try readTextIfPresent(path) else { continue }
      _ = sources.add(text)
      return (sources, false)
    }
    say(Sample.notice(path: usualConfigurationPaths[0]))
    _ = sources.add(SourceText(name: Sample.title, Sample.text))
    return (sources, true)
  }

  /// Where a new configuration is written.
  var newConfigurationPath: String { environment["SCHEDCTL_CONFIG"] ?? usualConfigurationPaths[0] }

  /// The first file of the configuration in use; where a new one is written when there is none.
  var configurationInUse: String {
    environment["SCHEDCTL_CONFIG"] ?? usualConfigurationPaths.first { FileWriter().isTaken($0) } ?? newConfigurationPath
  }

  /// Root reads the system's configuration; others their own if they have one, else the system's.
  private var usualConfigurationPaths: [String] {
    let system = "/etc/schedctl/config.toml"
    guard environment.effectiveUserID != 0 else { return [system] }
    return [environment.configurationHome.map { $0 + "/schedctl/config.toml" }, system].compactMap { $0 }
  }

  /// Reads a whole TOML file, `-` for standard input; `tooLarge` is the exit code for one over the limit.
  func readText(_ path: String, tooLarge: ExitCode) throws(CommandFailure) -> SourceText {
    do throws(FileError) {
      let bytes = try FileReader().read(path, limit: Document.maximumByteCount)
      return SourceText(name: path == "-" ? "<stdin>" : path, bytes: bytes)
    } catch {
      throw CommandFailure(code: error.isTooLarge ? tooLarge : .inputOutput, message: "\(error)")
    }
  }

  /// The same for a configuration that need not be there.
  private func readTextIfPresent(_ path: String) throws(CommandFailure) -> SourceText? {
    do throws(FileError) {
      return SourceText(name: path, bytes: try FileReader().read(path, limit: Document.maximumByteCount))
    } catch {
      if error.reason == .missing { return nil }
      throw CommandFailure(code: error.isTooLarge ? .configuration : .inputOutput, message: "\(error)")
    }
  }
}

extension FileError {
  /// Whether the file is there and has more bytes than is allowed.
  fileprivate var isTooLarge: Bool {
    if case .tooLarge = reason { true } else { false }
  }
}

extension ProcessEnvironment {
  /// `$XDG_CONFIG_HOME`, else `.config` in the home directory.
  fileprivate var configurationHome: String? {
    if let path = self["XDG_CONFIG_HOME"], path.hasPrefix("/") { return path }
    return self["HOME"].flatMap { $0.isEmpty ? nil : $0 + "/.config" }
  }
}
