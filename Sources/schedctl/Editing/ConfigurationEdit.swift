import SchedulerPlatform
import SchedulerTOML

/// A configuration file while a person edits a copy of it: nobody else edits it meanwhile, and it stays as it is until
/// `install`.
struct ConfigurationEdit: ~Copyable {
  /// The path as the person knows it.
  let path: String
  /// What the file held when it was copied.
  let original: [UInt8]
  /// The copy, in the same directory. Its name ends in `.toml`, so that editors know the language, and begins with a dot,
  /// so that it is no part of a configuration.
  let copy: String
  /// A copy that an earlier edit left behind.
  let forgottenCopy: String?
  /// Files that killed programs left half written, and that are removed now.
  let removedFiles: [String]
  /// The file behind all links.
  private let file: String
  private let lock: LockFile

  /// Where the file is kept as it was before `install`.
  var backup: String { file + "~" }

  /// Locks the file at a path and copies it.
  ///
  /// - Throws: code 74 when the file cannot be read, or its directory not be written; 77 when somebody else edits it.
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
    do throws(FileWriteError) {
      return try FileWriter().target(of: path)
    } catch {
      var failure = CommandFailure(error)
      if error.reason == .notOwned { failure.help = ["edit it as its owner, or write your own with 'schedctl init'"] }
      throw failure
    }
  }

  private static func bytes(of path: String) throws(CommandFailure) -> [UInt8] {
    do throws(FileError) {
      return try FileReader(onlyRegularFiles: true).read(path, limit: Document.maximumByteCount)
    } catch {
      throw CommandFailure(
        code: .inputOutput, message: "\(error)",
        help: error.reason == .missing ? ["'schedctl init' writes a first configuration"] : [])
    }
  }

  /// What the editor left.
  ///
  /// - Throws: code 74 when there is no copy any more, it cannot be read, or is empty though the original is not.
  func result() throws(CommandFailure) -> [UInt8] {
    let bytes: [UInt8]
    do throws(FileError) {
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

  /// Keeps the file as `backup` and puts new bytes in its place.
  ///
  /// - Throws: code 77 when another program has changed the file since it was copied, 74 when it cannot be written.
  func install(_ bytes: [UInt8]) throws(CommandFailure) {
    try checkUnchanged()
    do throws(FileWriteError) {
      try FileWriter().replace(backup, with: original, attributesOf: file, followsLinks: false)
      try FileWriter().replace(file, with: bytes, followsLinks: false)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Throws code 77 when another program has changed the file since it was copied.
  func checkUnchanged() throws(CommandFailure) {
    guard isUnchanged else {
      throw CommandFailure(
        code: .refused, message: "'\(path)' was changed by another program meanwhile: it is not replaced")
    }
  }

  private var isUnchanged: Bool {
    do throws(FileError) {
      return try FileReader(onlyRegularFiles: true).read(path, limit: Document.maximumByteCount) == original
    } catch {
      return false
    }
  }

  /// Whether the copy holds work that would be lost with it.
  var copyHoldsWork: Bool {
    do throws(FileError) {
      let bytes = try FileReader(onlyRegularFiles: true).read(copy, limit: Document.maximumByteCount)
      return bytes != original && !bytes.isEmpty
    } catch {
      return error.reason != .missing
    }
  }

  /// Removes the copy.
  func removeCopy() throws(CommandFailure) {
    do throws(FileWriteError) { try FileWriter().remove(copy) } catch { throw CommandFailure(error) }
  }
}
