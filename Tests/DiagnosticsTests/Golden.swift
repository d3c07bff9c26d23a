import Foundation
import Testing

/// Expected text that is stored in a file and compared with the present output.
///
/// `SCHEDCTL_WRITE_GOLDENS=1 swift test` rewrites the files; review the difference before committing it.
enum Golden {
  private static let directory = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
  private static let isRegenerating = ProcessInfo.processInfo.environment["SCHEDCTL_WRITE_GOLDENS"] == "1"

  /// Fails with the differing lines unless `text` equals the file `name`.
  static func expect(_ text: String, equals name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation)
    throws
  {
    let file = directory.appending(path: name)
    if isRegenerating { try Data(text.utf8).write(to: file) }
    let golden = try String(decoding: Data(contentsOf: file), as: UTF8.self)
    #expect(text == golden, "\(difference(from: golden, to: text))", sourceLocation: sourceLocation)
  }

  /// Returns the names of all files, to detect files that no test reads.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
  }

  private static func difference(from old: String, to new: String) -> String {
    let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
    let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = newLines.difference(from: oldLines).map { change in
      switch change {
      case .remove(let line, let text, _): "\(line + 1) - \(text)"
      case .insert(let line, let text, _): "\(line + 1) + \(text)"
      }
    }
    return "\n" + changes.joined(separator: "\n")
  }
}
