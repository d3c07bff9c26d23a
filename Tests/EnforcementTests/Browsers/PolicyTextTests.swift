import SchedulerJSON
import Testing

@testable import SchedulerEnforcement

@Suite struct PolicyTextTests {
  /// The verdicts are those of Chromium 156, which was started with each text as its policy.
  @Test(arguments: [
    ("// hi\n/* x */{\"URLBlocklist\":[\"a.example\"]}", true), ("{\"URLBlocklist\":[\"a.example\",],}", true),
    ("\u{FEFF}{\"URLBlocklist\":[\"a.example\"]}", true), ("{\"URLBlocklist\":[\"a.example\"]} x", false),
    ("{\"x\":\"a\tb\",\"URLBlocklist\":[\"a.example\"]}", false),
    ("{\"x\":\"\\x41\",\"URLBlocklist\":[\"a.example\"]}", false),
    ("{\"URLBlocklist\":[\"a.example\"]", false), ("{\"URLBlocklist\":[\"a.example\",5]}", true),
    ("{\"u\":\"http://x/*\",\"URLBlocklist\":[\"a.example\" /* , */ , // ]\n]}", true),
    ("{\"q\":\"\\\"//\",\"URLBlocklist\":[\"a.example\"]}", true), ("", false), ("/* open", false),
  ])
  func `a text is read as Chromium reads it`(text: String, isRead: Bool) throws {
    let members = try? PolicyText.members(of: Array(text.utf8))
    #expect((members?["URLBlocklist"]?.strings == ["a.example"]) == isRead)
  }

  @Test func `what only Chromium reads is known as such`() {
    for (text, isRead) in [("{\"a\":1,\"a\":2}", true), ("{\"a\":99999999999999999999}", true), ("{\"a\":1", false)] {
      #expect(throws: JSONError.self) { try PolicyText.members(of: Array(text.utf8)) }
      do {
        _ = try PolicyText.members(of: Array(text.utf8))
      } catch {
        #expect(PolicyText.isReadByBrowser(error) == isRead, "\(text)")
      }
    }
  }
}
