import Scheduler
import SchedulerUsage
import Testing

/// The names under which use is added up.
@Suite struct UseMeterTests {
  @Test func `the use of an application is added up under its desktop ID, or else its file name`() {
    #expect(UsedTarget(application: ApplicationIdentity(desktopIDs: ["b", "a"], paths: ["/usr/bin/x"])).name == "a")
    #expect(UsedTarget(application: ApplicationIdentity(paths: ["/usr/bin/x"])).name == "x")
    #expect(UsedTarget(application: ApplicationIdentity()).name == nil)
  }
}
