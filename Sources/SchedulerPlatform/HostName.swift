import Glibc

/// The name of the machine.
public enum HostName {
  /// Returns the name reported by gethostname(2), which may be short or fully qualified; nil if there is none.
  public static func current() -> String? {
    // The maximum length of a name in Linux, and the NUL.
    var bytes = [CChar](repeating: 0, count: 65)
    guard gethostname(&bytes, bytes.count) == 0 else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}
