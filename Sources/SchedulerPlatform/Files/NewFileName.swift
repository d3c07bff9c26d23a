/// The names of temporary files: `.schedctl-` and 16 random hexadecimal digits.
enum NewFileName {
  private static let prefix = ".schedctl-"
  private static let digitCount = 16

  /// Returns a name that is almost certainly free.
  static func random() -> String {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 16)
    return prefix + String(repeating: "0", count: digitCount - digits.utf8.count) + digits
  }

  /// Whether a name has the form of those that `random` returns.
  static func isOne(_ name: String) -> Bool {
    let digits = name.utf8.dropFirst(prefix.utf8.count)
    return name.hasPrefix(prefix) && digits.count == digitCount && digits.allSatisfy("0123456789abcdef".utf8.contains)
  }
}
