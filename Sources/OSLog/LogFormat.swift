/// A format of `os_log`:
///
/// ```
/// format     = *( text / "%%" / placeholder )
/// placeholder = "%" [ "{" [ words ] "}" ] *( flag / digit / "." / "*" / length ) conversion
/// words      = word *( "," word )    ; "public", "private", "sensitive", or the kind of the value
/// ```
struct LogFormat {
  private enum Part {
    case literal(String)
    /// A placeholder without its words, and its letter.
    case value(placeholder: String, conversion: Character, privacy: OSLogPrivacy)
  }

  private let parts: [Part]

  init(_ format: String) {
    var rest = Substring(format)
    var parts: [Part] = []
    while !rest.isEmpty {
      let literal = rest.prefix { $0 != "%" }
      rest = rest.dropFirst(literal.count)
      if !literal.isEmpty { parts.append(.literal(String(literal))) }
      if let part = Self.placeholder(&rest) { parts.append(part) }
    }
    self.parts = parts
  }

  private static func placeholder(_ rest: inout Substring) -> Part? {
    guard rest.popFirst() == "%" else { return nil }
    if rest.first == "%" {
      rest.removeFirst()
      return .literal("%")
    }
    var privacy = OSLogPrivacy.auto
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      privacy = Self.privacy(rest[..<end].dropFirst())
      rest = rest[end...].dropFirst()
    }
    let options = rest.prefix { "-+ #0123456789.*'hlqjztL".contains($0) }
    rest = rest.dropFirst(options.count)
    guard let conversion = rest.popFirst() else { return nil }
    return .value(placeholder: "%\(options)\(conversion)", conversion: conversion, privacy: privacy)
  }

  private static func privacy(_ words: Substring) -> OSLogPrivacy {
    let words = words.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    if words.contains("public") { return .public }
    if words.contains("sensitive") { return .sensitive }
    return words.contains("private") ? .private : .auto
  }

  /// Returns the message with its values. A value that is missing shows as `(missing)`.
  func segments(of values: [any CVarArg]) -> [LogSegment] {
    var rest = values[...]
    return parts.map { part in
      switch part {
      case .literal(let text): return LogSegment(value: text, replacement: nil)
      case .value(let placeholder, let conversion, let privacy):
        let isText = "@sSC".contains(conversion)
        let value = rest.popFirst().map { Self.text(of: $0, placeholder, isText: isText) } ?? "(missing)"
        return LogSegment(value: value, replacement: privacy.replacement(of: value, isPublicByDefault: !isText))
      }
    }
  }

  private static func text(of value: any CVarArg, _ placeholder: String, isText: Bool) -> String {
    if isText || placeholder.contains("*") { return "\(value)" }
    return String(format: placeholder, value)
  }
}
