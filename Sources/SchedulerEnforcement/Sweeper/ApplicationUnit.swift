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
    var bytes: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.dropFirst().prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"), digits.utf8.count == 2,
        let value = UInt8(digits, radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The desktop IDs that `NAME.APP` and then nothing or a random part of hexadecimal digits may mean, the shortest first.
  /// Such digits may also belong to the name.
  private static func snapIdentifiers(in stem: Substring) -> [String] {
    let parts = unescaped(stem).split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return [] }
    let ends = parts[1].indices.filter { index in
      "-.".contains(parts[1][index]) && parts[1][index...].dropFirst().allSatisfy { $0.isHexDigit || $0 == "-" }
    }
    return (ends + [parts[1].endIndex]).map { "\(parts[0])_\(parts[1][..<$0])" }
  }
}
