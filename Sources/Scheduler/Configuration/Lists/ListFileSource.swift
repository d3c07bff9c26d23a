import SchedulerDiagnostics

/// A source of the list files that sets name in `domains-file`.
public protocol ListFileSource {
  /// Returns a list file with all its bytes, under the name that messages use for it.
  ///
  /// - Parameters:
  ///   - path: the path in the configuration, neither empty nor with a NUL.
  ///   - configuration: the name of the configuration text. A relative path is relative to its directory.
  /// - Throws: the reason why the file cannot be used.
  func listFile(_ path: String, namedIn configuration: String) throws(ListFileError) -> SourceText
}

extension ListFileSource {
  /// Returns a list file that is read again, or nil if it cannot be read any more.
  func listFileIfReadable(_ path: String, namedIn configuration: String) -> SourceText? {
    do throws(ListFileError) { return try listFile(path, namedIn: configuration) } catch { return nil }
  }
}

/// The reason why a list file cannot be used.
public enum ListFileError: Error, Hashable, Sendable {
  /// The file cannot be read, for a reason such as `no such file`.
  case unreadable(path: String, reason: String)
  /// The file is larger than `ConfigurationLimits.listFileBytes`.
  case tooLarge(path: String)
  /// Users other than root can change the file; the message and its corrections.
  case writableByOthers(message: String, help: [String])
}

/// Resolves the paths of list files.
public enum ListFilePath {
  /// Returns the path that `path` denotes in a file: `path` itself if it is absolute, else relative to the directory of
  /// `file`. For a name without a slash that is the current directory.
  ///
  /// ```swift
  /// ListFilePath.resolve("lists/feeds.txt", from: "/etc/schedctl/config.toml")  // "/etc/schedctl/lists/feeds.txt"
  /// ```
  public static func resolve(_ path: String, from file: String) -> String {
    guard !path.hasPrefix("/"), let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(file[...slash]) + path
  }
}
