import Foundation
import ProgramTesting
import Testing

@testable import ShieldPage

/// Node.js, which runs the scripts of the extension.
enum NodeProgram {
  static let isInstalled = ["/usr/bin/node", "/usr/local/bin/node"].contains { path in
    FileManager.default.isExecutableFile(atPath: path)
  }

  /// Runs a script of a folder, and returns what it prints.
  static func run(_ words: String..., in folder: WorkFolder) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["node"] + words
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return text
  }
}

/// The worker of the extension in a browser made of tables and a clock that stands still; see `Scripts/cases.js`.
@Suite(.enabled(if: NodeProgram.isInstalled, "node is not installed")) struct ExtensionScriptTests {
  @Test func `the worker keeps rules, tabs and attempts as its events demand`() throws {
    let folder = try WorkFolder()
    for (name, bytes) in ExtensionFiles.all where name.hasSuffix(".js") { try folder.write(bytes, to: name) }
    let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Scripts")
    for name in ["browser.js", "cases.js"] {
      try folder.write(Array(Data(contentsOf: scripts.appendingPathComponent(name))), to: name)
    }
    let said = try NodeProgram.run("cases.js", in: folder)
    #expect(said.wholeMatch(of: /\d\d cases\n/) != nil, "\(said)")
  }
}
