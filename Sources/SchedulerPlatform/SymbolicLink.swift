import Glibc

/// Symbolic links.
public enum SymbolicLink {
  /// What the link at a path says; nil when there is none.
  public static func target(of path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// Takes a link away that says this; what says something else stays.
  public static func remove(_ path: String, saying target: String) {
    if Self.target(of: path) == target { unlink(path) }
  }

  /// Lets a path be a link to a target, in the place of whatever was there before, at once: nobody sees it missing.
  ///
  /// - Throws: what the system reports, about `path`.
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
