import Glibc

/// Looks at symbolic links.
public enum SymbolicLink {
  /// What the link at a path says; nil when there is none.
  public static func target(of path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
