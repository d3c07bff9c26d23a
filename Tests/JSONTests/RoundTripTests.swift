import Foundation
import SchedulerJSON
import TestSupport
import Testing

@Suite struct RoundTripTests {
  @Test(arguments: Laws.cases(0..<500 as Range<UInt64>, few: 50))
  func `a JSON value is read back as it was written`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = randomValue(depth: 5, &random)
    var writer = JSONWriter()
    writer.value(value)
    let read = try JSONValue(parsing: writer.bytes)
    #expect(read == value)
    // Strings are equal in any normal form; their bytes have to be the same too.
    var again = JSONWriter()
    again.value(read)
    #expect(again.bytes == writer.bytes)
  }

  @Test(arguments: Laws.cases(0..<300 as Range<UInt64>, few: 30))
  func `Foundation reads written JSON as the same value`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let value = randomValue(depth: 4, &random)
    var writer = JSONWriter()
    writer.value(value)
    let oracle = try JSONSerialization.jsonObject(with: Data(writer.bytes), options: .fragmentsAllowed)
    #expect(agrees(value, oracle))
  }

  /// Texts near to JSON, so that both outcomes occur. Foundation accepts more: what it refuses is refused here, and what
  /// is read here it reads as the same.
  @Test(arguments: Laws.cases(0..<3000 as Range<UInt64>, few: 300))
  func `a damaged text is refused, or read as Foundation reads it`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var writer = JSONWriter()
    writer.value(randomValue(depth: 3, &random))
    var bytes = writer.bytes
    let alphabet = Array("{}[]:,\"\\u0e-+.1 tn\n\u{7F}".utf8) + [0xFF, 0xC3, 0x00]
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let position = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, position + Int.random(in: 0...2, using: &random))
      let replacement = (0..<Int.random(in: 0...2, using: &random)).map { _ in alphabet.randomElement(using: &random)! }
      bytes.replaceSubrange(position..<end, with: replacement)
    }
    guard let value = try? JSONValue(parsing: bytes) else { return }
    let oracle = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    #expect(agrees(value, oracle), "\(String(decoding: bytes, as: UTF8.self))")
  }

  private func randomValue(depth: Int, _ random: inout SeededGenerator) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .integer(Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<64, using: &random))
    case 3: return .double(randomDouble(&random))
    case 4: return .string(randomText(&random))
    case 5, 6:
      return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in randomValue(depth: depth - 1, &random) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        object[randomText(&random)] = randomValue(depth: depth - 1, &random)
      }
      return .object(object)
    }
  }

  private func randomDouble(_ random: inout SeededGenerator) -> Double {
    let value =
      Bool.random(using: &random) ? Double(bitPattern: random.next()) : .random(in: -1000...1000, using: &random)
    return value.isFinite ? value : 0.5
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let limit: UInt32 = [0x20, 0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &random)!
      text.append(Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) ?? "x")
    }
    return String(text)
  }

  private func agrees(_ value: JSONValue, _ oracle: Any) -> Bool {
    switch value {
    case .null: return oracle is NSNull
    case .bool(let value): return (oracle as? NSNumber)?.boolValue == value
    case .integer(let value): return (oracle as? NSNumber)?.int64Value == value
    case .double(let value):
      // Foundation goes through `Decimal` and is off in the last places; exactness is the law above.
      guard let oracle = (oracle as? NSNumber)?.doubleValue else { return false }
      return abs(oracle - value) <= 8 * max(oracle.ulp, value.ulp)
    case .string(let value): return (oracle as? String)?.utf8.elementsEqual(value.utf8) ?? false
    case .array(let elements):
      guard let oracle = oracle as? [Any], oracle.count == elements.count else { return false }
      return zip(elements, oracle).allSatisfy { agrees($0, $1) }
    case .object(let object):
      guard let oracle = oracle as? [String: Any] else { return false }
      // A dictionary of Foundation holds keys in different normal forms only once.
      return object.members.allSatisfy { member in
        object.members.contains { $0.key == member.key && oracle[member.key].map { agrees(member.value, $0) } ?? false }
      }
    }
  }
}
