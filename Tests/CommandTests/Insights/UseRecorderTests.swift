import Foundation
import ProgramTesting
import Scheduler
import SchedulerInstance
import SchedulerPlatform
import Testing

@testable import SchedulerUsage
@testable import schedctl

/// What agents of one session write to the record of use together.
@Suite struct UseRecorderTests {
  private let folder: WorkFolder
  private var path: String { folder.path + "/use" }

  init() throws { folder = try WorkFolder() }

  private func environment(_ display: String) -> ProcessEnvironment {
    ProcessEnvironment(variables: ["DISPLAY": display], effectiveUserID: 1_000)
  }

  private func recorder(_ display: String, session: inout Console) -> UseRecorder {
    var recorder = UseRecorder(in: path, environment: environment(display)) { 1_000_000_000 }
    recorder.begin(atBoot: 0, session: &session)
    return recorder
  }

  private func console() -> Console {
    var session = Console(
      host: Host(environment: environment(":0")), now: Instant(epochSeconds: 0), output: .nowhere, messages: .nowhere)
    session.verbosity = .quiet
    return session
  }

  private func span(_ seconds: Int64, since start: Int64 = 0) -> [UseSpan] {
    let now = SystemClocks.now().adding(seconds: start)
    let target = UsedTarget(application: ApplicationIdentity(fileNames: ["x"]))
    return [UseSpan(target: target, start: now, nanoseconds: seconds * 1_000_000_000)]
  }

  /// The seconds in the record.
  private func seconds() throws -> Int64 {
    var files = try DirectoryFileSystem(path)
    return try UseReading(.min ... .max, in: &files).days.reduce(0) { $0 + $1.nanoseconds } / 1_000_000_000
  }

  @Test func `each second of a session counts once, whatever agents it has, and the next one continues`() throws {
    var session = console()
    var first: UseRecorder? = recorder(":0", session: &session)
    var second = recorder(":0.0", session: &session)
    var other = recorder(":1", session: &session)
    first?.add(span(1), atBoot: 0)
    second.add(span(1), atBoot: 0)
    other.add(span(10), atBoot: 0)
    second.write(atBoot: 60_000_000_000, session: &session)
    #expect(second.nextBoot == 120_000_000_000, "it tries again each minute")
    first?.end(session: &session)
    other.end(session: &session)
    #expect(try seconds() == 11)
    first = nil
    second.write(atBoot: 120_000_000_000, session: &session)
    #expect(second.nextBoot == nil)
    // The first one has recorded what was in use before the second took over.
    second.add(span(1_010, since: -1_000), atBoot: 0)
    second.add(span(100), atBoot: 0)
    second.add(span(1_000, since: 100), atBoot: 0)
    second.end(session: &session)
    #expect((1_120...1_123).contains(try seconds()))
  }

  @Test func `use is recorded in the zone in which the machine was then, while the agent runs and its person travels`()
    throws
  {
    var session = console()
    let localtime = folder.path + "/localtime"
    func move(to zone: String) throws {
      try FileManager.default.removeItem(atPath: localtime)
      try FileManager.default.createSymbolicLink(
        atPath: localtime, withDestinationPath: "/usr/share/zoneinfo/\(zone)")
    }
    try folder.write("", to: "localtime")
    try move(to: "Asia/Tokyo")
    let zones = ZoneInfoDirectory(
      directories: ZoneInfoDirectory.usualDirectories, environmentTZ: nil, localtimePath: localtime,
      timezonePath: folder.path + "/timezone")
    var recorder = UseRecorder(in: path, environment: environment(":0"), zones: zones) { nil }
    recorder.begin(atBoot: 0, session: &session)
    // The quarters of an hour after the next one, so that none has two uses.
    let start = SystemClocks.now().epochSeconds / 900 * 900 + 1_800
    func use(_ quarter: Int64) -> [UseSpan] {
      let target = UsedTarget(application: ApplicationIdentity(fileNames: ["x"]))
      return [
        UseSpan(target: target, start: Instant(epochSeconds: start + quarter * 900), nanoseconds: 1_000_000_000)
      ]
    }
    recorder.add(use(0), atBoot: 0)
    try move(to: "Europe/Berlin")
    // It began before the zone was found, and is added after that.
    recorder.add(use(-10), atBoot: 0)
    recorder.add(use(1), atBoot: 0)
    // A use begins.
    try move(to: "America/New_York")
    recorder.add([], atBoot: 0)
    recorder.add(use(-9), atBoot: 0)
    recorder.add(use(2), atBoot: 0)
    // It has no name.
    try FileManager.default.removeItem(atPath: localtime)
    try FileManager.default.copyItem(atPath: "/usr/share/zoneinfo/Asia/Tokyo", toPath: localtime)
    recorder.add(use(3), atBoot: 0)
    recorder.end(session: &session)
    var files = try DirectoryFileSystem(path)
    var found: [Int64: String] = [:]
    for day in try UseReading(.min ... .max, in: &files).days {
      let midnight = Int64(day.date.epochDay) * 86_400
      for (zone, quarters) in day.zones {
        for quarter in quarters.runs.flatMap(\.self) { found[(midnight + Int64(quarter) * 900 - start) / 900] = zone }
      }
    }
    #expect(
      found == [
        -10: "Asia/Tokyo", -9: "Europe/Berlin", 0: "Asia/Tokyo", 1: "Europe/Berlin", 2: "America/New_York",
      ])
  }

  @Test func `days are deleted only if it is known for how long they are kept`() throws {
    var session = console()
    try folder.write("", to: "use/1971-01-01.use")
    let names = { try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasPrefix("1971") } }
    for (kept, count) in [(nil, 1), (86_400, 0)] as [(Int64?, Int)] {
      var recorder = UseRecorder(in: path, environment: environment(":0")) { kept }
      recorder.begin(atBoot: 0, session: &session)
      recorder.add(span(1), atBoot: 0)
      recorder.end(session: &session)
      #expect(try names().count == count, "\(kept ?? 0)")
    }
  }

  @Test func `what cannot be written at the end is reported as lost, also if the trouble was reported before`() throws {
    var session = console()
    let log = open(folder.path + "/log", O_WRONLY | O_CREAT, 0o600)
    defer { close(log) }
    session.messages = TextOutput(ByteOutput(descriptor: log), usesColor: false, columns: nil)
    session.verbosity = .normal
    try folder.write("", to: "use")
    var recorder = recorder(":0", session: &session)
    recorder.add(span(1), atBoot: 0)
    recorder.write(atBoot: 100_000_000_000, session: &session)
    recorder.end(session: &session)
    session.messages.flush()
    let lines = try String(contentsOfFile: folder.path + "/log", encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 3 && lines[2].contains("the use that was not written is lost"), "\(lines)")
  }

  @Test func `what was used before forget is forgotten, also before anything was written`() throws {
    var session = console()
    var recorder = recorder(":0", session: &session)
    recorder.add(span(1), atBoot: 0)
    var files = try DirectoryFileSystem(path)
    #expect(try UseFiles.forget(before: nil, at: Instant(epochSeconds: 0), in: &files) == 0)
    recorder.add(span(10), atBoot: 0)
    recorder.end(session: &session)
    #expect(try seconds() == 10)
  }

  @Test func `what cannot be written waits, and is dropped if another agent records it by then`() throws {
    var session = console()
    try folder.write("", to: "use")
    var recorders = [recorder(":0", session: &session), recorder(":0", session: &session)]
    for index in recorders.indices { recorders[index].add(span(1), atBoot: 0) }
    for index in recorders.indices { recorders[index].write(atBoot: .max - 100_000_000_000, session: &session) }
    try FileManager.default.removeItem(atPath: path)
    for index in recorders.indices { recorders[index].end(session: &session) }
    #expect(try seconds() == 1)
  }
}
