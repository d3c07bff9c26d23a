import SchedulerJSON
import Testing

@testable import Scheduler
@testable import SchedulerDaemon

@Suite struct ClientTests {
  /// What a client hears when the service answers.
  private func hear(_ bytes: [UInt8]) throws -> JSONObject? {
    var replies = ControlReplies()
    replies.append(bytes)
    return try replies.next()
  }

  private func failure(_ method: String, _ parameters: JSONObject = [:]) throws -> ControlError {
    let machine = try ControlMachine(
      "timezone = \"UTC\"\n[profile.work]\nlock = \"strict\"\nwindow = [\"09:00-17:00\"]\n")
    machine.connect(1)
    let bytes = try machine.call(method, parameters).bytes
    return try #require(throws: ControlError.self) { try hear(bytes) }
  }

  @Test func `a client reports the daemon's refusal in the words of the command line`() throws {
    let failure = try failure("Stop")
    #expect(failure.kind == .refused && failure.reason == "locked" && !failure.isUsage)
    #expect(failure.message == "the session of profile 'work' may not be stopped: its lock is strict")
    #expect(failure.help == ["it is allowed from 17:00 on, in 7 h"])
    #expect(failure.allowedAt?.description == "2026-11-23T17:00:00Z")
  }

  @Test(
    arguments: [
      ("Start", ["profile": .string("wrok")], .unknownProfile, true, "there is no profile 'wrok'"),
      ("Start", ["profile": .string("work")], .invalid, true, nil),
      ("Stop", ["session": .string("6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10")], .unknownSession, true, nil),
      ("Start", [:], .protocolMismatch, true, "parameter 'profile' is missing, unknown or not of its type"),
      ("Nothing", [:], .protocolMismatch, true, "the daemon has no method 'io.schedctl.Control.Nothing'"),
      ("Emergency", ["reason": .string("")], .invalid, true, nil), ("Stop", [:], .refused, false, nil),
    ] as [(String, JSONObject, ControlError.Kind, Bool, String?)])
  func `a client reads each kind of failure from a reply`(
    method: String, parameters: JSONObject, kind: ControlError.Kind, isUsage: Bool, message: String?
  ) throws {
    let parameters =
      method == "Start" && kind == .invalid ? ["profile": .string("social"), "seconds": .integer(0)] : parameters
    let failure = try failure(method, parameters)
    #expect(failure.kind == kind && failure.isUsage == isUsage, "\(failure)")
    if let message { #expect(failure.message == message) }
  }

  @Test func `a client parses replies that arrive in pieces and reports bytes that are no reply`() throws {
    let bytes = VarlinkReply(["a": .integer(1)], continues: true).bytes + VarlinkReply().bytes
    var replies = ControlReplies()
    var heard: [JSONObject] = []
    for byte in bytes {
      replies.append([byte])
      if let parameters = try replies.next() { heard.append(parameters) }
    }
    #expect(heard == [["a": .integer(1)], [:]] && !replies.continues)
    let failure = #expect(throws: ControlError.self) { try hear(Array("HTTP/1.1 200\0".utf8)) }
    #expect(failure?.kind == .connection)
  }

  @Test func `a Varlink call parses back to the call that was written`() throws {
    var call = VarlinkCall("\(ControlInterface.name).Start", parameters: ["profile": .string("\"\n")], takesMore: true)
    call.isOneway = true
    call.wantsUpgrade = true
    #expect(try VarlinkCall(parsing: Array(call.bytes.dropLast())) == call)
  }

  @Test(
    arguments: [
      ("", []), ("Zg==", [0x66]), ("Zm8=", [0x66, 0x6F]), ("Zm9v", [0x66, 0x6F, 0x6F]), ("//79", [255, 254, 253]),
      ("Zg", nil), ("Zg=", nil), ("Zh==", nil), ("Zm9=", nil), ("Z===", nil), ("Zm9v\n", nil), ("====", nil),
    ] as [(String, [UInt8]?)])
  func `base64 is read strictly`(text: String, bytes: [UInt8]?) { #expect(Base64.bytes(of: text) == bytes) }
}
