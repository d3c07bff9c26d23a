import Scheduler

/// Names of systemd units in which desktops run applications.
///
///     unit      = "app-" [launcher "-"] ID ["@" random] [".service"]
///               / "app-" [launcher "-"] ID "-" random (".scope" / ".slice")
///               / "app-" [launcher "-"] ID "-autostart" ["@" random] ".service"
///               / "dbus-" connection "-" ID "@" number ".service"
///               / "snap." NAME "." APP ["-" random / "." random] (".scope" / ".service")
///
/// ID is a desktop ID in which `-` and other characters are written as `\x2d`; see systemd-escape(1) and the conventions
/// of systemd for desktop environments. Some launchers write a plain `-`. The desktop ID of a snap is `NAME_APP`.
public enum ApplicationUnit {
  /// Whether a unit with this name runs the application with a desktop ID, which has no `.desktop` at its end.
  public static func runs(_ desktopID: String, unit: Substring) -> Bool {
    identifiers(in: unit).contains(desktopID)
  }

  /// Returns the desktop IDs that the innermost unit in the path of a control group may mean; empty if it runs no
  /// application.
  public static func desktopIDs(in controlGroup: String) -> [String] {
    controlGroup.split(separator: "/").last.map(identifiers) ?? []
  }

  /// Whether a program is never the application of its unit. Interpreters and launchers are never shielded as programs, but
  /// in such a unit they are the application.
  public static func isVital(_ program: String) -> Bool {
    let name = ApplicationName(program)
    return name.isNeverShielded && !launchers.contains { name.fileName.hasPrefix($0) }
  }

  private static let launchers = [
    "python", "perl", "ruby", "node", "java", "wine", "env", "flatpak", "snap", "bwrap", "electron",
  ]

  /// Returns the path of the innermost `app-` unit in the path of a control group; nil if there is none.
  static func path(in controlGroup: String) -> String? {
    var names = controlGroup.split(separator: "/")
    while let name = names.last {
      if name.hasPrefix("app-"), name.hasSuffix(".scope") || name.hasSuffix(".service") {
        return "/" + names.joined(separator: "/")
      }
      names.removeLast()
    }
    return nil
  }

  /// The desktop IDs that a name may mean. A launcher cannot be told from the beginning of an ID with a plain `-`.
  static func identifiers(in unit: Substring) -> [String] {
    guard let dot = unit.lastIndex(of: ".") else { return [] }
    let stem = unit[..<dot]
    if stem.hasPrefix("snap.") { return snapIdentifiers(in: stem.dropFirst(5)) }
    let isService = unit[dot...] == ".service"
    guard isService || unit[dot...] == ".scope" || unit[dot...] == ".slice" else { return [] }
    if stem.hasPrefix("dbus-") {
      let name = stem.dropFirst(5).drop { $0 != "-" }.dropFirst()
      return isService && stem.contains("@") ? nonempty([withoutInstance(name)]) : []
    }
    guard stem.hasPrefix("app-") else { return [] }
    var name = stem.dropFirst(4)
    if isService {
      name = withoutInstance(name)
      if name.hasSuffix("-autostart") { name = name.dropLast(10) }
    } else {
      guard let dash = name.lastIndex(of: "-") else { return [] }
      name = name[..<dash]
    }
    return nonempty([name, name.drop { $0 != "-" }.dropFirst()])
  }

  private static func withoutInstance(_ name: Substring) -> Substring {
    name.prefix { $0 != "@" }
  }

  private static func nonempty(_ names: [Substring]) -> [String] {
    names.filter { !$0.isEmpty }.map(unescaped)
  }

  /// Returns a name with `\xNN` undone; other backslashes stay.
  static func unescaped(_ name: Substring) -> String {
    let backslash = UInt8(ascii: "\\")
    guard name.utf8.contains(backslash) else { return String(name) }
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == backslash, rest.first == UInt8(ascii: "x"), let value = octet(of: rest.dropFirst().prefix(2)) {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the number that two hexadecimal digits mean; nil for other text.
  private static func octet(of digits: ArraySlice<UInt8>) -> UInt8? {
    digits.count == 2 ? UInt8(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }

  /// The desktop IDs that `NAME.APP` and then nothing or a random part of hexadecimal digits may mean, the shortest first.
  /// Such digits may also belong to the name.
  private static func snapIdentifiers(in stem: Substring) -> [String] {
    let parts = unescaped(stem).split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return [] }
    let name = Array(parts[1].utf8)
    let dash = UInt8(ascii: "-")
    let randomCount = name.reversed().prefix { $0 == dash || Character(Unicode.Scalar($0)).isHexDigit }.count
    let ends = name.indices.filter { index in
      (name[index] == dash || name[index] == UInt8(ascii: ".")) && index + 1 >= name.count - randomCount
    }
    return (ends.prefix(randomPartLimit) + [name.count]).map { end in
      "\(parts[0])_\(String(decoding: name[..<end], as: UTF8.self))"
    }
  }

  /// The maximum number of places at which the random part of a name may begin, so that a hostile name causes little work.
  /// A UUID has five parts.
  private static let randomPartLimit = 8
}
