import SchedulerPlatform

/// Asks the name services of the machine for the addresses of a host name, with getent(1), as programs do.
public struct NameResolver: Sendable {
  /// The path of getent(1).
  let getent: String

  /// Creates a resolver that runs a program.
  public init(getent: String = "/usr/bin/getent") { self.getent = getent }

  /// Number of names that are asked for after each change. Each takes about 2 ms.
  private static let sampleSize = 8

  /// Maximum time in seconds for one name. A blocked one is answered at once; another may need the network.
  private static let secondsLimit = 3

  /// What the name services say of a name.
  enum Answer: Hashable, Sendable {
    /// It leads nowhere: all its addresses are those of a hosts file that blocks it.
    case nowhere
    /// It leads to an address.
    case address(String)
    /// No service has an address for it, so they do not ask the hosts file.
    case unknown
    /// They did not answer within the time limit.
    case unanswered
    /// The machine has no getent(1), so nothing was asked.
    case noResolver
  }

  /// Returns some of the names, at even distances, the first and the last among them.
  func sample(of names: [String]) -> [String] {
    guard names.count > Self.sampleSize else { return names }
    return (0..<Self.sampleSize).map { names[$0 * (names.count - 1) / (Self.sampleSize - 1)] }
  }

  /// Whether there is a program to run.
  var exists: Bool { ExecutableFile(path: getent) != nil }

  /// Why names cannot be looked up without getent(1).
  var absence: String { "there is no '\(getent)'" }

  /// Asks for a name.
  ///
  /// - Throws: why getent(1) cannot be run, unless there is none.
  func answer(about name: String) throws(AdapterError) -> Answer {
    do throws(SystemError) {
      var process = ChildProcess([getent, "ahosts", name])
      process.secondsLimit = Self.secondsLimit
      let outcome = try process.run()
      let addresses = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        .compactMap { $0.split(separator: " ").first }
      if let address = addresses.first(where: { !["0.0.0.0", "::"].contains($0) }) { return .address(String(address)) }
      if !addresses.isEmpty { return .nowhere }
      if case .exit = outcome.end { return .unknown }
      return .unanswered
    } catch {
      if error == .missingFile { return .noResolver }
      throw AdapterError("cannot run '\(getent)': \(error)")
    }
  }

  /// Returns why a name is not seen to be blocked, or nil if it leads nowhere.
  ///
  /// - Parameter path: the hosts file that blocks it.
  func fault(of name: String, path: String) throws(AdapterError) -> AdapterError? {
    switch try answer(about: name) {
    case .nowhere: nil
    case .address(let address):
      AdapterError("'\(name)' still resolves to \(address)", remedy: "remove its line from '\(path)'")
    case .unknown:
      AdapterError(
        "the name services have no address for '\(name)', although '\(path)' has one",
        remedy: "make them ask the hosts file: 'files' in the line 'hosts:' of nsswitch.conf(5)")
    case .unanswered:
      AdapterError(
        "the name services did not answer about '\(name)' within \(Self.secondsLimit) s",
        remedy: "'getent ahosts \(name)' must answer at once: check the line 'hosts:' of nsswitch.conf(5)")
    case .noResolver: AdapterError("'\(name)' was not looked up: \(absence)")
    }
  }
}
