import Foundation

/// Runs another program to its end.
enum Subprocess {
  struct Failure: Error {
    let command: [String]
    let status: Int32
  }

  /// Returns the standard output of a program. Input and output are files, so that neither side waits for a full pipe.
  @discardableResult
  static func run(
    _ command: [String], input: String = "", environment: [String: String] = [:]
  ) throws -> String {
    try withTemporaryFolder { folder in
      let (inputFile, outputFile) = (folder.appendingPathComponent("input"), folder.appendingPathComponent("output"))
      try Data(input.utf8).write(to: inputFile)
      try Data().write(to: outputFile)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = command
      process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
      process.standardInput = try FileHandle(forReadingFrom: inputFile)
      process.standardOutput = try FileHandle(forWritingTo: outputFile)
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failure(command: command, status: process.terminationStatus) }
      return String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
    }
  }

  /// Calls `body` with an empty folder and removes it afterwards.
  static func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
