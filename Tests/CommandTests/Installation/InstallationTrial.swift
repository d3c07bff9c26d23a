import Foundation
import ProgramTesting
import Testing

/// A machine with a program of a few bytes, and a directory in which it is installed.
final class InstallationTrial {
  let machine: OfflineMachine
  /// The directory that stands for `/`.
  var root: String { machine.folder.path + "/root" }

  init(_ configuration: String = "") throws {
    machine = try OfflineMachine(configuration)
    // The gsettings of this machine must not be run.
    machine.variables["PATH"] = machine.folder.path + "/bin"
    try write(program: "version 1")
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  /// Lets the program that runs be another.
  func write(program: String) throws { try machine.folder.write(program, to: "program") }

  /// Runs a command for the directory, as `schedctl install --root root`.
  func run(_ words: String...) throws -> Outcome { try machine.run(words + ["--root", root], bare: true) }

  /// The same for the person whose machine it is.
  func runAtHome(_ words: String...) throws -> Outcome { try machine.run(words + ["--user"], bare: true) }

  /// Writes a file below the root.
  func write(_ text: String, to path: String) throws { try machine.folder.write(text, to: "root" + path) }

  /// A file below the root.
  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: root + path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Everything below the root: what files hold and what they may be used for, by path; directories hold nothing.
  func tree(withIdentities: Bool = false) throws -> [String: String] {
    var tree: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
      let permissions = try #require(attributes[.posixPermissions] as? Int)
      // A file that is written anew may have the number of the old one, and has another time.
      let keys: [FileAttributeKey] = withIdentities ? [.systemFileNumber, .modificationDate] : []
      let identity = keys.map { "\(attributes[$0] ?? "")" }.joined(separator: " ")
      tree["/" + path] = String(permissions, radix: 8) + identity + (text("/" + path) ?? "")
    }
    return tree
  }

  /// Puts a systemctl in `$PATH`, and what says that systemd runs; answers the directory of both.
  ///
  /// A process of its own writes it: what this one has just written may be open in a child of another test.
  func startSystemd(_ script: String = "exit 0") throws {
    let folder = machine.folder
    let writing = """
      mkdir -p bin runtime/systemd
      printf '#!/bin/sh\\necho "$*" >> "${0%%/*}/calls"\\n%s\\n' "$1" > bin/systemctl
      chmod +x bin/systemctl
      """
    _ = try InstalledProgram("sh").run(["-c", writing, "sh", script], in: folder)
    machine.variables["PATH"] = folder.path + "/bin"
    machine.variables["XDG_RUNTIME_DIR"] = folder.path + "/runtime"
  }

  /// What systemctl was asked for since it was asked last, without what is said each time.
  func takeCalls() throws -> [String] {
    let path = machine.folder.path + "/bin/calls"
    let lines = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    try? FileManager.default.removeItem(atPath: path)
    return lines.split(separator: "\n").map { String($0).replacing("--user --quiet ", with: "") }
  }
}
