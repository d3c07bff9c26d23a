import SchedulerPlatform

/// The command unbound-control(8), by which a running unbound takes orders.
struct UnboundControl: Sendable {
  /// The path of the command.
  let path: String
  /// The configuration file with which unbound was started; nil for the usual one.
  let configuration: String?

  /// Maximum time of a command in seconds. It takes 3 s to add 100,000 zones.
  private static let secondsLimit = 20
  /// Maximum size of an answer in bytes: the list of some 500,000 zones.
  private static let outputLimit = 32 << 20

  /// Runs a command, and returns the lines that it prints.
  ///
  /// - Throws: why it cannot be run, or that unbound did not take it.
  func run(_ command: [String], input: [UInt8] = []) throws(AdapterError) -> [Substring] {
    var process = ChildProcess([path] + (configuration.map { ["-c", $0] } ?? []) + command)
    process.input = input
    process.secondsLimit = Self.secondsLimit
    process.outputLimit = Self.outputLimit
    let outcome: ChildProcess.Outcome
    do throws(SystemError) { outcome = try process.run() } catch {
      throw AdapterError("'\(path)' cannot be run: \(error)")
    }
    guard outcome.end == .exit(0) else {
      throw AdapterError("unbound does not take the command '\(command.joined(separator: " "))'", remedy: Self.remedy)
    }
    return String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
  }

  static let remedy = """
    write 'control-enable: yes' and 'control-interface: /run/unbound.ctl' below 'remote-control:' to \
    '/etc/unbound/unbound.conf.d/schedctl.conf', and restart unbound
    """

  /// The IPv4 addresses at which the configuration makes unbound answer, as unbound-checkconf(8) reads it.
  var configuredAddresses: [NameServerAddress] {
    let checker = UnboundControl(path: path.replacing("unbound-control", with: "unbound-checkconf"), configuration: nil)
    let file = configuration.map { [$0] } ?? []
    do throws(AdapterError) {
      let port = UInt16(try checker.run(["-o", "port"] + file).first ?? "") ?? 53
      return Self.addresses(try checker.run(["-o", "interface"] + file), port: port)
    } catch {
      return [NameServerAddress("127.0.0.1")]
    }
  }

  /// The IPv4 addresses of `interface`, which may have a port of their own: `127.0.0.1@5353`.
  static func addresses(_ interfaces: [Substring], port: UInt16) -> [NameServerAddress] {
    let found = interfaces.filter { $0.contains(".") }.map { interface in
      let parts = interface.split(separator: "@")
      let address = parts[0] == "0.0.0.0" ? "127.0.0.1" : String(parts[0])
      return NameServerAddress(address, port: parts.count > 1 ? UInt16(parts[1]) ?? port : port)
    }
    return found.isEmpty ? [NameServerAddress("127.0.0.1", port: port)] : found
  }

  /// Returns the values of an option.
  func values(of option: String) throws(AdapterError) -> [Substring] { try run(["get_option", option]) }

  /// Whether an option is `yes`.
  func isOn(_ option: String) throws(AdapterError) -> Bool { try values(of: option).first == "yes" }

  /// Returns the type of each local zone, by its name in lower case without a final dot; the root is `.`.
  func zones() throws(AdapterError) -> [String: String] {
    var zones: [String: String] = [:]
    for line in try run(["list_local_zones"]) {
      let words = line.split(separator: " ")
      guard words.count == 2 else { continue }
      zones[Self.zoneName(words[0])] = String(words[1])
    }
    return zones
  }

  /// The name of a zone in lower case without a final dot; the root is `.`.
  static func zoneName(_ text: Substring) -> String {
    (text.count > 1 && text.hasSuffix(".") ? text.dropLast() : text).lowercased()
  }
}
