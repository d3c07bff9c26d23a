import SchedulerCivilTime
import SchedulerJSON
import Testing

@testable import Scheduler

/// What is written of a shield set is read back as it was; what is damaged is refused, or read as what it then says.
@Suite struct ShieldSetParsingTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a shield set is read back as it was written`(seed: UInt64) throws {
    var sets = RandomShieldSet(seed: seed)
    for _ in 0..<100 {
      let set = sets.next()
      #expect(try ShieldSet(parsing: set.bytes) == set, "seed \(seed)")
    }
  }

  @Test func `urls are written only if there are any, so that a set without them is as earlier versions wrote it`()
    throws
  {
    var set = try ShieldSet(parsing: try file(["generation"], .integer(1)))
    let before = set.bytes
    #expect(!String(decoding: before, as: UTF8.self).contains("urls"))
    var layer = set.layers[0].layer
    layer.domains.urls = [try #require(SitePath(host: DomainName(checked: "a.org"), path: "/p"))]
    set.layers = [AppliedLayer(layer: layer, session: set.layers[0].session, origins: [.schedule], until: nil)]
    #expect(String(decoding: set.bytes, as: UTF8.self).contains(#""allow":[],"urls":["a.org/p"]}"#))
    for wrong in ["a.org", "a.org/", "A.org/p", "a.org/p q", "a.org/%c3", "https://a.org/p", "a.org/p?q"] {
      let bytes = String(decoding: set.bytes, as: UTF8.self).replacing("a.org/p", with: wrong)
      #expect(throws: ShieldSetError.self, "\(wrong)") { try ShieldSet(parsing: Array(bytes.utf8)) }
    }
  }

  @Test(arguments: [11, 12, 13] as [UInt64])
  func `a truncated shield set is refused`(seed: UInt64) {
    var sets = RandomShieldSet(seed: seed)
    let bytes = sets.next().bytes
    for count in bytes.indices {
      #expect(throws: ShieldSetError.self, "seed \(seed), \(count) bytes") {
        try ShieldSet(parsing: Array(bytes[..<count]))
      }
    }
  }

  /// Whatever single bit is wrong: no trap, and nothing is read that the bytes do not say.
  @Test func `a shield set with a flipped bit is refused or read exactly as its bytes state`() throws {
    let bytes = try file(["validUntil"], .string("@253402300800"))
    var refused = 0
    for position in bytes.indices {
      for bit in 0..<8 as Range<UInt8> {
        var flipped = bytes
        flipped[position] ^= 1 << bit
        do throws(ShieldSetError) {
          let read = try ShieldSet(parsing: flipped)
          let said = JSONValue(lenient: flipped)
          #expect(said?.agrees(with: .object(read.json)) == true, "byte \(position), bit \(bit)")
        } catch {
          refused += 1
          #expect(!error.description.isEmpty)
        }
      }
    }
    #expect(refused > bytes.count * 4, "\(refused) of \(bytes.count * 8)")
  }

  /// A set of one layer as JSON, with one of its values replaced or, by nil, taken away.
  private func file(_ path: [String], _ value: JSONValue?) throws -> [UInt8] {
    var set = ShieldSet(writtenAt: Instant(epochSeconds: 0), bootID: "boot")
    var layer = Layer(of: ProfileReference(key: try #require(ProfileKey("p"))))
    layer.domains.block = [DomainName(checked: "a.org"), DomainName(checked: "b.org")]
    let session = SessionID(UUIDValue(version5Of: "s", in: .urlNamespace))
    set.layers = [AppliedLayer(layer: layer, session: session, origins: [.schedule], until: nil)]
    return JSONValue.object(set.json).setting(path[...], to: value).objectValue?.bytes ?? []
  }

  @Test(
    arguments: [
      ("version", nil, "expected a whole number at 'version'"),
      ("version", .string("1"), "expected a whole number at 'version'"),
      ("version", .integer(2), "version 2 is not known; this program reads version 1"),
      ("generation", .double(1.5), "expected a whole number at 'generation'"),
      ("writtenAt", .string("yesterday"), "expected a time at 'writtenAt'"),
      ("writtenAt", .string("@1x"), "expected a time at 'writtenAt'"),
      ("writtenAt", .string("@0253402300800"), "expected a time at 'writtenAt'"),
      ("bootId", .null, "expected a text at 'bootId'"),
      ("strict", nil, "expected true or false at 'strict'"),
      ("validUntil", nil, "expected a time or null at 'validUntil'"),
      ("validUntil", .integer(0), "expected a time or null at 'validUntil'"),
      ("validUntilBoot", nil, "expected a whole number or null at 'validUntilBoot'"),
      ("layers", .object([:]), "expected a list at 'layers'"),
      ("layers.0", .array([]), "expected an object at 'layers[0]'"),
      ("layers.0.profile", .string("No Key"), "expected a profile's key at 'layers[0].profile'"),
      ("layers.0.id", .string("6f1c"), "expected a UUID at 'layers[0].id'"),
      ("layers.0.session", nil, "expected a UUID at 'layers[0].session'"),
      (
        "layers.0.origins.0", .string("dream"),
        "expected 'schedule', 'manual', 'timer' or 'pomodoro' at 'layers[0].origins[0]'"
      ),
      ("layers.0.users", nil, "expected a list at 'layers[0].users'"),
      ("layers.0.users", .array([.integer(1)]), "expected a text at 'layers[0].users[0]'"),
      ("layers.0.groups", nil, "expected a list at 'layers[0].groups'"),
      ("layers.0.groups", .array([.string("")]), "expected names of groups at 'layers[0].groups'"),
      ("layers.0.until", nil, "expected a time or null at 'layers[0].until'"),
      ("layers.0.applications", nil, "expected an object at 'layers[0].applications'"),
      (
        "layers.0.applications.default", .string("deny"),
        "expected 'allow' or 'block' at 'layers[0].applications.default'"
      ),
      (
        "layers.0.applications.allow", .array([.string("emacs"), .string("")]),
        "expected the name of an application at 'layers[0].applications.allow[1]'"
      ),
      (
        "layers.0.applications.blockCategories", .array([.string("Gmae")]),
        "expected a registered category at 'layers[0].applications.blockCategories[0]'"
      ),
      ("layers.0.domains.block", .null, "expected a list at 'layers[0].domains.block'"),
      (
        "layers.0.domains.block.1", .string("B.org"),
        "expected a domain in its ASCII form and lower case at 'layers[0].domains.block[1]'"
      ),
      ("layers.0.denyAppRemoval", .string("no"), "expected true or false at 'layers[0].denyAppRemoval'"),
      ("layers.0.screen.button", nil, "expected a text at 'layers[0].screen.button'"),
      ("layers.0.screen.color", .integer(0), "expected a text at 'layers[0].screen.color'"),
    ] as [(String, JSONValue?, String)])
  func `the error for an invalid value in a shield set names its path`(
    path: String, value: JSONValue?, message: String
  ) throws {
    let bytes = try file(path.split(separator: ".").map(String.init), value)
    let error = #expect(throws: ShieldSetError.self) { try ShieldSet(parsing: bytes) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      ("", "not JSON: the JSON text ends too early, at byte 0"), ("[]", "expected an object"),
      ("{} {}", "not JSON: more text behind the JSON value, at byte 3"),
      (#"{"version":1,"version":1}"#, "not JSON: key 'version' given twice, at byte 13"),
    ])
  func `text that is not a JSON object is refused as a shield set`(text: String, message: String) {
    let error = #expect(throws: ShieldSetError.self) { try ShieldSet(parsing: Array(text.utf8)) }
    #expect(error?.description == message)
  }

  @Test(arguments: [(true, true, true), (true, false, false), (false, true, false)])
  func `a layer that an earlier version wrote is strict if its set is and it denies the removal of applications`(
    isStrict: Bool, denies: Bool, isLayerStrict: Bool
  ) throws {
    let written = try ShieldSet(parsing: file(["strict"], .bool(isStrict)))
    let value = JSONValue.object(written.json).setting(["layers", "0", "denyAppRemoval"], to: .bool(denies))
    let earlier = value.setting(["layers", "0", "strict"], to: nil).objectValue?.bytes ?? []
    let read = try ShieldSet(parsing: earlier)
    #expect(read.isStrict == isStrict && read.layers.map(\.isStrict) == [isLayerStrict])
    #expect(try ShieldSet(parsing: read.bytes) == read)
  }

  @Test(arguments: ["dreams", "layers.0.dreams", "layers.0.domains.dreams", "layers.0.screen.dreams"])
  func `a reader of shield.json ignores unknown keys`(path: String) throws {
    let known = try ShieldSet(parsing: file(["version"], .integer(1)))
    let bytes = try file(path.split(separator: ".").map(String.init), .object(["a": .array([.null])]))
    #expect(try ShieldSet(parsing: bytes) == known)
  }
}

extension JSONValue {
  fileprivate init?(lenient bytes: [UInt8]) {
    do { try self.init(parsing: bytes) } catch { return nil }
  }

  /// The value with what lies at a path of keys and numbers replaced.
  fileprivate func setting(_ path: ArraySlice<String>, to value: JSONValue?) -> JSONValue {
    guard let key = path.first else { return value ?? .null }
    let rest = path.dropFirst()
    switch self {
    case .object(var object):
      object[key] = rest.isEmpty ? value : object[key]?.setting(rest, to: value)
      return .object(object)
    case .array(var elements):
      guard let number = Int(key) else { return self }
      elements[number] = elements[number].setting(rest, to: value)
      return .array(elements)
    default: return self
    }
  }

  /// Whether this says what `written` says, and perhaps more under other keys: the same values, times and identifiers in
  /// whatever spelling, and null or nothing where nothing is written. A layer of an earlier version has no `strict`.
  fileprivate func agrees(with written: JSONValue) -> Bool {
    switch (self, written) {
    case (.object(let own), .object(let other)):
      return other.members.allSatisfy { member in
        own[member.key]?.agrees(with: member.value) ?? (member.key == "strict" && member.value == .bool(false))
      }
    case (.array(let own), .array(let other)):
      return own.count == other.count && zip(own, other).allSatisfy { $0.agrees(with: $1) }
    case (.string(let own), .string(let other)):
      if own.utf8.elementsEqual(other.utf8) || own.lowercased() == other, !other.isEmpty || own.isEmpty { return true }
      return Instant(rfc3339: own).map { $0 == Instant(rfc3339: other) } ?? false
    default: return self == written
    }
  }
}
