import SchedulerPlatform

/// The order in which the machine looks up host names: the line `hosts:` of nsswitch.conf(5).
struct NameServices {
  /// The services in their order, without the actions in brackets; nil if the file does not say.
  let services: [String]?

  /// Parses the file.
  ///
  ///     line = "hosts:" *( 1*SP ( service / "[" *char "]" ) ) [ "#" *char ]
  ///
  /// The first such line counts, as in glibc. Complexity: O(bytes).
  init(parsing bytes: [UInt8]) {
    services =
      String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).lazy
      .compactMap(Self.services).first
  }

  private static func services(in line: Substring) -> [String]? {
    let text = line.prefix { $0 != "#" }
    guard let colon = text.firstIndex(of: ":"), text[..<colon].split(whereSeparator: \.isWhitespace) == ["hosts"] else {
      return nil
    }
    var services: [String] = []
    var isAction = false
    for word in text[text.index(after: colon)...].split(whereSeparator: \.isWhitespace) {
      if word.hasPrefix("[") { isAction = true }
      if !isAction { services.append(String(word)) }
      if word.hasSuffix("]") { isAction = false }
    }
    return services
  }

  /// Whether the machine asks the hosts file, and before the network.
  func availability(of path: String) -> AdapterAvailability {
    // Without the line glibc asks the file first.
    guard let services else { return .available }
    let remedy = "write 'files' before 'dns' in the line 'hosts:' of '\(path)'"
    guard let place = services.firstIndex(of: "files") else {
      return services.contains("resolve")
        ? .degraded(reason: "'\(path)' names no 'files'; systemd-resolved reads the hosts file itself", remedy: remedy)
        : .unavailable(reason: "'\(path)' names no 'files' for host names", remedy: remedy)
    }
    guard services[..<place].contains("dns") else { return .available }
    return .unavailable(
      reason: "'\(path)' asks the network for host names before it asks the hosts file", remedy: remedy)
  }
}
