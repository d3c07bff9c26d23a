import Testing

@testable import SchedulerEnforcement

@Suite struct NameServicesTests {
  @Test(arguments: [
    ("hosts: files dns\n", ["files", "dns"]),
    ("# hosts: x\n hosts :\tfiles [!UNAVAIL=return  NOTFOUND=continue] dns # rest\nhosts: no\n", ["files", "dns"]),
    ("passwd: files\n", nil), ("", nil), ("hosts:", []),
  ])
  func `the line of host names is read as glibc reads it`(text: String, services: [String]?) {
    #expect(NameServices(parsing: Array(text.utf8)).services == services)
  }

  @Test func `without 'files' the hosts file has no effect, unless systemd-resolved reads it`() {
    func availability(_ line: String) -> AdapterAvailability {
      NameServices(parsing: Array(line.utf8)).availability(of: "/n")
    }
    let remedy = "write 'files' before 'dns' in the line 'hosts:' of '/n'"
    #expect(availability("") == .available)
    #expect(availability("hosts: mymachines resolve [!UNAVAIL=return] files dns") == .available)
    #expect(
      availability("hosts: dns") == .unavailable(reason: "'/n' names no 'files' for host names", remedy: remedy))
    #expect(
      availability("hosts: dns files")
        == .unavailable(
          reason: "'/n' asks the network for host names before it asks the hosts file", remedy: remedy))
    #expect(
      availability("hosts: resolve dns")
        == .degraded(reason: "'/n' names no 'files'; systemd-resolved reads the hosts file itself", remedy: remedy))
  }
}
