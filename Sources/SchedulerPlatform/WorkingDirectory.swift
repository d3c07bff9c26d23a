import Glibc

/// The current directory of the process.
public enum WorkingDirectory {
  /// Returns its absolute path.
  ///
  /// - Throws: `SystemError`, such as `ENOENT` if it was removed.
  public static func path() throws(SystemError) -> String {
    guard let directory = getcwd(nil, 0) else { throw SystemError(code: errno) }
    defer { free(directory) }
    return String(cString: directory)
  }
}
