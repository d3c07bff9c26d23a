import Glibc

/// What the machine calls itself.
public enum HostName {
  /// The name that gethostname(2) reports, which may be short or full; nil when there is none.
  public static func current() -> String? {
    // The longest name that Linux has, and the NUL.
    var bytes = [CChar](repeating: 0, count: 65)
    guard gethostname(&bytes, bytes.count) == 0 else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}
