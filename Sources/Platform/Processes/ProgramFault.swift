import Glibc

/// Why what is at a path cannot be run as a program, by anybody.
public enum ProgramFault: Hashable, Sendable, CustomStringConvertible {
  /// There is nothing.
  case missing
  /// It is a directory.
  case isDirectory
  /// It is a pipe, a socket or a device.
  case notRegular
  /// Its permissions let nobody run it.
  case notExecutable
  /// It cannot be looked at.
  case hidden(SystemError)

  /// What is wrong with the program at an absolute path; nil when somebody may run it.
  public init?(at path: String) {
    var status = stat()
    do throws(SystemError) {
      _ = try SystemError.check { stat(path, &status) }
    } catch {
      self = error == .missingFile ? .missing : .hidden(error)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .isDirectory
    case S_IFREG:
      guard status.st_mode & 0o111 == 0 else { return nil }
      self = .notExecutable
    default: self = .notRegular
    }
  }

  /// Whether a file begins as programs do, with `#!` or as ELF files; false for what cannot be read.
  public static func beginsAsProgram(_ path: String) -> Bool {
    let start = FileStart.bytes(of: path, count: 4)
    return start.starts(with: "#!".utf8) || start.elementsEqual([0x7F] + "ELF".utf8)
  }

  /// What is said of it, such as `is not there`.
  public var description: String {
    switch self {
    case .missing: "is not there"
    case .isDirectory: "is a directory"
    case .notRegular: "is not a regular file"
    case .notExecutable: "is not executable"
    case .hidden(let error): "cannot be judged: \(error)"
    }
  }
}
