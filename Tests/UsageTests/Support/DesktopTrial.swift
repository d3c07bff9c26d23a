import Foundation
import ProgramTesting
import SchedulerPlatform
import Testing

@testable import SchedulerUsage

/// A program of a desktop that runs as an unprivileged user, and ends with this object.
final class DesktopProgram {
  private let process: BackgroundProcess

  /// The user that desktops run as: sway refuses to run as root.
  static let user: UInt32 = getuid() == 0 ? 65534 : getuid()

  /// Whether desktops are to be started, and their programs are installed.
  static func exist(_ names: String...) -> Bool {
    guard ProcessEnvironment.current()["SCHEDCTL_DESKTOPS"] == "1" else { return false }
    let search = ProgramSearch(.current())
    return (names + ["setpriv"]).allSatisfy { !search.paths(of: $0).isEmpty }
  }

  /// Returns the number of seconds in `SCHEDCTL_DESKTOP_SECONDS`, or the usual one if it is not set; nil if it is not in the
  /// range.
  static func seconds(in range: ClosedRange<Int>, otherwise usual: Int) -> Int? {
    guard let text = ProcessEnvironment.current()["SCHEDCTL_DESKTOP_SECONDS"] else { return usual }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: all of its environment but for `PATH` and the locale.
  ///   - log: the file that it writes its output to.
  init(_ words: [String], environment: [String: String], log: String) throws {
    let variables = environment.merging(["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]) { first, _ in first }
    let change = ["setpriv", "--reuid=\(Self.user)", "--regid=\(Self.user)", "--clear-groups"]
    process = try BackgroundProcess(
      ["/usr/bin/env", "-i"] + variables.map { "\($0)=\($1)" }
        + ["/bin/sh", "-c", "exec \"$@\" >\"$0\" 2>&1", log] + (getuid() == 0 ? change : []) + words)
  }

  var processID: Int32 { process.processID }

  deinit {
    process.stop(isForced: true)
    _ = Waiting.until { (try? process.end()) != .some(nil) }
  }
}

/// A folder of the unprivileged user with desktop entries for windows.
struct DesktopFolder {
  let folder: WorkFolder
  var path: String { folder.path }

  /// - Parameter names: the names of windows, which are their app_id or class.
  init(windows names: [String]) throws {
    folder = try WorkFolder()
    for name in names {
      try folder.write(
        "[Desktop Entry]\nType=Application\nName=\(name)\nExec=/usr/bin/true \(name)\nStartupWMClass=\(name)\n"
          + "Categories=Office;\n", to: "data/applications/org.example.\(name).desktop")
    }
    try FileManager.default.setAttributes(
      [.ownerAccountID: DesktopProgram.user, .posixPermissions: 0o700], ofItemAtPath: path)
  }

  /// Returns the environment of a session with the folder's entries.
  func environment(_ variables: [String: String]) -> ProcessEnvironment {
    let own = ["XDG_RUNTIME_DIR": path, "XDG_DATA_HOME": "\(path)/data", "XDG_DATA_DIRS": "\(path)/none"]
    return ProcessEnvironment(
      variables: variables.merging(own) { first, _ in first }, effectiveUserID: DesktopProgram.user)
  }
}

/// A desktop whose windows a test can give the focus.
protocol TestDesktop: AnyObject {
  /// The environment of the session.
  var environment: ProcessEnvironment { get }
  /// Gives a window the focus, and returns when that has happened.
  func focus(_ name: String) throws
  /// Moves the pointer, as a person does.
  func movePointer() throws
}

extension TestDesktop {
  /// Waits until a watch finds a window with the focus.
  func wait(for name: String, in watch: inout UseWatch) throws -> Bool {
    try Waiting.until {
      _ = try watch.advance(at: .present())
      return watch.state?.target?.name == "org.example.\(name)"
    }
  }

  /// Changes the focus by a script for a time, and returns what it did and what the watch has counted, in seconds.
  func follow(
    _ script: inout some RandomNumberGenerator, windows names: [String], in watch: inout UseWatch,
    forSeconds length: Int
  ) throws -> (done: [String: Double], counted: [String: Double]) {
    var (done, counted): ([String: Double], [String: Double]) = ([:], [:])
    _ = watch.cut(at: .present())
    var spans: [UseSpan] = []
    let end = SystemClocks.monotonic() + Int64(length) * 1_000_000_000
    var (current, since): (String?, Int64) = (nil, SystemClocks.monotonic())
    var next = since
    while true {
      let now = SystemClocks.monotonic()
      if now >= next || now >= end {
        let name = names.filter { $0 != current }.randomElement(using: &script) ?? names[0]
        if now < end { try focus(name) }
        let changed = SystemClocks.monotonic()
        if let current { done[current, default: 0] += Double(changed - since) / 1e9 }
        if now >= end { break }
        (current, since) = (name, changed)
        next = min(end, changed + Int64.random(in: 500_000_000...5_000_000_000, using: &script))
      }
      _ = try watch.queue.wait(milliseconds: Int32(clamping: (min(next, end) - now) / 1_000_000 + 1))
      spans += try watch.advance(at: .present()).spans
    }
    spans += watch.cut(at: .present())
    for span in spans {
      let name = span.target.name?.split(separator: ".").last.map(String.init) ?? "-"
      counted[name, default: 0] += Double(span.nanoseconds) / 1e9
    }
    return (done, counted)
  }
}

extension LocalConnection {
  /// Runs a command of sway(5) or i3 over its IPC, and returns the answer.
  func answer(toCommand text: String) throws -> String {
    _ = try write(IPCMessage.message(0, text)[...])
    var answer: [UInt8] = []
    let size = { answer.count < 14 ? 14 : 14 + answer[6..<10].reversed().reduce(0) { $0 << 8 | Int($1) } }
    while answer.count < size() {
      guard try wait(milliseconds: 20_000), case .bytes(let bytes) = try read(atMost: 4096) else {
        throw SystemError.timedOut
      }
      answer += bytes
    }
    return String(decoding: answer.dropFirst(14), as: UTF8.self)
  }
}
