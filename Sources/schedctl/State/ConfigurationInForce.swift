import Scheduler
import SchedulerCivilTime
import SchedulerDiagnostics

/// What the files of a configuration and what was accepted of them before come to: under which configuration a state is to
/// be read, and what has to reach the engine so that it follows the files.
struct ConfigurationInForce {
  /// The configuration that was accepted last when the state was evaluated last.
  let previous: Configuration
  /// Those accepted before it of which something was in force.
  let earlier: [Configuration]
  /// The configuration from now on, of which something may wait.
  let current: Configuration
  /// What it was read from.
  let title: String
  /// The texts of its files.
  let files: [AcceptedConfiguration.File]
  /// What tells the engine of the change; nil when there is none.
  let input: Input?
  /// What is to be written once the engine knows; nil when it stays.
  let record: AcceptedConfiguration?
  /// When it was accepted.
  let acceptedAt: Instant
  /// Whether the files consent to the shield, and nobody but root can change them.
  var isConsenting = false
  /// Why the files are not what is in force; nil when they are.
  let fault: Fault?
  /// The paths of the list files that the files name, as far as they could be read.
  var listFiles: [String] = []

  /// Why the configuration that was accepted last stays in force.
  struct Fault {
    /// A sentence in lower case.
    let message: String
    /// What is wrong in the files, and their texts; nothing when there are none.
    var diagnostics = DiagnosticList()
    var sources = SourceMap()
    /// What helps besides 'check'; nil for nothing.
    var remedy: String?
  }
}

extension Console {
  /// Reads the files, and puts them beside what was accepted before.
  ///
  /// - Parameters:
  ///   - stored: what was accepted before.
  ///   - known: the same as configurations, the newest last, where they are at hand; nil to read its texts again.
  ///
  /// Throws, when nothing was accepted before, with what is wrong with the files: 74 or 78, after reporting it.
  mutating func configurationInForce(
    _ choice: ConfigurationChoice, stored: StoredConfiguration, known: [Configuration]? = nil, trust: TrustPolicy
  ) throws(CommandFailure) -> ConfigurationInForce {
    if choice.isStandardInput {
      throw .usage("standard input cannot be the configuration of sessions", help: "it has to be there the next time")
    }
    let known = KnownConfigurations(stored, atHand: known, zones: zones)
    let report: ConfigurationReport
    do throws(CommandFailure) {
      report = try readConfiguration(choice, trust: trust, isForState: true)
    } catch {
      return try kept(stored, known, because: ConfigurationInForce.Fault(message: error.message), otherwise: error)
    }
    guard let configuration = report.configuration, !report.isSample, !report.isBlank else {
      let (fault, failure) = try shortcoming(of: report, choice)
      var kept = try kept(stored, known, because: fault, otherwise: failure)
      kept.listFiles = report.listFiles
      return kept
    }
    var inForce = inForce(configuration, report, stored, known)
    inForce.listFiles = report.listFiles
    guard loosensTooMuch(inForce) else { return inForce }
    let fault = ConfigurationInForce.Fault(
      message: "\(Self.mostWaiting) edits of the configuration already wait, and this one loosens more",
      remedy: "'schedctl pending' says until when; what only tightens, or takes the last of them back, is accepted")
    let read = KnownConfigurations(stored, atHand: inForce.earlier + [inForce.previous], zones: zones)
    return try kept(
      stored, read, because: fault, otherwise: CommandFailure(code: .configuration, message: fault.message))
  }

  /// Why files that were read are no configuration, and what is said where none was accepted before.
  private func shortcoming(
    of report: ConfigurationReport, _ choice: ConfigurationChoice
  ) throws(CommandFailure) -> (ConfigurationInForce.Fault, CommandFailure) {
    if report.isSample {
      return (ConfigurationInForce.Fault(message: "there is no configuration any more"), try missing(choice))
    }
    if report.isBlank {
      let fault = ConfigurationInForce.Fault(message: "the configuration is empty")
      let failure = CommandFailure(
        code: .configuration, message: fault.message, help: ["a remark in it says that this is meant"])
      return (fault, failure)
    }
    let fault = ConfigurationInForce.Fault(
      message: "the configuration has errors", diagnostics: report.diagnostics.inSourceOrder, sources: report.sources)
    return (fault, CommandFailure(code: .configuration, message: ""))
  }

  /// Whether a further edit would have to wait, too, though as many wait as may.
  private func loosensTooMuch(_ inForce: ConfigurationInForce) -> Bool {
    guard case .configuration(let configuration) = inForce.input, inForce.earlier.count >= Self.mostWaiting else {
      return false
    }
    return !inForce.previous.isOnlyTightened(by: configuration, in: now..<now.adding(seconds: Self.lookedAhead))
  }

  /// So many seconds ahead, 400 days, it is looked whether a further edit loosens: a yearly window is seen.
  private static let lookedAhead: Int64 = 400 * 86_400

  /// So many edits may wait: each keeps its files in the state, and is compared with the others at every further one.
  private static let mostWaiting = 32

  /// What the files say is in force.
  private func inForce(
    _ configuration: Configuration, _ report: ConfigurationReport, _ stored: StoredConfiguration,
    _ known: KnownConfigurations
  ) -> ConfigurationInForce {
    let record = AcceptedConfiguration(
      configuration, title: report.title, files: report.texts.map(AcceptedConfiguration.File.init),
      lists: report.lists.map(AcceptedConfiguration.File.init), acceptedAt: now)
    func result(
      _ previous: Configuration, after earlier: [Configuration] = [], _ input: Input?, isNew: Bool
    ) -> ConfigurationInForce {
      ConfigurationInForce(
        previous: previous, earlier: earlier, current: configuration, title: report.title,
        files: record.files, input: input, record: isNew ? record : nil,
        acceptedAt: isNew ? now : stored.accepted?.acceptedAt ?? now, isConsenting: report.isConsenting(configuration),
        fault: nil)
    }
    guard let accepted = stored.accepted else {
      if case .none = stored { return result(configuration, nil, isNew: true) }
      return result(configuration, .configuration(configuration), isNew: true)
    }
    switch accepted.difference(to: record) {
    case .none:
      return result(configuration, after: known.earlier, nil, isNew: !accepted.isSameRecord(as: record))
    case .systemZone:
      let rules = configuration.systemRules
      let previous = accepted.systemRules(among: zones).map(configuration.following) ?? configuration
      return result(previous, after: known.earlier, rules.map(Input.zoneChange), isNew: true)
    case .content:
      let known = known.all
      let previous = known.last ?? configuration
      return result(previous, after: known.dropLast(), .configuration(configuration), isNew: true)
    }
  }

  /// What was accepted last stays in force; where nothing was, the command cannot go on.
  private mutating func kept(
    _ stored: StoredConfiguration, _ known: KnownConfigurations, because fault: ConfigurationInForce.Fault,
    otherwise failure: CommandFailure
  ) throws(CommandFailure) -> ConfigurationInForce {
    let known = known.all
    guard let accepted = stored.accepted, let previous = known.last else {
      report(fault.diagnostics, in: fault.sources)
      if case .unusable(let error) = stored {
        say("schedctl: 'configuration' in the state, what was accepted before, cannot be used either: \(error)")
      }
      throw failure
    }
    let zone = previous.systemRules.map(AcceptedConfiguration.Zone.init)
    var current = previous
    var input: Input?
    // The machine travels on also while the files are broken.
    if let rules = systemRules(), AcceptedConfiguration.Zone(rules) != zone, zone != nil {
      current = previous.following(rules)
      input = .zoneChange(rules)
    }
    let record = AcceptedConfiguration(
      current, title: accepted.title, files: accepted.files, lists: accepted.lists, acceptedAt: accepted.acceptedAt)
    return ConfigurationInForce(
      previous: previous, earlier: known.dropLast(), current: current, title: accepted.title,
      files: accepted.files, input: input,
      record: input == nil ? nil : record, acceptedAt: accepted.acceptedAt, fault: fault)
  }

  private func systemRules() -> ZoneRules? {
    do throws(ZoneError) { return try zones.systemRules() } catch { return nil }
  }

  /// Whoever is not root is shown where their own would be: that of the system they cannot write.
  private func missing(_ choice: ConfigurationChoice) throws(CommandFailure) -> CommandFailure {
    let isOthers = choice == .instance(.system) && environment.effectiveUserID != 0
    return CommandFailure(
      code: .configuration, message: "there is no configuration",
      help: ["write one to \(try newConfigurationPath(isOthers ? .usual : choice)), or let 'schedctl init' do it"])
  }

  /// Throws with code 78 where a daemon would have nothing to keep: there are no files, and nothing was ever accepted. What
  /// this user cannot look at may be there.
  func refuseMissingConfiguration(_ place: StatePlace) throws(CommandFailure) {
    if case .files = place.configuration { return }
    do throws(CommandFailure) {
      for directory in try configurationDirectories(place.configuration) where try directory.isPresent() { return }
      if try isStateKept(place) { return }
    } catch {
      return
    }
    throw try missing(place.configuration)
  }
}

extension ConfigurationReport {
  /// Whether its files say nothing, not even in a remark: an editor or a full disk that has just cut them off leaves such.
  fileprivate var isBlank: Bool { texts.allSatisfy { $0.bytes.allSatisfy(\.isBlank) } }
}

extension UInt8 {
  fileprivate var isBlank: Bool { [0x09, 0x0A, 0x0D, 0x20].contains(self) }
}

extension Configuration {
  /// The rules of the machine's own zone; nil when nothing follows it.
  var systemRules: ZoneRules? {
    ([zone] + profiles.compactMap(\.zone)).first { $0.choice == .system }?.rules
  }
}
