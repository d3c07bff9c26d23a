import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

/// A random text is made by the service, counts on one connection, for one session, once.
@Suite struct TypedTextTests {
  private static let person: JSONObject = ["session": .string("work"), "channel": .string("person")]

  private func machine() throws -> ControlMachine {
    let machine = try ControlMachine(
      """
      timezone = "UTC"
      [profile.work]
      lock = "strict"
      window = ["09:00-17:00"]
      unlock = [{ type = "text", length = 12 }]
      [profile.other]
      window = ["09:00-17:00"]
      unlock = [{ type = "text", length = 12 }]
      """)
    machine.connect(1)
    machine.connect(2)
    return machine
  }

  private func typing(_ text: String, session: String = "work") -> JSONObject {
    ["session": .string(session), "channel": .string("person"), "text": .string(text)]
  }

  @Test func `a refusal gives a person the text to type, and typing that text stops the session`() throws {
    let machine = try machine()
    let refusal = try machine.call("Stop", Self.person)
    #expect(refusal.errorName == "Refused" && refusal.parameters["textLength"] == .integer(12))
    #expect(refusal["allowedAt"] == "2026-11-23T17:00:00Z" || refusal["allowedAt"] == "2026-11-23T17:00:00+00:00")
    let text = try #require(refusal["text"])
    #expect(text.count == 12)
    #expect(try machine.call("Stop", typing(text)).error == nil)
  }

  @Test func `a refusal gives the text to type neither to a program nor to a link`() throws {
    for channel in ["program", "link"] {
      let machine = try machine()
      let refusal = try machine.call("Stop", ["session": .string("work"), "channel": .string(channel)])
      #expect(refusal.errorName == "Refused" && refusal["text"] == nil)
      #expect(refusal.parameters["textLength"] == .integer(12))
    }
  }

  @Test func `the daemon refuses a typed text that it did not give`() throws {
    let machine = try machine()
    #expect(try machine.call("Stop", typing("kkkkkkkkkkkk")).errorName == "InvalidRequest")
  }

  @Test func `a typed text is accepted only on its own connection`() throws {
    let machine = try machine()
    let text = try #require(try machine.call("Stop", Self.person)["text"])
    #expect(try machine.call("Stop", typing(text), from: 2).errorName == "InvalidRequest")
  }

  @Test func `a typed text is accepted only for its own session`() throws {
    let machine = try machine()
    let text = try #require(try machine.call("Stop", Self.person)["text"])
    #expect(try machine.call("Stop", typing(text, session: "other")).errorName == "InvalidRequest")
  }

  @Test func `a typed text is no longer accepted after a mistake in typing it`() throws {
    let machine = try machine()
    let text = try #require(try machine.call("Stop", Self.person)["text"])
    #expect(try machine.call("Stop", typing(text + "k")).errorName == "InvalidRequest")
    #expect(try machine.call("Stop", typing(text)).errorName == "InvalidRequest")
  }

  @Test func `Stop refuses a typedLength parameter from a client`() throws {
    let machine = try machine()
    let reply = try machine.call("Stop", ["session": .string("work"), "typedLength": .integer(12)])
    #expect(reply.error == "org.varlink.service.InvalidParameter" && reply["parameter"] == "typedLength")
  }

  @Test func `random texts differ and contain no characters that look alike`() {
    var generator = SystemRandomNumberGenerator()
    let texts = (0..<50).map { _ in RandomText.make(length: 40, using: &generator) }
    #expect(Set(texts).count == 50)
    #expect(!texts.joined().contains { "0O1lIi".contains($0) })
  }

  @Test(
    arguments: [
      ("key", "hello", nil), ("key", "hullo", "Refused"), ("keyData", "aGVsbG8=", nil),
      ("keyData", "aGVsbG8", "InvalidRequest"),
    ] as [(String, String, String?)])
  func `a client can present an unlock key as text or as base64 bytes`(parameter: String, value: String, error: String?)
    throws
  {
    let hash = UnlockKey.hash(of: Array("hello".utf8)).hexDigits
    let machine = try ControlMachine(
      "timezone = \"UTC\"\n[profile.work]\nwindow = [\"09:00-17:00\"]\nunlock = [{ sha256 = \"\(hash)\" }]\n")
    machine.connect(1)
    #expect(try machine.call("Stop", [parameter: .string(value)]).errorName == error)
  }
}
