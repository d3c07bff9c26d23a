import TestSupport
import Testing

@testable import SchedulerEnforcement

@Suite struct NetworkAddressTests {
  @Test(arguments: [
    ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
    ("2001:db8::1", "2001:db8:0:0:0:0:0:1"), ("::", "0:0:0:0:0:0:0:0"), ("::1", "0:0:0:0:0:0:0:1"),
    ("1::", "1:0:0:0:0:0:0:0"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1::8", "1:0:0:0:0:0:0:8"),
    ("::ffff:192.0.2.1", "0:0:0:0:0:ffff:c000:201"), ("64:ff9b::192.0.2.1", "64:ff9b:0:0:0:0:c000:201"),
    ("2001:DB8::A", "2001:db8:0:0:0:0:0:a"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
    ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
  ])
  func `the text of an address is parsed, and written in one form`(text: String, written: String) {
    #expect(NetworkAddress(text)?.description == written)
    #expect(NetworkAddress(written)?.description == written)
  }

  @Test(arguments: [
    "", ".", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.+4", "1.2.3.4 ", "1.2.3.4/8", "a.b.c.d", ":",
    ":::",
    "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", ":1::2", "1::2:", "1:2:3:4:5:6:7:8::", "12345::", "g::", "+1::",
    "::1%lo", "fe80::1%eth0", "::1.2.3", "1.2.3.4::", "::-1", "1:2:3:4:5:6:7:1.2.3.4", "٣.2.3.4", "} ; flush ruleset",
  ])
  func `any other text is no address`(text: String) {
    #expect(NetworkAddress(text) == nil)
  }

  @Test(arguments: [
    ("8.8.8.8", true), ("198.51.100.2", true), ("172.15.0.1", true), ("172.32.0.1", true), ("100.63.0.1", true),
    ("2001:db8::1", true), ("2606:4700::1", true), ("64:ff9b::8.8.8.8", true), ("11.0.0.0", true),
    ("192.169.0.1", true),
    ("0.0.0.0", false), ("10.1.2.3", false), ("100.64.0.1", false), ("100.127.255.255", false), ("127.0.0.1", false),
    ("169.254.1.1", false), ("172.16.0.1", false), ("172.31.255.255", false), ("192.0.0.8", false),
    ("192.168.1.1", false),
    ("224.0.0.251", false), ("255.255.255.255", false), ("::", false), ("::1", false), ("::ffff:8.8.8.8", false),
    ("fe80::1", false), ("febf::1", false), ("fc00::1", false), ("fdff::1", false), ("ff02::fb", false),
    ("64:ff9b::10.0.0.1", false), ("64:ff9b::127.0.0.1", false),
  ])
  func `addresses of this machine and of local networks are never blocked`(text: String, isPublic: Bool) {
    #expect(NetworkAddress(text)?.isPublic == isPublic)
  }

  @Test func `what is written is read again, and the order is that of the bytes`() {
    var random = SeededGenerator(seed: 11)
    var last: NetworkAddress?
    for _ in 0..<Laws.count(20_000, few: 2000) {
      // Zeros make shortened forms.
      let bytes = (0..<(Bool.random(using: &random) ? 4 : 16)).map { _ in
        Bool.random(using: &random) ? 0 : UInt8.random(in: 0...255, using: &random)
      }
      guard let address = NetworkAddress(bytes: bytes) else {
        Issue.record("\(bytes)")
        return
      }
      #expect(NetworkAddress(address.description) == address)
      #expect(address.description.utf8.allSatisfy { "0123456789abcdef.:".utf8.contains($0) })
      if let last { #expect((last < address) != (address <= last)) }
      last = address
    }
  }

  @Test func `a shortened text stands for the groups that it leaves out`() {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<Laws.count(20_000, few: 2000) {
      let groups = (0..<8).map { _ in UInt16.random(in: 0...0xFFFF, using: &random) }
      let start = Int.random(in: 0..<8, using: &random)
      let end = Int.random(in: start + 1...8, using: &random)
      let hex = groups.map { String($0, radix: 16) }
      let short = hex[..<start].joined(separator: ":") + "::" + hex[end...].joined(separator: ":")
      let long = hex.enumerated().map { start..<end ~= $0.offset ? "0" : $0.element }.joined(separator: ":")
      #expect(NetworkAddress(short) == NetworkAddress(long) && NetworkAddress(short) != nil, "\(short)")
    }
  }
}
