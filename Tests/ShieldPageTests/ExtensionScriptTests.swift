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

/// The scripts of the extension and of the page in a browser made of tables, with a clock that stands still.
@Suite(.enabled(if: NodeProgram.isInstalled, "node is not installed")) struct ExtensionScriptTests {
  private static func run(_ name: String) throws -> String {
    let folder = try WorkFolder()
    for (name, bytes) in ExtensionFiles.all where name.hasSuffix(".js") { try folder.write(bytes, to: name) }
    let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Scripts")
    for name in ["browser.js", "check.js", name] {
      try folder.write(Data(contentsOf: scripts.appendingPathComponent(name)), to: name)
    }
    return try NodeProgram.run(name, in: folder)
  }

  @Test(arguments: ["worker-cases.js", "tab-cases.js", "front-cases.js", "page-cases.js"])
  func `the worker and the pages do what their events demand`(name: String) throws {
    let said = try Self.run(name)
    #expect(said.wholeMatch(of: /\d+ cases\n/) != nil, "\(said)")
  }
}
