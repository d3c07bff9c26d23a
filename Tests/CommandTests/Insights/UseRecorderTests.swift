import Foundation
import ProgramTesting
import Scheduler
import SchedulerInstance
import SchedulerPlatform
import SchedulerUsage
import Testing

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
    recorder.begin(session: &session)
    return recorder
  }

  private func console() -> Console {
    var session = Console(
      host: Host(environment: environment(":0")), now: Instant(epochSeconds: 0), output: .nowhere, messages: .nowhere)
    session.verbosity = .quiet
    return session
  }

  private func span(_ seconds: Int64) -> [UseSpan] {
    let now = SystemClocks.now()
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
    #expect(second.nextBoot == nil)
    second.write(atBoot: .max, session: &session)
    first?.end(session: &session)
    other.end(session: &session)
    #expect(try seconds() == 11)
    first = nil
    // The first one has recorded what the second reports now.
    second.add(span(100), atBoot: 0)
    second.add(span(1_000), atBoot: 0)
    second.end(session: &session)
    #expect(try seconds() == 1_011)
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
