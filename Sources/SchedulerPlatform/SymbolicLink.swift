import Glibc

/// Symbolic links.
public enum SymbolicLink {
  /// Returns the target of the link at a path, or nil if it is not a link.
  public static func target(of path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// Removes a link if it has that target.
  public static func remove(_ path: String, saying target: String) {
    if Self.target(of: path) == target { unlink(path) }
  }

  /// Makes a path a link to a target. Atomically replaces what was there before.
  ///
  /// - Throws: the error of the system, about `path`.
  public static func replace(_ path: String, with target: String) throws(FileWriteError) {
    let new = path + ".new"
    do throws(SystemError) {
      unlink(new)
      _ = try SystemError.check { symlink(target, new) }
      _ = try SystemError.check { rename(new, path) }
    } catch {
      throw FileWriteError(path: path, error)
    }
  }
}
