import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

/// A machine on which a site is blocked, and the program that shows the page about it.
final class PageTrial {
  let folder: WorkFolder
  /// A port that no other program listened on a moment ago.
  let port: UInt16

  /// Publishes a shield that blocks youtube.com for an hour.
  init() throws {
    folder = try WorkFolder()
    port = try LoopbackSocket(port: 0).port
    try publish()
  }

  /// Writes the published files.
  ///
  /// - Parameters:
  ///   - seconds: the time until the shield ends by the clock.
  ///   - strictSeconds: the time until it ends for a strict session; nil for one that is not strict.
  ///   - keeper: the process that is the daemon; nil for this one.
  ///   - attempts: the attempts in the session.
  ///   - zone: the zone of the configuration; nil for a file of an earlier version.
  func publish(
    title: String = "Stay focused!", domains: [String] = ["youtube.com"], urls: [String] = [], allowed: [String] = [],
    users: [String] = [], seconds: Double = 3_600, strictSeconds: Int64? = nil, keeper: Int32? = nil,
    permissions: Int = 0o644, attempts: Int? = nil,
    zone: String? = nil
  ) throws {
    let boot = try SystemClocks.moment().bootID
    let until = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: seconds))
    let untilBoot = strictSeconds.map { "\(SystemClocks.boot() / 1_000_000_000 + $0)" } ?? "null"
    let isStrict = strictSeconds != nil
    let shield = """
      {"version":1,"generation":1,"writtenAt":"2026-11-23T08:00:00Z","bootId":"\(boot)","strict":\(isStrict),
       "validUntil":"\(until)","validUntilBoot":\(untilBoot),"layers":[{"profile":"deep-work",
       "id":"6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10","session":"96c94dff-7841-5267-801b-f30d5263dc3c","origins":["schedule"],
       "users":\(users),"groups":[],"until":"\(until)","strict":\(isStrict),
       "applications":{"default":"allow","block":[],"allow":[],"blockCategories":[],"allowCategories":[]},
       "domains":{"default":"allow","block":\(domains),"allow":\(allowed),"urls":\(urls)},"denyAppInstallation":false,"denyAppRemoval":false,
       "screen":{"title":"\(title)","subtitle":"","icon":"","button":"Back"}}]}
      """
    let live = """
      {"version":1,"writtenAt":"2026-11-23T08:00:00Z",\(zone.map { "\"timezone\":\"\($0)\"," } ?? "")"shield":"active",
       "sessions":[\(attempts.map(Self.session) ?? "")],
       "keeper":{"pid":\(keeper ?? getpid()),"bootId":"\(boot)","since":"2026-11-23T06:58:11Z"},"adapters":[]}
      """
    try replace("state/shield.json", with: shield, permissions: permissions)
    try replace("run/live.json", with: live, permissions: permissions)
  }

  /// The session of the shield, as `live.json` has it.
  private static func session(attempts: Int) -> String {
    """
    {"id":"96c94dff-7841-5267-801b-f30d5263dc3c","profile":"deep-work",
     "link":"schedctl://profile/6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10","remainingSeconds":3600,"elapsedSeconds":0,
     "totalDuration":3600,"modeIdentifier":"schedule","modeDisplayName":"Schedule","modeLabel":"SCHEDULED TIME",
     "stateIdentifier":"running","displayTime":"60:00","timerEndDate":null,"sessionCount":0,"staleDate":null,
     "color":"#f97316","lift":null,"access":[],"nextBreak":null,"attempts":\(attempts)}
    """
  }

  /// Puts a file in the place of another at once, as the daemon does.
  func replace(_ name: String, with text: String, permissions: Int = 0o644) throws {
    let path = try folder.write(text.utf8, to: name + ".new", permissions: permissions)
    try #require(rename(path, "\(folder.path)/\(name)") == 0)
  }

  func text(of name: String) throws -> String { try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8) }

  /// A run of the command on this machine.
  func run(_ words: String...) -> ProgramRun {
    var run = ProgramRun(arguments: ["shield-page", "--state", folder.path + "/state"] + words)
    run.folder = folder.path
    run.environment["RUNTIME_DIRECTORY"] = folder.path + "/run"
    return run
  }

  /// Starts the server and waits until it answers.
  func serve() throws -> RunningProgram {
    var run = run("--listen", "127.0.0.1:\(port)")
    run.messages = .file(try folder.write("", to: "said"))
    let process = try RunningProgram(run)
    try #require(Waiting.until { PageClient(port) != nil })
    return process
  }

  /// Sends bytes on a connection of its own, and returns all that is answered; nil if nothing listens.
  func answer(to text: String) -> String? {
    guard let client = PageClient(port) else { return nil }
    client.send(Array(text.utf8))
    return client.rest()
  }

  /// Asks for a target as a browser does.
  func get(_ target: String, host: String? = nil, method: String = "GET") -> String? {
    answer(to: "\(method) \(target) HTTP/1.1\r\nHost: \(host ?? "127.0.0.1:\(port)")\r\nConnection: close\r\n\r\n")
  }
}

/// A TCP client without any of our code.
final class PageClient {
  private let descriptor: Int32

  /// Connects; nil if nothing listens.
  init?(_ port: UInt16) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Sends bytes, as far as the other side takes them.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends the own side of the connection.
  func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Reads up to the end of the connection, or what arrives within 20 seconds.
  func rest() -> String {
    var bytes: [UInt8] = []
    while let more = piece() { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a piece; nil at the end of the connection, or if none arrives within 20 seconds.
  func piece() -> [UInt8]? {
    var file = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    guard poll(&file, 1, 20_000) > 0 else { return nil }
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : nil
  }
}
