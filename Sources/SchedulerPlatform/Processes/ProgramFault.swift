import Glibc

/// Why what is at a path cannot be run as a program, by anybody or by the user of this process.
public enum ProgramFault: Hashable, Sendable, CustomStringConvertible {
  /// There is nothing.
  case missing
  /// It is a directory.
  case isDirectory
  /// It is a pipe, a socket or a device.
  case notRegular
  /// Its permissions let nobody run it.
  case notExecutable
  /// Its permissions, or those of its file system, let others run it at most.
  case forbidden(SystemError)
  /// It cannot be looked at.
  case hidden(SystemError)

  /// What is wrong with the program at an absolute path; nil when this process may run it.
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
      if status.st_mode & 0o111 == 0 {
        self = .notExecutable
      } else if let error = Self.refusal(of: path) {
        self = .forbidden(error)
      } else {
        return nil
      }
    default: self = .notRegular
    }
  }

  /// Why this process may not run a file (faccessat(2)); nil when it may.
  private static func refusal(of path: String) -> SystemError? {
    do throws(SystemError) {
      _ = try SystemError.check { faccessat(AT_FDCWD, path, X_OK, AT_EACCESS) }
      return nil
    } catch {
      return error
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
    case .forbidden(let error): "cannot be run by this user: \(error)"
    case .hidden(let error): "cannot be judged: \(error)"
    }
  }
}
