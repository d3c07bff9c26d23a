import Foundation
import ProgramTesting
import Testing

/// A machine with a configuration, a state and a run-time directory, on which the real daemon runs on the real clock.
final class DaemonTrial {
  let folder: WorkFolder
  private var processes: [RunningProgram] = []

  /// Sessions that run all day, one of them strict if so wanted.
  init(_ daemon: String = "", isStrict: Bool = false) throws {
    folder = try WorkFolder()
    try write(daemon: daemon, profiles: isStrict ? ["p1", "firm"] : ["p1"])
    try FileManager.default.createDirectory(atPath: folder.path + "/run", withIntermediateDirectories: true)
    #expect(try run("authorize", "--yes", "--offline", "-q").outcome() == Outcome(.exit(0)))
  }

  /// Writes the configuration; `firm` is strict.
  func write(daemon: String = "", profiles: [String]) throws {
    try folder.write(Self.text(daemon, profiles), to: "week.toml")
  }

  /// The text of a configuration in which profiles are active at all times.
  static func text(_ daemon: String = "", _ profiles: [String]) -> String {
    let tables = profiles.map { name in
      """
      [profile.\(name)]
      window = ["mon-sun 00:00-24:00"]
      block.domains = ["\(name).example"]
      \(name == "firm" ? "lock = \"strict\"" : "")

      """
    }
    return "timezone = \"UTC\"\n" + (daemon.isEmpty ? "" : "daemon.\(daemon)\n") + tables.joined()
  }

  /// A run on this machine.
  func run(_ words: String...) -> ProgramRun {
    var run = ProgramRun(arguments: words + ["--config", "week.toml", "--state", folder.path + "/state"])
    run.folder = folder.path
    run.environment["RUNTIME_DIRECTORY"] = folder.path + "/run"
    return run
  }

  /// Starts the daemon and waits until it is ready; what it says is in `log`.
  func start(_ words: String..., environment: [String: String] = [:]) throws -> RunningProgram {
    let socket = try NotifySocket(folder.path + "/notify-\(processes.count)")
    let process = try start(words, environment, socket: socket, "/notify-\(processes.count)")
    try #require(socket.hears("READY=1"), "\(log)")
    return process
  }

  /// The same with the socket of a test, without waiting.
  func start(
    _ words: [String], _ environment: [String: String] = [:], socket: NotifySocket, _ name: String,
    launcher: [String] = []
  ) throws -> RunningProgram {
    var run = run("run")
    run.arguments += words
    run.environment["NOTIFY_SOCKET"] = folder.path + name
    run.environment.merge(environment) { $1 }
    run.launcher = launcher
    if !FileManager.default.fileExists(atPath: folder.path + "/log") { try folder.write("", to: "log") }
    run.messages = .file(folder.path + "/log")
    let process = try RunningProgram(run)
    processes.append(process)
    return process
  }

  /// What the daemon said so far.
  var log: String { text("log") }

  /// The text of a file of the folder; empty without one.
  func text(_ name: String) -> String {
    (try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)) ?? ""
  }

  /// Starts a command that continues. What it tells is in the file `output`, what it says in `output-said`.
  func follow(_ words: [String], output: String = "seen") throws -> RunningProgram {
    var run = run()
    run.arguments = words + run.arguments
    run.output = .file(try folder.write("", to: output))
    run.messages = .file(try folder.write("", to: output + "-said"))
    return try RunningProgram(run)
  }

  /// Whether a process does nothing for a while, in microseconds.
  func comesToRest(_ process: RunningProgram, for length: UInt32 = 300_000) -> Bool {
    comes {
      let before = process.voluntarySwitches
      guard process.isAsleep else { return false }
      usleep(length)
      return process.isAsleep && process.voluntarySwitches == before
    }
  }

  /// The profiles that `shield.json` shields; nil when it is not there or not whole.
  var shielded: [String]? {
    guard let data = FileManager.default.contents(atPath: folder.path + "/state/shield.json"),
      let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let layers = object["layers"] as? [[String: Any]]
    else { return nil }
    return layers.compactMap { $0["profile"] as? String }
  }

  /// What `live.json` says of something.
  func live(_ key: String) -> Any? {
    guard let data = FileManager.default.contents(atPath: folder.path + "/run/live.json") else { return nil }
    return (try? JSONSerialization.jsonObject(with: data) as? [String: Any])?[key]
  }

  /// The identities of the sessions in `live.json`.
  var sessions: [String] {
    (live("sessions") as? [[String: Any]])?.compactMap { $0["id"] as? String } ?? []
  }

  /// Waits until something is so; false when it does not come to be for long.
  func comes(_ isSo: () -> Bool) -> Bool { Waiting.until(isSo) }
}
