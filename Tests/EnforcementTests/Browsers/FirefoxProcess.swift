import Foundation
import ProgramTesting
import Testing

/// The real Firefox without a window, in the namespace of a machine, steered by Marionette: JSON texts over TCP, each
/// after its length and a colon.
final class FirefoxProcess {
  static let program = "/usr/lib/firefox-esr/firefox-esr"

  private let process = Process()
  private let folder: WorkFolder
  private var connection: Int32 = -1
  private var buffer: [UInt8] = []
  private var number = 0

  /// Starts the browser, which asks a server as its proxy, and waits until it has a page.
  init(on machine: BrowserMachine, server: LoopbackServer) throws {
    folder = try WorkFolder()
    let port = try Self.freePort()
    let settings: [(String, String)] = [
      ("marionette.port", "\(port)"), ("network.proxy.type", "1"), ("network.proxy.http", "\"127.0.0.1\""),
      ("network.proxy.http_port", "\(server.port)"), ("network.proxy.allow_hijacking_localhost", "true"),
      ("datareporting.policy.dataSubmissionEnabled", "false"), ("app.update.enabled", "false"),
    ]
    try folder.write(settings.map { "user_pref(\"\($0)\", \($1));\n" }.joined(), to: "profile/user.js")
    let words = machine.words(
      running: #"shift; export HOME="$1"; shift; exec "$@""#,
      [
        folder.path, Self.program, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote",
        "--profile", folder.path + "/profile",
      ])
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    try #require(Waiting.until { connect(to: port) }, "the browser does not listen")
    _ = try receive()
    _ = try call("WebDriver:NewSession", [:])
  }

  deinit {
    if connection >= 0 { close(connection) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    folder.removeAfterLastWriter()
  }

  /// The number of the process.
  var processID: Int32 { process.processIdentifier }

  /// Whether a page opens. If not, it is blocked by a policy.
  func opens(_ address: String) throws -> Bool {
    let fault = try call("WebDriver:Navigate", ["url": address]).fault
    try #require(fault == nil || fault?.contains("e=blockedByPolicy") == true, "\(fault ?? "")")
    return fault == nil
  }

  /// Opens addresses. Returns those that are blocked.
  func blocked(of addresses: [String]) throws -> [String] { try addresses.filter { try !opens($0) } }

  /// The value of a setting, and whether a policy has locked it.
  func setting(_ name: String) throws -> String? {
    _ = try call("Marionette:SetContext", ["value": "chrome"])
    let script = "return Services.prefs.getIntPref('\(name)', -1) + ' ' + Services.prefs.prefIsLocked('\(name)')"
    let answer = try call("WebDriver:ExecuteScript", ["script": script, "args": []])
    _ = try call("Marionette:SetContext", ["value": "content"])
    return answer.result["value"] as? String
  }

  private func call(_ method: String, _ parameters: [String: Any]) throws -> (result: [String: Any], fault: String?) {
    number += 1
    let data = try JSONSerialization.data(withJSONObject: [0, number, method, parameters])
    let bytes = Array("\(data.count):".utf8) + data
    try #require(write(connection, bytes, bytes.count) == bytes.count)
    let answer = try #require(try receive() as? [Any])
    return (answer[3] as? [String: Any] ?? [:], (answer[2] as? [String: Any])?["message"] as? String)
  }

  private func receive() throws -> Any {
    while true {
      let digits = buffer.prefix { $0 != UInt8(ascii: ":") }
      if digits.count < buffer.count, let length = Int(String(decoding: digits, as: UTF8.self)),
        buffer.count > digits.count + length
      {
        let message = buffer[(digits.count + 1)..<(digits.count + 1 + length)]
        buffer.removeFirst(digits.count + 1 + length)
        return try JSONSerialization.jsonObject(with: Data(message))
      }
      var wait = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      try #require(poll(&wait, 1, 30_000) == 1, "the browser does not answer")
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = read(connection, &piece, piece.count)
      try #require(count > 0)
      buffer += piece.prefix(count)
    }
  }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    return address
  }

  private func connect(to port: UInt16) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(port)
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isDone = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(socket, $0, length) == 0 }
    }
    if isDone { connection = socket } else { close(socket) }
    return isDone
  }

  /// A port that was free a moment ago.
  private static func freePort() throws -> UInt16 { try LoopbackServer().port }
}
