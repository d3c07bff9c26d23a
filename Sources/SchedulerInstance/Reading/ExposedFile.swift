import Scheduler
import SchedulerDiagnostics
import SchedulerPlatform

/// What happens to files that others than root can change, when root reads them.
///
/// Who can change such a file decides what is done with root's rights. Files that the program finds by itself are refused.
/// Files that a person names may lie anywhere as long as they are only looked at.
public enum TrustPolicy: Sendable {
  /// For previews: takes files that were named.
  case preview
  /// For checks: takes files that were named, with a warning.
  case check
  /// For everything that acts on what the files say: refuses all of them.
  case act

  /// What happens to a file that others can change.
  package enum Reaction { case ignore, warn, refuse }

  /// What happens to a file that others can change.
  ///
  /// - Parameters:
  ///   - isNamed: whether a person named it, or the configuration that names it.
  ///   - isRoot: whether root reads it. Other users read with their own rights, which a changed file gives to nobody.
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

/// A file of the configuration, or the state directory, that others than root can change.
public struct ExposedFile: Sendable {
  /// The file as it was named.
  public let path: String
  /// Who can change it, and where.
  public let exposure: FileExposure
  /// Whether it is the state directory.
  public var isState = false

  /// A file that others can change.
  public init(path: String, exposure: FileExposure, isState: Bool = false) {
    self.path = path
    self.exposure = exposure
    self.isState = isState
  }
}

extension Diagnostic {
  /// A file that others than root can change: an error where it is refused, else a warning.
  public static func exposed(
    _ file: ExposedFile, as severity: Severity, accounts: AccountDatabase
  ) -> Diagnostic {
    Diagnostic(
      severity, code: .writableByOthers, message: file.message(accounts: accounts), at: nil, help: file.help)
  }
}

extension ExposedFile {
  /// Who can change what, and how that leads to the file.
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

  /// The commands that mend it. The directory of another user is not taken from them.
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
    return ["mend it with: " + commands.compactMap { $0 }.joined(separator: " && ")]
  }

  /// `0664`
  private func octal(_ permissions: UInt32) -> String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension String {
  /// The text as one word of a shell.
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
