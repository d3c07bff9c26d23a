import Foundation
import ProgramTesting
import Scheduler
import SchedulerCivilTime
import SchedulerInstance
import SchedulerPlatform
import Testing

@testable import schedctl

/// A machine with a configuration and a state directory of its own, whose clocks show what a test says. Commands run in
/// this process, one after another.
final class OfflineMachine {
  let folder: WorkFolder
  var moment: Moment
  /// The value of `$TZ`, which the machine's own zone follows.
  var zone = "Europe/Berlin"
  var isSynchronised = false
  /// The users and groups; its commands run as the user 1000.
  var accounts = AccountDatabase.system
  /// What else is in the environment of its commands.
  var variables: [String: String] = [:]
  /// What a state directory starts with; the program itself asks first.
  var firstAuthorization = AuthorizationStatus.approved
  /// What happens while a command waits for another process:
  /// real time for whoever has the lock, which is also a child of this process that is just being started.
  var whileWaiting: @Sendable () -> Void = { usleep(2_000) }

  /// What happens when a command reads the clocks to work on the state.
  var whenClocksAreRead: @Sendable () -> Void = {}

  /// A machine with a text in `week.toml`, on which it is Monday, 2026-11-23 08:00 in Berlin.
  init(_ configuration: String) throws {
    folder = try WorkFolder()
    try folder.write(configuration, to: "week.toml")
    moment = Moment(wall: Instant(epochSeconds: 1_795_417_200), boot: 1_000_000_000_000, bootID: "boot-1")
  }

  /// The state directory.
  var state: String { folder.path + "/state" }

  /// Lets time pass until the clocks of Berlin show a date and time.
  func wait(until text: String) throws {
    let zone = try ZoneInfoDirectory.system(ProcessEnvironment(effectiveUserID: 1000)).rules(for: "Europe/Berlin")
    let instant = try TimeExpression.instant(text, now: moment.wall, zone: zone)
    pass(seconds: instant.seconds(since: moment.wall))
  }

  /// Lets time pass.
  func pass(seconds: Int64) {
    moment.wall = moment.wall.adding(seconds: seconds)
    moment.boot += seconds * 1_000_000_000
  }

  /// Runs a command line with `--config` and `--state`, or with these words alone; paths are shown from the folder on.
  func run(_ words: [String], bare: Bool = false) throws -> Outcome {
    let environment = ProcessEnvironment(
      variables: ["TZ": zone, "HOME": folder.path].merging(variables) { $1 }, effectiveUserID: 1000)
    let output = try Capture(folder.path + "/.output")
    let messages = try Capture(folder.path + "/.messages")
    let (moment, isSynchronised) = (moment, isSynchronised)
    let (whileWaiting, whenClocksAreRead) = (whileWaiting, whenClocksAreRead)
    let clocks = MachineClocks(
      moment: {
        whenClocksAreRead()
        return moment
      }, wall: { moment.wall }, isSynchronised: { isSynchronised }, wait: { _ in whileWaiting() })
    let host = Host(
      environment: environment, accounts: accounts, clocks: clocks,
      places: MachinePlaces(
        systemConfiguration: folder.path + "/etc", systemState: folder.path + "/var",
        systemRuntime: folder.path + "/run"))
    var session = Console(
      host: host, now: moment.wall, firstAuthorization: firstAuthorization,
      places: ProgramPlaces(program: folder.path + "/program"), output: output.stream, messages: messages.stream)
    let options = bare ? [] : ["--config", folder.path + "/week.toml", "--state", state]
    let code = session.finish(Program.outcome(of: words + options, &session))
    return Outcome(.exit(code.rawValue), output: try shown(output), messages: try shown(messages))
  }

  func run(_ words: String...) throws -> Outcome { try run(words) }

  private func shown(_ capture: Capture) throws -> String { try capture.text().replacing(folder.path + "/", with: "") }

  /// The files in the state directory with what they hold, but for the lock.
  var files: [String: [UInt8]] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    return Dictionary(
      uniqueKeysWithValues: names.filter { $0 != "lock" }.map { name in
        (name, Array(FileManager.default.contents(atPath: "\(state)/\(name)") ?? Data()))
      })
  }

  /// The lines of history.
  var history: [String] {
    String(decoding: files["history.jsonl"] ?? [], as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// What is written to a descriptor.
private final class Capture {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
  }

  deinit { close(descriptor) }

  var stream: TextOutput { TextOutput(ByteOutput(descriptor: descriptor), usesColor: false, columns: nil) }

  func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
}

extension OfflineMachine {
  /// Writes the configuration anew, or removes it.
  func write(_ configuration: String?) throws {
    guard let configuration else { return try FileManager.default.removeItem(atPath: folder.path + "/week.toml") }
    try folder.write(configuration, to: "week.toml")
  }

  /// Writes bytes over the end of a file of the state, or removes it.
  func damage(_ name: String, _ bytes: [UInt8]?) throws {
    let name = stateFile(name, in: state)
    guard let bytes else { return try FileManager.default.removeItem(atPath: "\(state)/\(name)") }
    let content = try #require(files[name])
    try Data(content.dropLast(bytes.count) + bytes).write(to: URL(fileURLWithPath: "\(state)/\(name)"))
  }
}

/// The name of a file of the state; `configuration` stands for the newest file of an accepted configuration.
func stateFile(_ name: String, in directory: String) -> String {
  guard name == "configuration" else { return name }
  let manager = FileManager.default
  let names = (try? manager.contentsOfDirectory(atPath: directory)) ?? []
  let dated = names.filter { $0.hasPrefix("configuration-") }.map { name in
    let date = try? manager.attributesOfItem(atPath: "\(directory)/\(name)")[.modificationDate] as? Date
    return (date ?? .distantPast, name)
  }
  return dated.max { $0.0 < $1.0 }?.1 ?? "configuration-"
}
