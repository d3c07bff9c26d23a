import Testing
import os

@Suite struct LogFunctionTests {
  private let process = RecordingProcess()
  private let log = OSLog(subsystem: "com.example.app", category: "old")

  @Test func `the functions write what the logger writes`() {
    let name = "Anna"
    process.run {
      os_log("plain")
      os_log("\(name, privacy: .public)")
      os_log(.error, "at a level")
      os_log(.debug, log: log, "of a log \(3)")
    }
    #expect(process.logged.map(\.text) == ["plain", "Anna", "at a level", "of a log 3"])
    #expect(process.logged.map(\.level) == [.default, .default, .error, .debug])
    #expect(process.logged.map(\.category) == ["", "", "", "old"])
  }

  @Test func `formats show numbers and hide strings unless they say otherwise`() {
    let name = "Anna"
    process.run {
      os_log("%d of %ld, %.1f%%", log: log, type: .info, 3, 10, 30.0)
      os_log("%@ %{public}@ %{private}d", log: log, type: .error, name, name, 5)
      os_log("%{public, time_t}d %{sensitive}@ %s", log: log, 5, name, name)
      os_log(.fault, log: log, "%{public}s: %x", "code", 255)
      os_log("%@ %d %", log: log, type: .debug)
    }
    let expected = [
      "3 of 10, 30.0%", "<private> Anna <private>", "5 <private> <private>", "code: ff", "<private> (missing) ",
    ]
    #expect(process.logged.map(\.text) == expected)
    #expect(process.logged[1].textWithPrivateValues == "Anna Anna 5")
    #expect(process.logged.map(\.level) == [.info, .error, .default, .fault, .debug])
  }

  @Test func `types and logs have Apple's numbers and names`() {
    #expect([OSLogType.default, .info, .debug, .error, .fault].map(\.rawValue) == [0, 1, 2, 16, 17])
    #expect(OSLogType(1) == OSLogType(rawValue: 1))
    #expect(log.isEnabled(type: .debug))
    #expect(!OSLog.disabled.isEnabled(type: .fault))
    #expect(!log.signpostsEnabled)
    #expect(OSLog.Category.dynamicTracing.rawValue == "DynamicTracing")
    #expect(OSLog.Category.dynamicStackTracing.rawValue == "DynamicStackTracing")
  }

  @Test func `signposts may be set, and run their body`() throws {
    let signposter = OSSignposter(subsystem: "com.example.app", category: .pointsOfInterest)
    let state = signposter.beginInterval("interval", id: signposter.makeSignpostID())
    signposter.emitEvent("event", "value \(3)")
    signposter.emitEvent("event", id: .exclusive)
    signposter.endInterval("interval", state)
    signposter.endInterval("interval", signposter.beginInterval("interval", "with \(1)"), "done")
    signposter.endInterval("interval", signposter.beginAnimationInterval("interval"))
    signposter.endInterval("interval", signposter.beginAnimationInterval("interval", "with \(1)"))
    #expect(signposter.withIntervalSignpost("interval") { 3 } == 3)
    #expect(signposter.withIntervalSignpost("interval", "with \(1)") { 4 } == 4)
    #expect(signposter.makeSignpostID(from: log) == OSSignpostID(log: log, object: log))
    #expect(![OSSignposter(), .disabled, .init(logger: Logger()), .init(logHandle: log)].contains { $0.isEnabled })
    #expect(!OSSignposter(subsystem: "a", category: "b").isEnabled)
    #expect(OSSignpostID(log: log) == .exclusive && .null < OSSignpostID.invalid && OSSignpostID(3).rawValue == 3)
    os_signpost(.begin, log: log, name: "old")
    os_signpost(.end, log: log, name: "old", signpostID: .exclusive, "%d", 3)
    #expect([OSSignpostType.event, .begin, .end] == [0, 1, 2].map { OSSignpostType($0) })
    #expect(OSSignpostType(rawValue: 1).rawValue == 1)
    _ = try JSONEncoder().encode(OSSignpostIntervalState.beginState(id: .exclusive))
  }
}
