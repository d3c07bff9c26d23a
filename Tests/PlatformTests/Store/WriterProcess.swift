import Foundation

/// The program of `Tests/StoreWriter`, which is built next to the tests.
final class WriterProcess {
  private let process = Process()
  private let output = Pipe()
  private let input = Pipe()

  /// Starts the program, preceded by the words of a launcher such as `setpriv`.
  init(_ arguments: String..., launcher: [String] = []) throws {
    let words = launcher + [Self.program] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  static let program: String = {
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("StoreWriter").path
  }()

  /// Reads up to `count` lines.
  func lines(_ count: Int) -> [Substring] {
    var bytes: [UInt8] = []
    var found = 0
    while found < count, let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
      bytes.append(byte)
      if byte == UInt8(ascii: "\n") { found += 1 }
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Kills the program with SIGKILL and reads the lines that it wrote before.
  func kill() -> [Substring] {
    Foundation.kill(process.processIdentifier, SIGKILL)
    return linesToEnd()
  }

  /// Waits for the program to end and reads all its lines.
  func linesToEnd() -> [Substring] {
    try? input.fileHandleForWriting.close()
    let rest = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return String(decoding: rest, as: UTF8.self).split(separator: "\n")
  }

  var processID: Int32 { process.processIdentifier }
}
