import SchedulerPlatform

/// The directory of an edited configuration, and the names of the files beside it.
struct EditPlace {
  /// The directory with a trailing separator.
  private let directory: String
  private let name: String

  /// The place of a file.
  init(_ file: String) {
    let start = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file.utf8.index(after: $0) } ?? file.startIndex
    directory = String(file[..<start])
    name = String(file[start...])
  }

  /// Locks the file. Messages name it `path`.
  func lock(for path: String) throws(CommandFailure) -> LockFile {
    do throws(LockError) {
      return try LockFile("\(directory).\(name).lock")
    } catch {
      switch error {
      case .held(let processID):
        let holder = processID.map { "process \($0)" } ?? "another process"
        throw CommandFailure(code: .refused, message: "'\(path)' is being edited already, by \(holder)")
      case .unusable(let error): throw CommandFailure(error)
      }
    }
  }

  /// The maximum number of leftover copies. They are never overwritten.
  private static let copyLimit = 100

  /// Writes a copy that only its user can read, under a free name. Returns its path, and the path of a leftover copy if
  /// there is one.
  func makeCopy(of bytes: [UInt8]) throws(CommandFailure) -> (copy: String, forgotten: String?) {
    for number in 1...Self.copyLimit {
      do throws(FileWriteError) {
        try FileWriter().create(copyPath(number), holding: bytes, permissions: 0o600)
        return (copyPath(number), number > 1 ? copyPath(1) : nil)
      } catch {
        guard error.reason == .exists else { throw CommandFailure(error) }
      }
    }
    throw CommandFailure(FileWriteError(path: copyPath(1), reason: .exists))
  }

  private func copyPath(_ number: Int) -> String {
    let stem = name.hasSuffix(".toml") ? String(name.dropLast(5)) : name
    return "\(directory).\(stem).edit\(number > 1 ? "-\(number)" : "").toml"
  }
}
