import Foundation
import ProgramTesting
import Scheduler
import SchedulerPlatform
import Testing

@testable import SchedulerEnforcement

/// What the command line and the configuration files of a dnsmasq say, and what is missing in them.
@Suite struct DnsmasqConfigurationTests {
  private let folder: WorkFolder

  init() throws { folder = try WorkFolder() }

  private func configuration(_ arguments: String) -> DnsmasqConfiguration {
    DnsmasqConfiguration(arguments: arguments.split(separator: " ").map(String.init), root: folder.path)
  }

  @Test func `Debian's command line is read with its directory of files`() throws {
    try folder.write("# a comment\nport = 5353 # another\nlisten-address=::1, 127.0.0.2\n", to: "etc/dnsmasq.conf")
    try folder.write("servers-file=\"/etc/s#1\"\nlog-queries=extra\n", to: "etc/dnsmasq.d/schedctl.conf")
    try folder.write("servers-file=/wrong\n", to: "etc/dnsmasq.d/z.dpkg-old")
    try folder.write("servers-file=/wrong\n", to: "etc/dnsmasq.d/z~")
    let found = configuration(
      "/usr/sbin/dnsmasq -x /run/dnsmasq/dnsmasq.pid -u dnsmasq -r /run/dnsmasq/resolv.conf "
        + "-7 /etc/dnsmasq.d,.dpkg-dist,.dpkg-old,.dpkg-new --local-service --log-facility /var/log/d")
    #expect(found.serversFiles == ["/etc/s#1"] && found.port == 5353 && found.addresses == ["127.0.0.2"])
    #expect(found.queryLog == "/var/log/d" && found.directories == ["/etc/dnsmasq.d"])
  }

  @Test func `NetworkManager's command line is read, and its directory is where a line belongs`() throws {
    try folder.write("port=1\n", to: "etc/dnsmasq.conf")
    let found = configuration(
      "/usr/sbin/dnsmasq --no-resolv --keep-in-foreground --no-hosts --bind-interfaces "
        + "--pid-file=/run/NetworkManager/dnsmasq.pid --listen-address=127.0.0.1 --cache-size=400 --clear-on-reload "
        + "--conf-file=/dev/null --proxy-dnssec --enable-dbus=org.freedesktop.NetworkManager.dnsmasq "
        + "--conf-dir=/etc/NetworkManager/dnsmasq.d")
    #expect(found.port == 53 && found.addresses == ["127.0.0.1"] && found.serversFiles.isEmpty)
    let process = ProcessIdentity(number: 7, startTime: 1)
    let error = try #require(Dnsmasq.hindrance(of: [(process, found)], path: "/etc/schedctl.servers"))
    #expect(error.reason == "dnsmasq (process 7) does not read '/etc/schedctl.servers'")
    #expect(
      error.remedy == "write the lines 'servers-file=/etc/schedctl.servers', 'log-queries' and "
        + "'log-facility=/var/log/dnsmasq.log' to '/etc/NetworkManager/dnsmasq.d/schedctl.conf', and restart NetworkManager"
    )
  }

  @Test func `short options may be joined, and files include each other`() throws {
    try folder.write("conf-file=/b.conf\nserver=/corp.example/lan/10.0.0.1\n", to: "a.conf")
    try folder.write(
      "conf-file=/a.conf\nlog-queries\nserver=9.9.9.9#5353@eth0\nserver=dns.example\nserver=2001:db8::1\nlocal=/x/\n",
      to: "b.conf")
    let found = configuration("dnsmasq -kqdp5 -C /a.conf -a 127.0.0.9 --servers-file=/one --servers-file=/two")
    #expect(found.port == 5 && found.logsQueries && found.addresses == ["127.0.0.9"])
    #expect(found.serversFiles.last == "/two" && found.ownDomains == ["corp.example", "lan"])
    #expect(found.files == ["/a.conf", "/b.conf"] && found.queryLog == nil)
    #expect(found.upstreams == [NameServerAddress("9.9.9.9", port: 5353), NameServerAddress("2001:db8::1")])
  }

  @Test func `files without an absolute path are not read, and neither is more than some MiB`() throws {
    try folder.write("port=7\n", to: "-")
    try folder.write("port=8\n", to: "d/x.conf")
    #expect(configuration("dnsmasq -C - --conf-dir=d").port == 53)
    let large = String(repeating: "#", count: 40 << 20) + "\nport="
    try folder.write(large + "1\nconf-file=/two\n", to: "one")
    try folder.write(large + "2\n", to: "two")
    #expect(configuration("dnsmasq -C /one").port == 1)
  }

  @Test func `a dnsmasq with another file of servers, or none that answers names, is named`() throws {
    let process = ProcessIdentity(number: 7, startTime: 1)
    let other = configuration("dnsmasq --servers-file=/other")
    #expect(Dnsmasq.hindrance(of: [(process, other)], path: "/x")?.reason.contains("reads '/other'") == true)
    #expect(Dnsmasq.hindrance(of: [(process, configuration("dnsmasq -p 0"))], path: "/x") == nil)
    #expect(Dnsmasq.hindrance(of: [], path: "/x") == nil)
  }

  @Test(arguments: [
    ("nameserver 127.0.0.1\n", nil, "available"),
    ("# nothing\n", nil, "available"),
    ("search home\nnameserver\t127.0.0.1\nnameserver 9.9.9.9\n", nil, "degraded"),
    (
      "nameserver 9.9.9.9\n", nil,
      "unavailable: programs ask 9.9.9.9, which '/etc/resolv.conf' names, and not 127.0.0.1"
    ),
    ("nameserver 127.0.0.53\n", "nameserver 127.0.0.1\n", "available"),
    (
      "nameserver 127.0.0.53\n", "nameserver 192.168.1.1\n",
      "unavailable: programs ask 192.168.1.1, which systemd-resolved names, and not 127.0.0.1"
    ),
    ("nameserver 127.0.0.1\n", "nameserver 192.168.1.1\n", "available"),
  ])
  func `the server must be the one that programs ask`(resolv: String, resolved: String?, expected: String) throws {
    try folder.write(resolv, to: "etc/resolv.conf")
    if let resolved { try folder.write(resolved, to: "run/systemd/resolve/resolv.conf") }
    let resolver = SystemResolver(root: folder.path)
    switch resolver.availability(of: [NameServerAddress("127.0.0.1")], title: "dnsmasq") {
    case .available: #expect(expected == "available")
    case .degraded: #expect(expected == "degraded")
    case .unavailable(let reason, let remedy), .absent(let reason, let remedy):
      #expect("unavailable: \(reason)" == expected && !remedy.isEmpty)
    }
  }

  @Test func `with nss-resolve programs ask systemd-resolved, whatever resolv.conf says`() throws {
    try folder.write("nameserver 127.0.0.1\n", to: "etc/resolv.conf")
    try folder.write("nameserver 192.168.1.1\n", to: "run/systemd/resolve/resolv.conf")
    try folder.write("hosts: files resolve [!UNAVAIL=return] dns\n", to: "etc/nsswitch.conf")
    let resolver = SystemResolver(root: folder.path)
    guard case .unavailable = resolver.availability(of: [NameServerAddress("127.0.0.1")], title: "x") else {
      Issue.record("systemd-resolved asks another server")
      return
    }
  }
}
