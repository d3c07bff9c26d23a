import Foundation
import ProgramTesting

/// A program of the machine that tests use when it is there: a shell, a reader of manual pages.
struct InstalledProgram {
  let name: String

  init(_ name: String) { self.name = name }

  private static let folders = ["/usr/bin", "/bin", "/usr/local/bin"]

  private var path: String? {
    Self.folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether it is there.
  var isInstalled: Bool { path != nil }

  /// How long a run may take.
  private static let secondsLimit = 60

  /// What it could read, and should not: a configuration with a profile of its own.
  private static let input = "[profile.from-standard-input]\n"

  /// Runs it to its end and answers what it wrote, to standard output and to standard error.
  ///
  /// `schedctl` is found as the program that was built beside the tests. Nothing comes from the test's own environment.
  func run(
    _ arguments: [String], in folder: WorkFolder, _ environment: [String: String] = [:]
  ) throws -> (output: String, messages: String) {
    defer { withExtendedLifetime(folder) {} }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["\(Self.secondsLimit)", path ?? name] + arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    let programs = try folder.linkProgram()
    process.environment = [
      "PATH": "\(programs):\(Self.folders.joined(separator: ":"))", "HOME": folder.path, "LC_ALL": "C.UTF-8",
      "XDG_CONFIG_HOME": "\(folder.path)/.config", "TERM": "dumb", "TZ": "UTC",
      "SCHEDCTL_ROOT": ProgramRun.emptyRoot,
    ].merging(environment) { $1 }
    let input = Pipe()
    try input.fileHandleForWriting.write(contentsOf: Data(Self.input.utf8))
    try input.fileHandleForWriting.close()
    process.standardInput = input
    let messages = try folder.write("", to: ".messages")
    process.standardError = FileHandle(forWritingAtPath: messages)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), try String(contentsOfFile: messages, encoding: .utf8))
  }
}

extension WorkFolder {
  /// A folder in it that holds the built program alone; its path.
  func linkProgram() throws -> String {
    let programs = path + "/.programs"
    if !FileManager.default.fileExists(atPath: programs) {
      try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: programs + "/schedctl", withDestinationPath: ProgramRun.programPath)
    }
    return programs
  }
}
