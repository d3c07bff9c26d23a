import Foundation
import ProgramTesting
import TestSupport
import Testing

@testable import SchedulerEnforcement

@Suite struct AddressQuestionTests {
  private let question = AddressQuestion(name: "www.a.example", family: .four)

  /// A record with a pointer to the name of the question.
  private func record(type: UInt8, ttl: UInt32 = 60, _ data: [UInt8]) -> [UInt8] {
    [0xC0, 12, 0, type, 0, 1] + [24, 16, 8, 0].map { UInt8(ttl >> $0 & 0xFF) } + [0, UInt8(data.count)] + data
  }

  private func message(_ records: [[UInt8]], code: UInt8 = 0) throws -> [UInt8] {
    var bytes = try #require(question.message(id: 7))
    (bytes[2], bytes[3], bytes[7]) = (0x81, 0x80 | code, UInt8(records.count))
    return bytes + records.joined()
  }

  private func addresses(_ texts: String...) -> [NetworkAddress] { texts.compactMap { NetworkAddress($0) } }

  @Test func `a question asks for one type of records`() throws {
    let name = Array("\u{3}www\u{1}a\u{7}example\0".utf8)
    let header: [UInt8] = [1, 2, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    #expect(question.message(id: 0x0102) == header + name + [0, 1, 0, 1])
    let six = AddressQuestion(name: "www.a.example", family: .six)
    #expect(six.message(id: 7)?.suffix(4) == [0, 28, 0, 1])
    for name in ["", ".", "a..b", "a.", String(repeating: "a", count: 64), String(repeating: "a.", count: 127) + "a"] {
      #expect(AddressQuestion(name: name, family: .four).message(id: 7) == nil)
    }
  }

  @Test func `the addresses behind an alias are taken, with the shortest time of all records`() throws {
    let answer = try message([
      record(type: 5, ttl: 20, Array("\u{3}cdn\0".utf8)), record(type: 1, ttl: 300, [192, 0, 2, 1]),
      record(type: 28, [UInt8](repeating: 0, count: 16)), record(type: 1, ttl: 40, [192, 0, 2, 2]),
      record(type: 1, [1, 2, 3]),
    ])
    #expect(question.answer(in: answer, id: 7) == .addresses(addresses("192.0.2.1", "192.0.2.2"), seconds: 20))
    let negative = try message([record(type: 1, ttl: 0x8000_0000, [192, 0, 2, 1])])
    #expect(question.answer(in: negative, id: 7) == .addresses(addresses("192.0.2.1"), seconds: 0))
  }

  @Test func `a name without addresses, and a failure, differ, and other messages are no answer`() throws {
    #expect(try question.answer(in: message([]), id: 7) == .addresses([], seconds: 300))
    #expect(try question.answer(in: message([], code: 3), id: 7) == .addresses([], seconds: 300))
    #expect(try question.answer(in: message([], code: 2), id: 7) == .failure)
    #expect(try question.answer(in: message([], code: 5), id: 7) == .failure)
    #expect(try question.answer(in: message([]), id: 8) == nil)
    #expect(try AddressQuestion(name: "www.a.example", family: .six).answer(in: message([]), id: 7) == nil)
    #expect(try AddressQuestion(name: "www.b.example", family: .four).answer(in: message([]), id: 7) == nil)
    let query = try #require(question.message(id: 7))
    #expect(question.answer(in: query, id: 7) == nil)
    var upper = try message([])
    upper[13] = UInt8(ascii: "W")
    #expect(question.answer(in: upper, id: 7) != nil)
  }

  @Test func `a cut message gives only its whole records, and garbage neither traps nor gives other addresses`() throws
  {
    let records = (0..<20).map { record(type: 1, [192, 0, 2, UInt8($0)]) }
    let whole = try message(records)
    let start = whole.count - 20 * 16
    for count in 0...whole.count {
      guard case .addresses(let found, _)? = question.answer(in: Array(whole[..<count]), id: 7) else {
        #expect(count < start)
        continue
      }
      #expect(found.count == (count - start) / 16)
    }
    var random = SeededGenerator(seed: 13)
    for _ in 0..<Laws.count(200_000, few: 10_000) {
      var changed = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      changed.removeLast(Int.random(in: 0..<40, using: &random))
      if case .addresses(let found, _)? = question.answer(in: changed, id: 7) { #expect(found.count <= 40) }
    }
  }
}

@Suite struct AddressBookTests {
  private let second: Int64 = 1_000_000_000
  private func answers(_ text: String, seconds: UInt32) -> [AddressQuestion: AddressQuestion.Answer] {
    [
      AddressQuestion(name: "a.example", family: .four): .addresses(
        [text].compactMap { NetworkAddress($0) }, seconds: seconds),
      AddressQuestion(name: "a.example", family: .six): .addresses([], seconds: 300),
    ]
  }

  @Test(arguments: [(0, 30), (30, 30), (60, 60), (299, 299), (86_400, 300)])
  func `a name is due when its answer expires, after 30 seconds at the earliest and 5 minutes at the latest`(
    ttl: UInt32, pause: Int64
  ) {
    var book = AddressBook()
    #expect(book.due(of: ["a.example"], atBoot: 0) == ["a.example"] && book.nextDueBoot == nil)
    book.note(answers("192.0.2.1", seconds: ttl), about: ["a.example"], atBoot: second)
    #expect(book.nextDueBoot == second * (pause + 1))
    #expect(book.due(of: ["a.example"], atBoot: second * (pause - 5)) == [])
    #expect(book.due(of: ["a.example"], atBoot: second * (pause + 1)) == ["a.example"])
  }

  @Test func `an address is kept for an hour after it was last seen, also while no server answers`() {
    var book = AddressBook()
    book.note(answers("192.0.2.1", seconds: 60), about: ["a.example"], atBoot: 0)
    book.note(answers("192.0.2.2", seconds: 60), about: ["a.example"], atBoot: 60 * second)
    #expect(book.addresses(of: "a.example").count == 2 && book.unknownCount(of: ["a.example"]) == 0)
    book.note([:], about: ["a.example"], atBoot: 120 * second)
    #expect(book.addresses(of: "a.example").count == 2 && book.unknownCount(of: ["a.example"]) == 1)
    #expect(book.nextDueBoot == 150 * second)
    book.note([:], about: ["a.example"], atBoot: 3601 * second)
    #expect(book.addresses(of: "a.example").keys.map(\.description) == ["192.0.2.2"])
    #expect(book.due(of: ["b.example"], atBoot: 3602 * second) == ["b.example"])
    #expect(book.addresses(of: "a.example").isEmpty && book.nextDueBoot == nil)
  }
}

extension AddressBookTests {
  @Test func `a name for which servers fail counts as unknown only if they fail for every name`() {
    func failing(_ name: String) -> [AddressQuestion: AddressQuestion.Answer] {
      [AddressQuestion(name: name, family: .four): .failure, AddressQuestion(name: name, family: .six): .failure]
    }
    var book = AddressBook()
    let names = ["a.example", "dead.example"]
    book.note(failing("a.example").merging(failing("dead.example")) { $1 }, about: names, atBoot: 0)
    #expect(book.unknownCount(of: names) == 2 && book.nextDueBoot == 30 * second)
    book.note(answers("192.0.2.1", seconds: 300).merging(failing("dead.example")) { $1 }, about: names, atBoot: 0)
    #expect(book.unknownCount(of: names) == 0 && book.nextDueBoot == 300 * second)
    book.note(answers("192.0.2.1", seconds: 300), about: names, atBoot: 0)
    #expect(book.unknownCount(of: names) == 1 && book.nextDueBoot == 30 * second)
  }
}

@Suite struct UpstreamServersTests {
  @Test(arguments: [
    (["etc/resolv.conf": "nameserver 192.0.2.53\nnameserver 127.0.0.1\n"], ["192.0.2.53"]),
    (
      ["etc/resolv.conf": "# nameserver 1.1.1.1\n nameserver\t192.0.2.1 \nnameserver fe80::1%eth0\nnameserver x\n"],
      ["192.0.2.1", "fe80::1%eth0"]
    ),
    (
      ["etc/resolv.conf": "nameserver 127.0.0.53\n", "run/systemd/resolve/resolv.conf": "nameserver 2001:db8::53\n"],
      ["2001:db8::53"]
    ),
    (
      ["etc/resolv.conf": "nameserver ::1\n", "run/NetworkManager/no-stub-resolv.conf": "nameserver 192.0.2.9\n"],
      ["192.0.2.9"]
    ),
    (
      [
        "etc/resolv.conf": "nameserver 192.0.2.5\nnameserver 192.0.2.6\n",
        "proc/net/fib_trie": "Main:\n  |-- 192.0.2.5\n     /32 host LOCAL\n  |-- 192.0.2.6\n     /32 link UNICAST\n",
      ], ["192.0.2.6"]
    ),
    (
      [
        "etc/resolv.conf": "nameserver 2001:DB8:0::5\nnameserver fe80::5%eth0\nnameserver 2001:db8::6\n"
          + "nameserver fe80::5%wlan0\nnameserver fe80::5%3\nnameserver fe80::5%2\nnameserver fe80::5\n",
        "proc/net/if_inet6": "20010db8000000000000000000000005 02 40 00 80     eth0\n"
          + "fe800000000000000000000000000005 02 40 20 80     eth0\nx\n",
      ], ["2001:db8::6", "fe80::5%wlan0", "fe80::5%3"]
    ), (["etc/resolv.conf": "nameserver 127.0.0.1\nnameserver 127.0.0.2\n"], ["203.0.113.53"]), ([:], ["203.0.113.53"]),
  ])
  func `the servers are those outside of the machine, and else those that the filtering one asks`(
    files: [String: String], servers: [String]
  ) throws {
    let folder = try WorkFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    let upstreams = [NameServerAddress("203.0.113.53")]
    let filtering = LocalNameServer(address: "127.0.0.1", userID: 100, upstreams: upstreams)
    #expect(UpstreamServers(root: folder.path).servers(except: filtering).map(\.address) == servers)
  }
}
