import Foundation
import ProgramTesting
import Testing

@testable import schedctl

/// The script that browsers start.
@Suite struct BrowserHostScriptTests {
  private static func run(_ script: String, in folder: WorkFolder) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: try folder.write(script.utf8, to: "host", permissions: 0o755))
    process.arguments = ["chrome-extension://abc/"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return said
  }

  @Test func `it runs the program and, when only the program was removed, says that it is gone`() throws {
    let folder = try WorkFolder()
    let program = try folder.write("#!/bin/sh\necho \"$@\"\n".utf8, to: "it's a program", permissions: 0o755)
    let script = BrowserExtension.hostScript(program: program)
    #expect(try Self.run(script, in: folder) == Data("browser-host chrome-extension://abc/\n".utf8))
    try FileManager.default.removeItem(atPath: program)
    let said = try Self.run(script, in: folder)
    let length = try #require(said.count >= 4 ? said.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) } : nil)
    #expect(Int(length) == said.count - 4)
    #expect(String(decoding: said.dropFirst(4), as: UTF8.self) == #"{"type":"gone"}"#)
  }
}
