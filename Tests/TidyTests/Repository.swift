import Foundation

/// The files of this repository.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every file that people wrote, in the order of paths: no build products, no history, no goldens, no state.
  static let files: [SourceFile] = {
    guard let entries = FileManager.default.enumerator(atPath: root.path) else { return [] }
    var paths: [String] = []
    while let path = entries.nextObject() as? String {
      if isWritten(path) { paths.append(path) } else { entries.skipDescendants() }
    }
    return paths.sorted().compactMap(file)
  }()

  private static func isWritten(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name != "Goldens" && name != ".git" && !name.hasPrefix(".build") && path != "Tests/Fixtures/state"
  }

  /// A text file; nil for folders and what is not UTF-8.
  private static func file(_ path: String) -> SourceFile? {
    let data = try? Data(contentsOf: root.appending(path: path))
    return data.flatMap { String(bytes: $0, encoding: .utf8) }.map { SourceFile(path: path, $0) }
  }
}
