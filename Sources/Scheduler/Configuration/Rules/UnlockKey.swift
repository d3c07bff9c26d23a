import SchedulerDiagnostics

/// A key that stops a profile, even a strict one, `[[profile.KEY.unlock]]`.
public struct UnlockKey: Hashable, Sendable {
  /// What a stop must present.
  public enum Secret: Hashable, Sendable {
    /// Content with this SHA-256, as 64 lower-case hexadecimal digits: of an NFC tag, a QR code, a file.
    case hash(sha256: String)
    /// A random text of `length` characters, typed from the screen.
    case text(length: Int64)
  }

  /// The name shown to people; empty for none.
  public var name: String
  /// What a stop must present.
  public var secret: Secret

  /// A key.
  public init(name: String = "", _ secret: Secret) {
    self.name = name
    self.secret = secret
  }

  /// The allowed lengths of a random text, in characters.
  public static let textLengths: ClosedRange<Int64> = 8...1_000
}

extension UnlockKey {
  /// `desk tag (hash 9f86d081…)`, `text of 32 characters`
  var text: String {
    let secret =
      switch self.secret {
      case .hash(let sha256): "hash \(sha256.prefix(8))…"
      case .text(let length): "text of \(length) characters"
      }
    return name.isEmpty ? secret : "\(name) (\(secret))"
  }
}

/// The keys of an `unlock` table while they are read.
struct UnlockDraft: TableDraft {
  /// The kinds of key.
  enum Kind: String, CaseIterable {
    case hash, text
  }

  /// The kind; nil if its value was wrong and reported.
  var kind: Kind? = .hash
  var name = ""
  /// The digest; nil in it if its value was wrong and reported.
  var sha256: Located<String?>?
  var length: Located<Int64>?

  func finished(at span: SourceSpan, _ reading: inout Reading) -> UnlockKey? {
    switch kind {
    case .hash:
      if let length { reading.report(.wrongKind("length", kind: "text", at: length.span)) }
      if sha256 == nil {
        reading.report(.requiredKey("sha256", example: "\"9f86d0…\"", in: "a key of type 'hash'", at: span))
      }
      return sha256?.value.map { UnlockKey(name: name, .hash(sha256: $0)) }
    case .text:
      if let sha256, sha256.value != nil { reading.report(.wrongKind("sha256", kind: "hash", at: sha256.span)) }
      return UnlockKey(name: name, .text(length: length?.value ?? Self.defaultTextLength))
    case nil: return nil
    }
  }

  /// The default length of a random text, in characters: about ten seconds of typing.
  static let defaultTextLength: Int64 = 32
}

extension TableSchema where Draft == UnlockDraft {
  /// `[[profile.deep-work.unlock]]`
  static var unlockKey: Self {
    TableSchema(name: "a key") {
      KeyRow(
        "type", into: \.kind, value: .attempted(.choice("type of key")),
        summary: "hash: content that is shown; text: random text to type", default: "\"hash\"")
      KeyRow("name", into: \.name, value: .string, summary: "What it is called", default: "\"\"")
      KeyRow(
        "sha256", into: \.sha256, value: .located(.attempted(.sha256)),
        summary: "hash: the SHA-256 of the content, in hexadecimal digits")
      KeyRow(
        "length", into: \.length, value: .located(.integer(in: UnlockKey.textLengths)),
        summary: "text: how many characters there are to type", default: "\(UnlockDraft.defaultTextLength)")
    }
  }
}

extension ValueReader where Output == String {
  fileprivate static var sha256: Self {
    .parsed("a SHA-256 of 64 hexadecimal digits", pattern: "[0-9A-Fa-f]{64}") { text throws(TextProblem) in
      if text.utf8.count == 64, text.utf8.allSatisfy(isHexadecimalDigit) { return text.lowercased() }
      throw .notADigest(text)
    }
  }
}

extension DiagnosticCode {
  static let invalidDigest = DiagnosticCode("invalid-sha256")
}

extension TextProblem {
  fileprivate static func notADigest(_ text: String) -> TextProblem {
    let found = text.utf8.count == 64 ? "found other characters" : "found \(text.count) characters"
    return TextProblem(
      code: .invalidDigest, range: 0..<text.utf8.count,
      message: "a SHA-256 has 64 hexadecimal digits, \(found)",
      help: ["'sha256sum FILE' prints that of a file"])
  }
}

extension Diagnostic {
  fileprivate static func wrongKind(_ key: String, kind: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, code: .conflictingKeys, message: "'\(key)' belongs to keys of type '\(kind)'", at: span,
      help: ["write type = \"\(kind)\", or leave '\(key)' out"])
  }
}

extension UnlockKey: StoredObject {
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    name = try archive.field("name", of: value?.name)
    let digest = try archive.optional("sha256", of: value?.digest)
    let length = try archive.optional("length", of: value?.textLength)
    try archive.require(digest != nil || length != nil, of: "length", expecting: "a whole number")
    secret = digest.map { .hash(sha256: $0) } ?? .text(length: length ?? 0)
  }

  private var digest: String? { if case .hash(let digest) = secret { digest } else { nil } }
  private var textLength: Int64? { if case .text(let length) = secret { length } else { nil } }
}
