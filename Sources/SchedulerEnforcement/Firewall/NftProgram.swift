import SchedulerPlatform

/// Runs nft(8), which asks the kernel for its tables and changes them.
public struct NftProgram: Sendable {
  /// The absolute path of the program, with what is run before it.
  let words: [String]

  /// Creates a program. Runs nothing yet.
  ///
  /// - Parameter words: the absolute path of nft(8), as the last word; before it those of a program that starts it, for
  ///   example in another network namespace.
  public init(_ words: [String]) { self.words = words }

  /// The directories that have system programs, the usual one first.
  private static let directories = [
    "/usr/sbin", "/sbin", "/usr/bin", "/bin", "/usr/local/sbin", "/run/current-system/sw/bin",
  ]

  /// Finds the program of this machine; nil if none is installed.
  public static func installed() -> NftProgram? {
    ProgramSearch(directories: directories).allPaths(of: "nft").first?.first.map { NftProgram([$0]) }
  }

  /// Maximum time in seconds of a run. With 8,192 addresses a run takes 0.04 s.
  private static let secondsLimit = 10
  /// Maximum size of a listing in bytes, several times that of the greatest table.
  private static let sizeLimit = 8 << 20

  /// Returns what the kernel contains in our table; nil if there is none.
  ///
  /// - Throws: why it could not be asked.
  func listing() throws(AdapterError) -> FirewallTable? {
    let outcome = try run(["-j", "-n", "list", "table"] + FirewallTable.title.split(separator: " ").map(String.init))
    if outcome.end == .exit(0) { return try FirewallTable(listing: outcome.output) }
    // It has no exit code of its own for a missing table.
    if try isPresent() { throw failure(outcome, asking: "to list its table") }
    return nil
  }

  /// Whether the kernel has our table. A kernel without a firewall has none.
  func isPresent() throws(AdapterError) -> Bool {
    let question = ["-j", "list", "tables", "inet"]
    let outcome = try run(question)
    guard outcome.end == .exit(0) else {
      let words = try run(question, keepsErrors: true)
      if String(decoding: words.output, as: UTF8.self).contains("Protocol not supported") { return false }
      throw failure(words, asking: "to list the tables of the firewall")
    }
    return try FirewallTable.isListed(in: outcome.output)
  }

  /// Runs commands in one transaction: all of them, or none.
  ///
  /// - Parameter isTrial: whether the kernel only checks them.
  func load(_ script: String, isTrial: Bool = false) throws(AdapterError) {
    let outcome = try run((isTrial ? ["-c"] : []) + ["-f", "-"], input: script)
    guard outcome.end == .exit(0) else { throw failure(outcome, asking: "to load the rules of the firewall") }
  }

  private func run(
    _ arguments: [String], input: String? = nil, keepsErrors: Bool = false
  ) throws(AdapterError) -> ChildProcess.Outcome {
    var process = ChildProcess(words + arguments)
    process.secondsLimit = Self.secondsLimit
    process.outputLimit = Self.sizeLimit
    process.input = input.map { Array($0.utf8) }
    // A warning would be no JSON.
    process.keepsErrors = keepsErrors || input != nil
    do throws(SystemError) { return try process.run() } catch {
      throw AdapterError("cannot run '\(words.last ?? "nft")': \(error)", remedy: "install the package nftables")
    }
  }

  private func failure(_ outcome: ChildProcess.Outcome, asking what: String) -> AdapterError {
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.contains("rror: ") }.map { " (\($0.drop { $0 != " " }.dropFirst()))" } ?? ""
    switch outcome.end {
    case .exit:
      return AdapterError(
        "the kernel refuses \(what)\(line)",
        remedy: "run the daemon as root, with CAP_NET_ADMIN and AF_NETLINK, on a kernel with nf_tables")
    case .signal:
      return AdapterError("nft(8) did not answer within \(Self.secondsLimit) s, asked \(what)")
    }
  }
}
