import SchedulerDiagnostics

/// Where the list files that sets name in `domains-file` come from.
public protocol ListFileSource {
  /// A list file with all its bytes, under the name that messages give it.
  ///
  /// - Parameters:
  ///   - path: as the configuration says it, neither empty nor with a NUL.
  ///   - configuration: the name of the text that says so; a relative path is meant from its directory.
  /// - Throws: why there is no such file to be had.
  func listFile(_ path: String, namedIn configuration: String) throws(ListFileError) -> SourceText
}

extension ListFileSource {
  /// The same for a second look at a list file, which may have gone since the first: nil when it cannot be had.
  func listFileIfReadable(_ path: String, namedIn configuration: String) -> SourceText? {
    do throws(ListFileError) { return try listFile(path, namedIn: configuration) } catch { return nil }
  }
}

/// Why a list file cannot be used.
public enum ListFileError: Error, Hashable, Sendable {
  /// It cannot be read, for this reason: `no such file`.
  case unreadable(path: String, reason: String)
  /// It has more bytes than `ConfigurationLimits.listFileBytes`.
  case tooLarge(path: String)
  /// Others than root can change it; the message and what mends it.
  case writableByOthers(message: String, help: [String])
}

/// Paths of list files.
public enum ListFilePath {
  /// The path that `path` means in a file: itself when it begins at the root, else from the directory of `file`, which is
  /// the current one for a name without a slash.
  ///
  /// ```swift
  /// ListFilePath.resolve("lists/feeds.txt", from: "/etc/schedctl/config.toml")  // "/etc/schedctl/lists/feeds.txt"
  /// ```
  public static func resolve(_ path: String, from file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(file[...slash]) + path
  }
}
