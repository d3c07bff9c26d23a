/// The folders of module `Scheduler` in their one order, lowest first. Code in a folder names types of its own folder and
/// of folders below it, never of one above, so that the module can be read from the bottom up.
enum FolderTable {
  static let order = [
    "Identity", "Timeline", "Records", "Clocks", "Configuration", "Restrictions", "Comparison", "Sessions",
    "Activities", "Monitoring", "Limits",
    "Engine", "Persistence", "Links", "Status", "Simulation",
  ]

  /// The folder of `Scheduler` that a file lies in; nil for files of other modules.
  static func folder(of file: SourceFile) -> String? {
    guard file.module == "Scheduler", file.isSwift else { return nil }
    let parts = file.path.split(separator: "/")
    return parts.count > 3 ? String(parts[2]) : ""
  }
}

/// A file of `Scheduler` names no type that is declared in a folder above its own.
struct FolderRule: Rule {
  /// The folder in which each top-level type of `Scheduler` is declared. Private types are left out.
  private let folders: [String: Int]

  init(_ files: [SourceFile]) {
    var folders: [String: Int] = [:]
    for file in files {
      guard let folder = FolderTable.folder(of: file), let height = FolderTable.order.firstIndex(of: folder) else {
        continue
      }
      for line in file.code where !line.hasPrefix(" ") && !line.contains(word: "private") {
        if let type = NameRule.declaredType(in: line), !line.contains(word: "extension") { folders[type] = height }
      }
    }
    self.folders = folders
  }

  func violations(in file: SourceFile) -> [Violation] {
    guard let folder = FolderTable.folder(of: file) else { return [] }
    guard let height = FolderTable.order.firstIndex(of: folder) else {
      return [file.violation("folder '\(folder)' is not in the order of folders")]
    }
    return file.code.enumerated().flatMap { index, line in
      Set(line.split { !$0.isWord }.map(String.init)).sorted().compactMap { word in
        guard let other = folders[word], other > height, !Self.isNested(word, in: file) else { return nil }
        let above = FolderTable.order[other]
        return file.violation("'\(folder)' may not name '\(word)' of '\(above)', which is above it", line: index + 1)
      }
    }
  }

  /// Whether the file declares a nested type of that name itself, which the word then means.
  private static func isNested(_ word: String, in file: SourceFile) -> Bool {
    file.code.contains { $0.hasPrefix(" ") && NameRule.declaredType(in: $0) == word }
  }
}
