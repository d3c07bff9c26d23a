/// The policy for files that users other than root can change, if root reads them.
///
/// A user who can change such a file decides what root does with its rights. Files that the program finds by itself are
/// refused. Explicitly named files may be anywhere, as long as they are only inspected.
public enum TrustPolicy: Sendable {
  /// For previews: accepts explicitly named files.
  case preview
  /// For checks: accepts explicitly named files with a warning.
  case check
  /// For everything that acts on the content of the files: refuses all of them.
  case act

  /// The reaction to a file that others can change.
  package enum Reaction { case ignore, warn, refuse }

  /// Returns the reaction to a file that others can change.
  ///
  /// - Parameters:
  ///   - isNamed: whether the file, or the configuration that names it, was named explicitly.
  ///   - isRoot: whether root reads the file. Other users read with their own rights, so a changed file grants no
  ///     rights.
  package func reaction(isNamed: Bool, isRoot: Bool) -> Reaction {
    guard isRoot else { return .ignore }
    guard isNamed else { return .refuse }
    switch self {
    case .preview: return .ignore
    case .check: return .warn
    case .act: return .refuse
    }
  }
}

/// A configuration file or state directory that users other than root can change.
public struct ExposedFile: Sendable {
  /// The path by which the file was named.
  public let path: String
  /// The users who can change the file, and the place where they can.
  public let exposure: FileExposure
  /// Whether it is the state directory.
  public var isState = false

  /// Creates an exposed file.
  public init(path: String, exposure: FileExposure, isState: Bool = false) {
    self.path = path
    self.exposure = exposure
    self.isState = isState
  }
}

extension Diagnostic {
  /// Returns a diagnostic for a file that users other than root can change.
  public static func exposed(_ file: ExposedFile, as severity: Severity, accounts: AccountDatabase) -> Diagnostic {
    Diagnostic(
      severity, code: .writableByOthers, message: file.message(accounts: accounts), at: nil, help: file.help)
  }
}

extension ExposedFile {
  /// Returns a message about who can change which file or directory, and how it leads to this file.
  public func message(accounts: AccountDatabase) -> String {
    let owner = accounts.userName(of: exposure.userID) ?? "\(exposure.userID)"
    let group = accounts.groupName(of: exposure.groupID) ?? "\(exposure.groupID)"
    let rights = "owner \(owner), group \(group), mode \(octal(exposure.permissions))"
    return "others than root can change \(title) (\(rights))\(connection)"
  }

  private var title: String { exposure.path == "-" ? "standard input" : "'\(exposure.path)'" }

  private var connection: String {
    let isItself = "/\(exposure.path)".hasSuffix("/\(path)")
    return switch exposure.kind {
    case .file: isItself ? "" : ", to which '\(path)' leads"
    case .directory where isState && isItself: ""
    case .directory: ", a directory on the way to '\(path)'"
    case .link: ", a link on the way to '\(path)'"
    }
  }

  /// The commands that remove the exposure. For another user's directory, the advice is to move the file instead of
  /// changing the owner.
  public var help: [String] {
    guard exposure.path != "-" else { return [] }
    let path = exposure.path.quotedForShell
    if exposure.hasForeignOwner, exposure.kind == .directory {
      let (what, place) = isState ? ("state", "/var/lib/schedctl") : ("file", "/etc/schedctl")
      return ["keep the \(what) in a directory that only root can change, such as \(place)"]
    }
    let commands = [
      exposure.hasForeignOwner ? "chown \(exposure.kind == .link ? "-h " : "")root: \(path)" : nil,
      exposure.isWritableByOthers || exposure.isShared ? "chmod go-w \(path)" : nil,
    ]
    return ["fix it with: " + commands.compactMap { $0 }.joined(separator: " && ")]
  }

  /// Returns permission bits as four octal digits, for example `0664`.
  private func octal(_ permissions: UInt32) -> String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension String {
  /// The text quoted as one word of a shell.
  package var quotedForShell: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "+")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "@"): true
        default: false
        }
      }
    return isPlain
      ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
