import SchedulerInstance
import SchedulerTOML

/// A configuration file while the user edits a copy of it. The file is locked and stays unchanged until `install`.
struct ConfigurationEdit: ~Copyable {
  /// The path as the user gave it.
  let path: String
  /// The content of the file when it was copied.
  let original: [UInt8]
  /// The path of the copy, in the same directory. The name ends in `.toml`, so that editors recognize the language, and
  /// starts with a dot, so that a configuration directory ignores it.
  let copy: String
  /// The path of a copy that an earlier edit left.
  let forgottenCopy: String?
  /// Incomplete files of killed programs, now removed.
  let removedFiles: [String]
  /// The path of the file after resolving links.
  private let file: String
  private let lock: LockFile

  /// The path at which `install` keeps the old content.
  var backup: String { file + "~" }

  /// Locks the file at a path and copies it.
  ///
  /// - Throws: code 74 if the file cannot be read or its directory cannot be written; 77 if another user edits it.
  static func begin(_ path: String) throws(CommandFailure) -> ConfigurationEdit {
    let original = try bytes(of: path)
    let file = try target(of: path)
    let place = EditPlace(file)
    let lock = try place.lock(for: path)
    let (copy, forgotten) = try place.makeCopy(of: original)
    return ConfigurationEdit(
      path: path, original: original, copy: copy, forgottenCopy: forgotten,
      removedFiles: FileWriter().removeForgotten(beside: copy), file: file, lock: lock)
  }

  private static func target(of path: String) throws(CommandFailure) -> String {
    do throws(FileSystemError) {
      return try FileWriter().target(of: path)
    } catch {
      var failure = CommandFailure(error)
      if error.reason == .notOwned { failure.help = ["edit it as its owner, or write your own with 'schedctl init'"] }
      throw failure
    }
  }

  private static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
    try CommandFailure.mapping(FileReader(onlyRegularFiles: true).read(path, limit: Document.maximumByteCount)) {
      (error: FileSystemError) in
      .init(
        code: .inputOutput, message: "\(error)",
        help: error.reason == .missing ? ["'schedctl init' writes a first configuration"] : [])
    }
  }

  /// Returns the content of the copy after editing.
  ///
  /// - Throws: code 74 if the copy is gone, cannot be read, or is empty while the original is not.
  func result() throws(CommandFailure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileSystemError) {
      bytes = try FileReader(onlyRegularFiles: true).read(copy, limit: Document.maximumByteCount)
    } catch {
      let reason = error.reason == .missing ? "the editor has removed it" : "\(error.reason)"
      throw CommandFailure(
        code: .inputOutput, message: "cannot read the edited copy '\(copy)': \(reason): nothing is changed")
    }
    guard !bytes.isEmpty || original.isEmpty else {
      throw CommandFailure(code: .inputOutput, message: "the edited copy is empty: nothing is changed")
    }
    return bytes
  }

  /// Keeps the old file as `backup` and replaces it by new bytes.
  ///
  /// - Throws: code 77 if another program has changed the file since it was copied, 74 if it cannot be written.
  func install(_ bytes: [UInt8]) throws(CommandFailure) {
    try checkUnchanged()
    do throws(FileSystemError) {
      try FileWriter().replace(backup, with: original, attributesOf: file, followsLinks: false)
      try FileWriter().replace(file, with: bytes, followsLinks: false)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Throws code 77 if another program has changed the file since it was copied.
  func checkUnchanged() throws(CommandFailure) {
    guard isUnchanged else {
      throw CommandFailure(
        code: .refused, message: "'\(path)' was changed by another program meanwhile: it is not replaced")
    }
  }

  private var isUnchanged: Bool {
    do throws(FileSystemError) {
      return try FileReader(onlyRegularFiles: true).read(path, limit: Document.maximumByteCount) == original
    } catch {
      return false
    }
  }

  /// Whether the copy contains changes that its removal would lose.
  var copyHoldsWork: Bool {
    do throws(FileSystemError) {
      let bytes = try FileReader(onlyRegularFiles: true).read(copy, limit: Document.maximumByteCount)
      return bytes != original && !bytes.isEmpty
    } catch {
      return error.reason != .missing
    }
  }

  /// Removes the copy.
  func removeCopy() throws(CommandFailure) {
    try CommandFailure.mapping(FileWriter().remove(copy)) { (error: FileSystemError) in .init(error) }
  }
}

/// The directory of an edited configuration, and the names of the files next to it.
struct EditPlace {
  /// The directory with a trailing separator.
  private let directory: String
  private let name: String

  /// Creates the place of a file.
  init(_ file: String) {
    let start = file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file.utf8.index(after: $0) } ?? file.startIndex
    directory = String(file[..<start])
    name = String(file[start...])
  }

  /// Locks the file. Messages name it `path`.
  func lock(for path: String) throws(CommandFailure) -> LockFile {
    try CommandFailure.mapping(LockFile("\(directory).\(name).lock")) { (error: FileSystemError) in
      guard case .inUse(let process) = error.reason else { return .init(error) }
      let holder = process.map { "process \($0)" } ?? "another process"
      return .init(code: .refused, message: "'\(path)' is being edited already, by \(holder)")
    }
  }

  /// The maximum number of leftover copies. They are never overwritten.
  private static let copyLimit = 100

  /// Writes a copy that only its user can read, under a free name. Returns its path, and the path of a leftover copy if
  /// there is one.
  func makeCopy(of bytes: [UInt8]) throws(CommandFailure) -> (copy: String, forgotten: String?) {
    for number in 1...Self.copyLimit {
      do throws(FileSystemError) {
        try FileWriter().create(copyPath(number), holding: bytes, permissions: 0o600)
        return (copyPath(number), number > 1 ? copyPath(1) : nil)
      } catch {
        guard error.reason == .exists else { throw CommandFailure(error) }
      }
    }
    throw CommandFailure(FileSystemError(.write, name: copyPath(1), reason: .exists))
  }

  private func copyPath(_ number: Int) -> String {
    let stem = name.hasSuffix(".toml") ? String(name.dropLast(5)) : name
    return "\(directory).\(stem).edit\(number > 1 ? "-\(number)" : "").toml"
  }
}

extension Console {
  /// Reads a configuration with `bytes` as the content of the file at `path`.
  mutating func readConfiguration(
    _ choice: ConfigurationChoice, replacing path: String, with bytes: [UInt8]
  ) throws(CommandFailure) -> ConfigurationReading {
    let text = SourceText(name: path, bytes: bytes)
    var reading = try readConfiguration(choice, trust: .act, replacing: text)
    for finding in reading.configuration?.findings(at: now) ?? [] { reading.diagnostics.report(finding) }
    reading.diagnostics = reading.diagnostics.inSourceOrder
    return reading
  }

  /// Prints the difference between two configurations. Prints nothing if the old one had errors.
  mutating func showDifference(old: ConfigurationReading, new: ConfigurationReading) {
    guard verbosity > .quiet, let old = LoadedConfiguration(old), let new = LoadedConfiguration(new) else { return }
    let range = now..<now.adding(seconds: DifferenceListing.usualSeconds)
    DifferenceListing(from: old, to: new, in: range).writeChanges(to: &messages)
  }
}
