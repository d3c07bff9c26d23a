import Foundation

/// A folder for the files of one test, which goes with it. Everybody may read what is in it.
public final class WorkFolder: Sendable {
  /// Where it is.
  public let path: String

  /// An empty folder.
  public init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("schedctl-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, with the folders that lead to it, and answers its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String, permissions: Int = 0o644) throws -> String {
    let file = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    return file.path
  }

  /// Writes a script that can be run. Another process makes the file: if this one had it open for writing while another
  /// test starts a process, that process would have it open as well, and the script could not be run (ETXTBSY).
  public func writeScript(_ text: String, to name: String) throws {
    let source = try write("#!/bin/sh\n" + text + "\n", to: name + ".text")
    let copy = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: [source, "\(path)/\(name)"])
    copy.waitUntilExit()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/\(name)")
  }

  /// Writes a text.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }
}
