import SchedulerPlatform

/// Asks the name services of the machine for the addresses of a host name, with getent(1), as programs do.
public struct NameResolver: Sendable {
  private let getent: String

  /// Creates a resolver that runs a program.
  public init(getent: String = "/usr/bin/getent") { self.getent = getent }

  /// Number of names that are asked for after each change. Each takes about 2 ms.
  private static let sampleSize = 8

  /// Maximum time in seconds for one name. A blocked one is answered at once; another may need the network.
  private static let secondsLimit = 3

  /// Returns some of the names, at even distances, the first and the last among them.
  func sample(of names: [String]) -> [String] {
    guard names.count > Self.sampleSize else { return names }
    return (0..<Self.sampleSize).map { names[$0 * (names.count - 1) / (Self.sampleSize - 1)] }
  }

  /// Returns the first address of a name that leads somewhere, or words if it has none at all; nil if the name leads
  /// nowhere, or if the machine has no getent(1).
  func firstRealAddress(of name: String) throws(AdapterError) -> String? {
    do throws(SystemError) {
      var process = ChildProcess([getent, "ahosts", name])
      process.secondsLimit = Self.secondsLimit
      let addresses = String(decoding: try process.run().output, as: UTF8.self).split(separator: "\n")
        .compactMap { $0.split(separator: " ").first }
      guard !addresses.isEmpty else { return "no address of the hosts file" }
      return addresses.first { !["0.0.0.0", "::"].contains($0) }.map(String.init)
    } catch {
      if error == .missingFile { return nil }
      throw AdapterError("cannot run '\(getent)': \(error)")
    }
  }
}
