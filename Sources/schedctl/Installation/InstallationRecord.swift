import Scheduler
import SchedulerPlatform

/// The record of an installation, a file at its place. It lists the digests of the files, as sha256sum(1) writes and
/// checks them, and the directories that were made for them, as comments.
///
///     record    = heading *directory *file
///     heading   = "# " 1*text LF
///     directory = "# made " path LF
///     file      = 64HEXDIG "  " path LF
///
/// A file that is being replaced has two lines.
struct InstallationRecord: Equatable {
  struct File: Equatable {
    let path: String
    let digest: String
  }

  /// The directories that were made, parents first.
  var directories: [String] = []
  /// The files.
  var files: [File] = []

  private static let heading = "# What 'schedctl install' wrote, and 'schedctl uninstall' removes."
  private static let directoryMark = "# made "
  private static let separator = "  "

  /// Whether nothing is installed.
  var isEmpty: Bool { files.isEmpty && directories.isEmpty }

  /// Returns whether a path was written, with any content.
  func holds(_ path: String) -> Bool { files.contains { $0.path == path } }

  /// Returns whether these bytes were written to a path.
  func holds(_ path: String, bytes: [UInt8]) -> Bool {
    holds(path) && files.contains(File(path: path, digest: SHA256(of: bytes).hexDigits))
  }

  var text: String {
    let made = directories.map { Self.directoryMark + $0 + "\n" }
    return Self.heading + "\n" + made.joined()
      + files.map { $0.digest + Self.separator + $0.path + "\n" }.joined()
  }

  /// Creates an empty record.
  init() {}

  /// Parses a record. Returns nil if the text contains anything else.
  init?(_ text: String) {
    for line in text.split(separator: "\n").dropFirst() {
      if line.hasPrefix(Self.directoryMark) {
        directories.append(String(line.dropFirst(Self.directoryMark.count)))
        continue
      }
      let digest = line.prefix { $0 != " " }
      let rest = line.dropFirst(digest.count)
      guard let digest = SHA256(hexDigits: digest), rest.hasPrefix(Self.separator + "/") else { return nil }
      files.append(File(path: String(rest.dropFirst(Self.separator.count)), digest: digest.hexDigits))
    }
    guard text.hasPrefix(Self.heading + "\n"), directories.allSatisfy({ $0.hasPrefix("/") }) else { return nil }
  }
}

extension InstallationRecord {
  /// Returns the record of a place, which is empty if nothing is installed.
  ///
  /// - Throws: code 65 if the record is damaged, 74 if it cannot be read.
  static func read(at place: InstallationPlace) throws(CommandFailure) -> InstallationRecord {
    let path = place.root + place.record
    guard let bytes = try InstalledFile.bytes(at: path) else { return InstallationRecord() }
    guard let record = InstallationRecord(String(decoding: bytes, as: UTF8.self)) else {
      throw CommandFailure(
        code: .data, message: "'\(path)' is damaged: it does not say what was installed",
        help: ["remove it, and by hand what 'schedctl install --print' names"])
    }
    return record
  }
}

extension InstalledFile {
  /// The maximum size of a file in bytes. The program has about 10 MiB, so larger files are not ours.
  private static let sizeLimit = 256 << 20

  /// Returns the content of a file, or nil if there is none.
  ///
  /// - Throws: code 74 if the file cannot be read.
  static func bytes(at path: String) throws(CommandFailure) -> [UInt8]? {
    let reader = FileReader(onlyRegularFiles: true)
    return try CommandFailure.mapping(FileSystemError.unlessMissing(reader.read(path, limit: sizeLimit))) {
      (error: FileSystemError) in .init(code: .inputOutput, message: "\(error)")
    }
  }

  /// Returns the content to install.
  ///
  /// - Throws: code 74 if the running program cannot be read.
  func bytes(program: String) throws(CommandFailure) -> [UInt8] {
    switch content {
    case .text(let text), .script(let text): return Array(text.utf8)
    case .bytes(let bytes): return bytes
    case .program:
      guard let bytes = try Self.bytes(at: program) else {
        throw CommandFailure(code: .inputOutput, message: "cannot read '\(program)', the program that runs")
      }
      return bytes
    }
  }
}
