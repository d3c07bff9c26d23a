import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import schedctl

/// Reports of what is in use to a daemon that ends connections.
@Suite struct UseReportingTests {
  @Test func `a report is sent again over a new connection after the daemon ended one`() throws {
    let folder = try WorkFolder()
    let listener = try ListeningSocket(at: folder.path + "/s")
    var reporting = UseReporting(folder.path + "/s")
    reporting.report(UseReporting.Report(state: .idle, source: "test"))
    for _ in 1...3 {
      do {
        let connection = try #require(try listener.accept())
        withExtendedLifetime(connection) {}
      }
      reporting.read(atBoot: SystemClocks.boot())
      #expect(reporting.client == nil)
      let next = try #require(reporting.nextBoot)
      reporting.repeatReport(atBoot: next - 1)
      #expect(reporting.client == nil, "not before a pause")
      reporting.repeatReport(atBoot: next)
      #expect(reporting.client != nil)
    }
    reporting.report(nil)
    #expect(reporting.client == nil && reporting.nextBoot == nil)
  }

  @Test func `a missing daemon is awaited without attempts`() throws {
    let folder = try WorkFolder()
    var reporting = UseReporting(folder.path + "/s")
    reporting.report(UseReporting.Report(state: .idle, source: "test"))
    #expect(reporting.client == nil && reporting.nextBoot == nil)
    let listener = try ListeningSocket(at: folder.path + "/s")
    reporting.connect()
    #expect(reporting.client != nil)
    withExtendedLifetime(listener) {}
  }
}
