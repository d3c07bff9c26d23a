import Foundation
import SchedulerJSON
import Testing

@testable import SchedulerDaemon

/// The conversation on the page about the socket is one that really takes place.
@Suite struct ControlPageTests {
  private static let page: [String] = {
    let root = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    let text = (try? String(contentsOf: root.appending(path: "docs/control-socket.md"), encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n")
  }()

  private static func blocks(_ kind: String) -> [String] {
    var blocks: [String] = []
    var open = false
    for line in page {
      if line == "```" { open = false }
      if open { blocks[blocks.count - 1] += line + "\n" }
      if line == "```" + kind {
        open = true
        blocks.append("")
      }
    }
    return blocks
  }

  @Test func `the daemon sends the replies that the control page shows`() throws {
    let machine = try ControlMachine(try #require(Self.blocks("toml").first), text: "q7HfWnzPm3Kd")
    machine.connect(1)
    let session = try #require(machine.source.engine.sessions.first).id.description
    let messages = Self.blocks("json").map { $0.replacingOccurrences(of: "SESSION", with: session) }
    #expect(messages.count == 10)
    for index in stride(from: 0, to: messages.count - 1, by: 2) {
      machine.send(Array(messages[index].utf8) + [0])
      let reply = try #require(try machine.heard().last)
      #expect(try VarlinkReply(parsing: Array(messages[index + 1].utf8)) == reply, "\(reply)")
    }
  }

  @Test func `the page lists exactly the methods and errors of the interface`() throws {
    let control = try VarlinkInterface(parsing: ControlInterface.definition)
    let rows = Self.page.filter { $0.hasPrefix("| `") }.map { String($0.prefix { $0 != "\n" }) }
    let names = Set(
      rows.flatMap { row in row.components(separatedBy: " | ")[0].components(separatedBy: "`") }
        .filter { $0.first?.isUppercase ?? false })
    #expect(names == Set(control.methods.map(\.name)).union(control.errors.keys))
  }
}
