import TestSupport
import Testing

@testable import SchedulerEnforcement

/// Questions and answers of DNS as bytes.
@Suite struct DNSMessageTests {
  private let query = DNSMessage.query(for: "a.example", id: 0x1234)

  /// An answer to the question.
  private func answer(code: UInt8 = 0, addresses: [[UInt8]] = []) -> [UInt8] {
    var message = query
    (message[2], message[3], message[7]) = (0x81, 0x80 | code, UInt8(addresses.count))
    for address in addresses {
      message += [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, UInt8(address.count)] + address
    }
    return message
  }

  @Test func `a question has the form of RFC 1035`() {
    #expect(
      query == [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0x61, 7] + Array("example".utf8) + [0, 0, 1, 0, 1])
  }

  @Test(
    arguments: [
      // Answers that nothing is there, records, error codes and lost answers, of names that all are stuck or none is.
      (3, 1, 0, 0, false, true), (1, 3, 0, 0, false, false), (0, 4, 0, 0, true, true), (0, 3, 0, 1, true, true),
      (0, 1, 0, 3, true, true), (0, 0, 0, 4, true, false), (0, 0, 4, 0, true, false), (0, 3, 1, 1, true, true),
      (0, 1, 1, 0, true, false), (0, 0, 0, 4, false, false),
    ] as [(Int, Int, Int, Int, Bool, Bool)])
  func `a lost answer about a name that the configuration has does not mean that the server filters nothing`(
    nowhere: Int, open: Int, failed: Int, lost: Int, areStuck: Bool, filters: Bool
  ) {
    let names = (0..<nowhere + open + failed + lost).map { "n\($0).example" }
    var findings = NameProbe.Findings(answerCount: nowhere + open + failed)
    findings.open = Array(names[nowhere..<nowhere + open])
    for name in names[(nowhere + open)...].prefix(failed) { findings.failed[name] = .some(2) }
    for name in names.suffix(lost) { findings.failed.updateValue(nil, forKey: name) }
    #expect(findings.showFiltering(of: names, except: areStuck ? Set(names) : []) == filters)
  }

  @Test func `an answer says that a name leads nowhere, has records, or that the server failed`() {
    #expect(DNSMessage.answer(answer(code: 3), to: query) == .nowhere)
    #expect(DNSMessage.answer(answer(), to: query) == .nowhere)
    #expect(DNSMessage.answer(answer(addresses: [[10, 0, 0, 1]]), to: query) == .records)
    #expect(DNSMessage.answer(answer(addresses: [[0, 0, 0, 0]]), to: query) == .nowhere)
    #expect(DNSMessage.answer(answer(addresses: [[0, 0, 0, 0], [10, 0, 0, 1]]), to: query) == .records)
    #expect(DNSMessage.answer(answer(code: 5), to: query) == .failure(code: 5))
    #expect(DNSMessage.answer(Array(answer(addresses: [[0, 0, 0, 0]]).dropLast()), to: query) == .records)
  }

  @Test func `what is no answer to the question is not taken`() {
    let right = answer(code: 3)
    #expect(DNSMessage.answer(query, to: query) == nil)
    #expect(DNSMessage.answer([], to: query) == nil && DNSMessage.id(of: [1, 2]) == nil)
    for position in [0, 1, 2, 4, 5, 12, 13, 14, 15, right.count - 1] {
      var other = right
      other[position] ^= 0x41
      #expect(DNSMessage.answer(other, to: query) == nil, "byte \(position)")
    }
    #expect(DNSMessage.answer(right, to: DNSMessage.query(for: "a.examplE", id: 0x1234)) == .nowhere)
  }

  @Test func `no bytes are too strange`() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<20_000 {
      var message = answer(addresses: [[10, 0, 0, 1], [10, 0, 0, 2]])
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        message[Int.random(in: message.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      message.removeLast(Int.random(in: 0..<message.count, using: &random))
      _ = DNSMessage.answer(message, to: query)
      _ = QueryLine.name(in: message[...])
    }
  }
}
