import Foundation
import ProgramTesting
import Testing

/// Chromium without a screen, steered over two pipes; see `--remote-debugging-pipe`.
final class Chromium: BrowserDriver {
  let machine: BrowserMachine
  private let input: FileHandle
  private let output: FileHandle
  private var received = Data()
  private var lastNumber = 0
  private var session = ""

  static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")

  init() throws {
    let pipes = try WorkFolder()
    let paths = ["in", "out"].map { "\(pipes.path)/\($0)" }
    for path in paths { try #require(mkfifo(path, 0o600) == 0) }
    // Opened for both, so that no side waits for the other.
    let files = paths.map { open($0, O_RDWR | O_CLOEXEC) }
    (input, output) = (FileHandle(fileDescriptor: files[0]), FileHandle(fileDescriptor: files[1]))
    let webPort = try LoopbackPort.free()
    let profile = pipes.path + "/profile"
    machine = try BrowserMachine(
      [
        "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir=\(profile)",
        "--remote-debugging-pipe", "--host-resolver-rules=MAP *.test 127.0.0.1:\(webPort)",
      ], webPort: webPort, redirections: "3<'\(paths[0])' 4>'\(paths[1])'")
    folder = pipes
    // A tab that is made while the browser starts may hang, or drop the first navigation. The worker is there when the
    // browser has its profile and has installed the extension, which takes long on a busy machine.
    try #require(
      (0..<3).contains { _ in Waiting.until { (try? worker()) != nil } }, "the extension does not start")
    let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"]
    let tab = try call("Target.attachToTarget", ["targetId": target as Any, "flatten": true])
    session = try #require(tab["sessionId"] as? String)
    try #require(try Waiting.until { try isReady() }, "the tab drops every navigation")
  }

  /// Goes to a page and waits for it for a moment. The tab's own first page may come after a navigation, in its place.
  private func isReady() throws -> Bool {
    try go(to: "data:text/html,ready")
    for _ in 0..<100 {
      if try text() == "ready" { return true }
      usleep(10_000)
    }
    return false
  }

  private let folder: WorkFolder

  deinit {
    _ = try? call("Browser.close")
    for file in [input, output] { try? file.close() }
  }

  func go(to address: String) throws { _ = try call("Page.navigate", ["url": address], in: session) }
  func address() throws -> String { try value("location.href") }
  /// The time of the first paint of the page, in milliseconds since its navigation began.
  func firstPaint() throws -> String {
    try value("String(Math.round(performance.getEntriesByType('paint')[0]?.startTime ?? -1))")
  }
  func text() throws -> String { try value(#"document.body.innerText.replace(/\s+/g, " ")"#) }

  func run(_ script: String) throws { _ = try value(script) }

  /// Ends the worker of the extension, as the browser does when it has nothing to do. Returns whether there was one.
  func endWorker() throws -> Bool {
    guard let id = try worker() else { return false }
    return try call("Target.closeTarget", ["targetId": id])["success"] as? Bool ?? false
  }

  /// The target of the worker of the extension; nil if it does not run.
  private func worker() throws -> String? {
    let targets = try call("Target.getTargets")["targetInfos"] as? [[String: Any]] ?? []
    return targets.first { $0["type"] as? String == "service_worker" }?["targetId"] as? String
  }

  private func value(_ expression: String) throws -> String {
    let answer = try call("Runtime.evaluate", ["expression": expression, "returnByValue": true], in: session)
    return (answer["result"] as? [String: Any])?["value"] as? String ?? ""
  }

  /// Calls a method and returns its result; throws if it fails, or if the browser says nothing for long.
  private func call(
    _ method: String, _ parameters: [String: Any] = [:], in session: String? = nil
  ) throws -> [String: Any] {
    lastNumber += 1
    var message: [String: Any] = ["id": lastNumber, "method": method, "params": parameters]
    message["sessionId"] = session
    try input.write(contentsOf: try JSONSerialization.data(withJSONObject: message) + [0])
    while true {
      let answer = try #require(try next(), "\(method)")
      guard answer["id"] as? Int == lastNumber else { continue }
      // A page that goes while it is asked has no answer.
      if method == "Runtime.evaluate", answer["error"] != nil { return [:] }
      return try #require(answer["result"] as? [String: Any], "\(method): \(answer)")
    }
  }

  private func next() throws -> [String: Any]? {
    while true {
      if let end = received.firstIndex(of: 0) {
        let message = received[..<end]
        received = Data(received[(end + 1)...])
        return try JSONSerialization.jsonObject(with: Data(message)) as? [String: Any]
      }
      var file = pollfd(fd: output.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&file, 1, 60_000) > 0 else { return nil }
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      let count = read(output.fileDescriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      received.append(contentsOf: buffer[..<count])
    }
  }
}
