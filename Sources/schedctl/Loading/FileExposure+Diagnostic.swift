import Scheduler
import SchedulerDiagnostics
import SchedulerPlatform

/// A file of the configuration and who besides root can change it.
struct ExposedFile {
  /// The file as it was named.
  let path: String
  let exposure: FileExposure
  /// Whether it is the directory of the state, and no file of the configuration.
  var isState = false
}

extension Diagnostic {
  /// What is said of a file that others than root can change: an error where it is refused, else a warning.
  static func exposed(_ file: ExposedFile, _ severity: Severity, _ accounts: AccountDatabase) -> Diagnostic {
    Diagnostic(severity, code: .writableByOthers, message: file.message(accounts), at: nil, help: file.help)
  }
}

extension ExposedFile {
  /// Who can change what, and how that leads to the file.
  func message(_ accounts: AccountDatabase) -> String {
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

  /// The commands that mend it; a directory of somebody else is not to be taken from them.
  var help: [String] {
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
  var quotedForShell: String {
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
