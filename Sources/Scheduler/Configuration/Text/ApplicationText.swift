import SchedulerDiagnostics

/// Applications as named by the configuration: an absolute path, the file name of a program, or a desktop ID.
enum ApplicationText {
  /// A name without a directory, or an absolute path without '.' and '..', as a regular expression. Only the program
  /// itself checks further rules.
  static let pattern: String = {
    let controls = "\\x00-\\x1F\\x7F-\\x9F"
    let character = "[^/\(controls)]"
    let part = "([^./\(controls)]\(character)*|\\.[^./\(controls)]\(character)*|\\.\\.\(character)+)"
    return "\(character)+|(/\(part))+"
  }()

  /// Parses a name for the block list or a set.
  static func blocked(_ text: String) throws(TextProblem) -> ApplicationName {
    let name = try application(text)
    let file = String(name.fileName)
    let isOfSystem = NeverShielded.directories.contains { name.text.hasPrefix($0) }
    guard !NeverShielded.contains(file), !isOfSystem else {
      throw problem(
        text, code: .neverShielded,
        message: "'\(file)' is never shielded: without it the machine could not be used or repaired",
        help: ["block the applications that it starts, by desktop id"])
    }
    return name
  }

  /// Parses a name for the allow list.
  static func application(_ text: String) throws(TextProblem) -> ApplicationName {
    guard !text.isEmpty else { throw problem(text, message: "the name of an application is empty") }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw problem(text, message: "the name of an application has a control character")
    }
    if text.utf8.contains(UInt8(ascii: "/")) { try checkPath(text) }
    return ApplicationName(text.hasSuffix(".desktop") && !text.hasPrefix("/") ? String(text.dropLast(8)) : text)
  }

  private static func checkPath(_ text: String) throws(TextProblem) {
    guard text.hasPrefix("/") else {
      throw problem(
        text, code: .relativePath, message: "'\(text)' is a relative path",
        help: [
          "write the whole path, \"/\(text)\" for instance, or the file name alone: \"\(text.split(separator: "/").last ?? "")\""
        ])
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
      throw problem(text, message: "'\(text)' is not the path of a program: it has an empty part, '.' or '..'")
    }
  }

  private static func problem(
    _ text: String, code: DiagnosticCode = .invalidApplication, message: String, help: [String] = []
  ) -> TextProblem {
    TextProblem(code: code, range: 0..<text.utf8.count, message: message, help: help)
  }
}

extension ApplicationName {
  /// Whether a profile may list a text among the applications that it blocks.
  public static func canBeBlocked(_ text: String) -> Bool {
    do throws(TextProblem) { return try !ApplicationText.blocked(text).text.isEmpty } catch { return false }
  }
}
