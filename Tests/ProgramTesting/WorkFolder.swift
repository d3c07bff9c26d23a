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
  ///
  /// Another process writes a file that can be run: if this one had it open for writing while another test starts a
  /// process, that process would have it open as well, and the file could not be run (ETXTBSY).
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String, permissions: Int = 0o644) throws -> String {
    let file = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    if permissions & 0o111 == 0 {
      try Data(bytes).write(to: file)
    } else {
      let source = file.appendingPathExtension("copied")
      try Data(bytes).write(to: source)
      let copy = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: [source.path, file.path])
      copy.waitUntilExit()
      try FileManager.default.removeItem(at: source)
    }
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
    return file.path
  }

  /// Writes a script of sh(1) that can be run.
  public func writeScript(_ text: String, to name: String) throws {
    try write("#!/bin/sh\n\(text)\n".utf8, to: name, permissions: 0o755)
  }

  /// Writes a text.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }
}
