import SchedulerJSON
import TestSupport
import Testing

@testable import Scheduler

/// What a stored type writes it reads back, whatever its fields are.
@Suite struct ArchiveLawTests {
  private static let seeds = 1...UInt64(Laws.count(40, few: 10))

  /// Writes a random value, reads it back and writes that.
  private func check<Value: StoredObject & Equatable>(_ type: Value.Type, isStrict: Bool = false) throws {
    for seed in Self.seeds {
      var archive = RandomArchive(seed: seed)
      let value: Value = try archive.value()
      let bytes = JSONWriter.bytes(of: value)
      var reader = ArchiveReader(try #require(try JSONValue(parsing: bytes).objectValue), isStrict: isStrict)
      let read = try Value(archive: &reader, of: nil)
      #expect(read == value, "\(type), seed \(seed)")
      #expect(JSONWriter.bytes(of: read) == bytes, "\(type), seed \(seed)")
    }
  }

  @Test func `the engine's record is read back as it was`() throws { try check(EngineState.self) }

  @Test func `a profile's record is read back as it was`() throws { try check(ProfileRecord.self) }

  @Test func `the rules that a session copied are read back as they were`() throws { try check(SessionRules.self) }

  @Test func `a layer is read back unchanged by the lenient reader and by the strict reader`() throws {
    try check(Layer.self)
    try check(Layer.self, isStrict: true)
  }

  @Test func `a shield set is read back as it was`() throws { try check(ShieldSet.self, isStrict: true) }

  @Test func `the live state is read back as it was`() throws { try check(LiveState.self, isStrict: true) }

  @Test func `a session is read back as it was`() throws {
    for seed in Self.seeds {
      var archive = RandomArchive(seed: seed)
      let rules: SessionRules = try archive.value()
      let session: Session
      do throws(StateProblem) {
        session = try Session(archive: &archive, of: nil, rules: rules)
      } catch {
        // A session without holds is none.
        #expect(error.place == "holds")
        continue
      }
      var json = JSONWriter()
      ProfileRecord.StoredSession.running(session).store(in: &json)
      var reader = ArchiveReader(try #require(try JSONValue(parsing: json.bytes).objectValue))
      #expect(try Session(archive: &reader, of: nil, rules: rules) == session, "seed \(seed)")
    }
  }

  @Test func `the error for a damaged record names the faulty member`() throws {
    let text = #"{"kind":"break","start":1,"deadline":"x"}"#
    var reader = ArchiveReader(try #require(try JSONValue(parsing: Array(text.utf8)).objectValue))
    let error = #expect(throws: StateProblem.self) { try Lift(archive: &reader, of: nil) }
    #expect(error?.place == "deadline" && error?.expected == "a whole number")
  }

  @Test func `the lenient reader accepts a layer of an earlier version, and the strict reader refuses it`() throws {
    let text = #"{"key":"p","applications":{"default":"allow"},"domains":{"default":"block","allow":["a.org"]}}"#
    let object = try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
    var reader = ArchiveReader(object)
    var layer = Layer(of: ProfileReference(key: try #require(ProfileKey("p"))))
    layer.domains.default = .block
    layer.domains.allow = [DomainName(checked: "a.org")]
    #expect(try Layer(archive: &reader, of: nil) == layer)
    var strict = ArchiveReader(object, isStrict: true)
    #expect(throws: StateProblem.self) { try Layer(archive: &strict, of: nil) }
  }
}
