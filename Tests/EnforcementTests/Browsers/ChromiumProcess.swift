import Foundation
import ProgramTesting
import Testing

/// The real Chromium without a window, in the namespace of a machine, steered by its debugging protocol: JSON texts
/// that end in a null byte, over the descriptors 3 and 4.
final class ChromiumProcess {
  static let program = "/usr/lib/chromium/chromium"
  /// What the page of a blocked address has as its error.
  static let blocked = "net::ERR_BLOCKED_BY_ADMINISTRATOR"

  private let process = Process()
  private let folder: WorkFolder
  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  private var number = 0
  private var session: String?

  /// Starts the browser, for which every name leads to a server, and waits until it has a page.
  init(on machine: BrowserMachine, server: LoopbackServer) throws {
    folder = try WorkFolder()
    let pipes = ["in", "out"].map { [folder] in "\(folder.path)/\($0)" }
    for pipe in pipes { try #require(mkfifo(pipe, 0o600) == 0) }
    // Open for both directions, so that it does not wait for the browser.
    input = Glibc.open(pipes[0], O_RDWR | O_CLOEXEC)
    output = Glibc.open(pipes[1], O_RDWR | O_CLOEXEC)
    let words = machine.words(
      running: #"shift; exec 3< "$1" 4> "$2"; shift 2; exec "$@""#,
      pipes + [
        Self.program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
        "--remote-debugging-pipe", "--user-data-dir=\(folder.path)/profile",
        "--host-resolver-rules=MAP * 127.0.0.1:\(server.port)", "about:blank",
      ])
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String
    let attached = try call("Target.attachToTarget", ["targetId": try #require(target), "flatten": true])
    session = attached["sessionId"] as? String
  }

  deinit {
    _ = try? call("Browser.close", [:])
    if !Waiting.until({ !process.isRunning }) { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    close(input)
    close(output)
    folder.removeAfterLastWriter()
  }

  /// Opens an address. Returns the error of the page, or `open`.
  func open(address: String) throws -> String {
    try call("Page.navigate", ["url": address])["errorText"] as? String ?? "open"
  }

  /// Opens addresses. Returns those that are blocked.
  func blocked(of addresses: [String]) throws -> [String] {
    try addresses.filter { try open(address: $0) == Self.blocked }
  }

  /// Waits until an address is blocked, or open, for 40 seconds at most, and works meanwhile. Returns whether it is.
  func waits(for address: String, isBlocked: Bool, working work: () -> Void = {}) throws -> Bool {
    for _ in 0..<2 {
      let isDone = try Waiting.until {
        work()
        // A browser that has just started gets to its policies when it has nothing else to do.
        sleep(1)
        return try (open(address: address) == Self.blocked) == isBlocked
      }
      if isDone { return true }
    }
    return false
  }

  private func call(_ method: String, _ parameters: [String: Any]) throws -> [String: Any] {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    let bytes = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
    try #require(Glibc.write(input, bytes, bytes.count) == bytes.count)
    while true {
      let answer = try receive()
      if answer["id"] as? Int == number { return answer["result"] as? [String: Any] ?? [:] }
    }
  }

  private func receive() throws -> [String: Any] {
    while !buffer.contains(0) {
      var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      try #require(poll(&wait, 1, 30_000) == 1, "the browser does not answer")
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = Glibc.read(output, &piece, piece.count)
      try #require(count > 0)
      buffer += piece.prefix(count)
    }
    let message = buffer.prefix { $0 != 0 }
    buffer.removeFirst(message.count + 1)
    return try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any] ?? [:]
  }
}
