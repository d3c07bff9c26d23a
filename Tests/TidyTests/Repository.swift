import Foundation

/// The files of this repository.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every file that people wrote, in the order of paths: no build products, no history, no goldens.
  static let files: [SourceFile] = {
    let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return paths.filter(isWritten).sorted().compactMap(file)
  }()

  private static func isWritten(_ path: String) -> Bool {
    let parts = path.split(separator: "/")
    if parts.contains(where: { $0 == "Goldens" || $0.hasPrefix(".build") }) { return false }
    return !path.hasPrefix(".git/") && path != ".git"
  }

  /// A text file; nil for folders and what is not UTF-8.
  private static func file(_ path: String) -> SourceFile? {
    let data = try? Data(contentsOf: root.appending(path: path))
    return data.flatMap { String(bytes: $0, encoding: .utf8) }.map { SourceFile(path: path, $0) }
  }
}
