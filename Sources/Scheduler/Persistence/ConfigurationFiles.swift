import SchedulerStore

/// The accepted configurations in a state directory. Each is stored in a file named after the SHA-256 of its bytes.
///
/// A file is written and synchronised before the state's record names it, under the key `configuration`. Therefore the
/// state names the configurations under which it was evaluated, whenever a process is killed. Files that the state does
/// not name are removed when the directory is opened.
struct ConfigurationFiles: Sendable {
  /// The key under which the state names the files, oldest first.
  static let key = "configuration"
  /// The prefix of each file name.
  static let prefix = AcceptedConfiguration.filePrefix
  /// The maximum size of a file, in bytes. A configuration file may have 16 MiB and a list file 64 MiB, but their sum
  /// is rarely larger.
  static let sizeLimit = 256 << 20

  /// The permission bits of new files.
  var permissions: UInt32
  /// The configurations that the state names or will name.
  private var records: [SHA256: AcceptedConfiguration]
  /// The bytes of files that are not written yet, where `add` computed them for the digest.
  private var unwritten: [SHA256: [UInt8]] = [:]
  /// The files that are durable in the directory.
  private var written: Set<SHA256>
  /// The value of the key in the state.
  private var named: [UInt8]?
  /// The files that the state's last change stopped naming. They are kept for readers until the next change.
  private var retired: Set<SHA256> = []
  /// Whether the directory contains files of older programs, which the state no longer needs once it names others.
  private var hasUndividedFiles: Bool

  /// Continues with the files that were found.
  init(_ reading: Reading, permissions: UInt32) {
    self.permissions = permissions
    records = Dictionary(reading.found.map { ($0.record.digest, $0.record) }) { $1 }
    // Configurations that an older program wrote into one file do not have their own files yet.
    written =
      reading.isUndivided ? [] : Set(reading.found.compactMap { $0.file == $0.record.digest ? $0.file : nil })
    named = reading.named
    hasUndividedFiles = reading.isUndivided
  }

  /// Returns the name of a file.
  static func name(of digest: SHA256) -> String { prefix + digest.hexDigits }

  /// Adds a configuration for the state to name.
  ///
  /// - Returns: its digest.
  mutating func add(_ record: AcceptedConfiguration) -> SHA256 {
    let bytes = record.knownDigest.value == nil ? record.bytes : nil
    var record = record.rememberingDigest(bytes.map { SHA256(of: $0) })
    record.earlier = []
    let digest = record.digest
    records[digest] = record
    if let bytes, !written.contains(digest) { unwritten[digest] = bytes }
    return digest
  }

  /// Writes the missing files of the given versions.
  ///
  /// - Returns: the change by which the state names them; nil if it already does.
  mutating func write(
    _ versions: ConfigurationVersions, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> StateChange? {
    removeRecords(notIn: versions)
    for case let digest? in versions.all.map(\.digest) where !written.contains(digest) {
      guard let record = records[digest] else { continue }
      var file = AtomicFile(Self.name(of: digest), permissions: permissions)
      try file.replace(with: unwritten[digest] ?? record.bytes, in: &files)
      unwritten[digest] = nil
      written.insert(digest)
    }
    let names = self.names(of: versions)
    return names == named ? nil : StateChange(key: Self.key, payload: names ?? [])
  }

  /// Records that the change returned by `write` is durable, and removes files that no reader needs any more.
  mutating func commit(_ versions: ConfigurationVersions, in files: inout some FileSystem & ~Copyable) {
    let names = self.names(of: versions)
    guard names != named else { return }
    named = names
    let kept = Set(versions.all.compactMap(\.digest))
    for digest in retired.subtracting(kept) { Self.remove(Self.name(of: digest), in: &files) }
    if hasUndividedFiles, names != nil { UndividedConfiguration.names.forEach { Self.remove($0, in: &files) } }
    hasUndividedFiles = false
    retired = written.subtracting(kept)
    written.formIntersection(kept)
  }

  /// Removes from memory the configurations that are in none of the versions, written or not.
  private mutating func removeRecords(notIn versions: ConfigurationVersions) {
    let digests = Set(versions.all.compactMap(\.digest))
    guard records.keys.contains(where: { !digests.contains($0) }) else { return }
    records = records.filter { digests.contains($0.key) }
    unwritten = unwritten.filter { digests.contains($0.key) }
  }

  /// Returns the configurations of the given versions that the directory keeps, or will keep once they can be written.
  func stored(_ versions: ConfigurationVersions) -> StoredConfiguration {
    guard var newest = versions.newest.digest.flatMap({ records[$0] }) else { return .none }
    newest.earlier = versions.earlier.compactMap { $0.digest.flatMap { records[$0] } }
    return .accepted(newest)
  }

  /// Makes the next `write` rewrite the files that are missing from the names in a directory.
  mutating func forgetMissing(in names: [String]) {
    written.formIntersection(written.filter { names.contains(Self.name(of: $0)) })
  }

  /// Removes the files that the state does not name. Keeps all files if a named file is damaged or missing, or if the
  /// state is lost, because the user may want to examine them.
  func sweep(_ reading: Reading, in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    guard reading.isIntact else { return }
    let kept = Set(reading.found.map { Self.name(of: $0.file) })
    let undivided = reading.isUndivided ? [] : UndividedConfiguration.names
    for name in try files.names()
    where undivided.contains(name) || name.hasPrefix(Self.prefix) && (!kept.contains(name) || reading.isUndivided) {
      try files.removeIfPresent(name)
    }
  }

  /// Returns the state's value for the given versions, or nil if none of them has a file.
  private func names(of versions: ConfigurationVersions) -> [UInt8]? {
    let digests = versions.all.map { version in version.digest.flatMap { records[$0] == nil ? nil : $0 } }
    return digests.contains { $0 != nil } ? Self.payload(digests) : nil
  }

  /// Returns the state's value for the given files: one line each, `-` for a version without a file.
  private static func payload(_ digests: [SHA256?]) -> [UInt8] {
    Array(digests.map { $0?.hexDigits ?? "-" }.joined(separator: "\n").utf8)
  }

  /// Returns the digests in the state's value, or nil for a value written by an older program.
  fileprivate static func digests(in payload: [UInt8]) -> [SHA256]? {
    var digests: [SHA256] = []
    for line in payload.split(separator: UInt8(ascii: "\n")) where line != [UInt8(ascii: "-")] {
      guard let digest = SHA256(hexDigits: String(decoding: line, as: UTF8.self)) else { return nil }
      digests.append(digest)
    }
    return digests
  }

  /// Removes a file if possible. Otherwise the next open removes it.
  private static func remove(_ name: String, in files: inout some FileSystem & ~Copyable) {
    do throws(FileSystemError) { try files.removeIfPresent(name) } catch {}
  }
}

extension ConfigurationFiles {
  /// The configurations under which the state was evaluated, as found in the directory.
  struct Reading {
    /// The usable configurations, oldest first, with the digests by which the state names their files.
    fileprivate(set) var found: [(file: SHA256, record: AcceptedConfiguration)] = []
    /// The first unusable file and the reason.
    fileprivate var fault: (name: String, error: AcceptedConfigurationError)?
    /// The value of the key in the state.
    fileprivate let named: [UInt8]?
    /// Whether an older program wrote them into one file.
    fileprivate(set) var isUndivided = false
    /// Whether the state that named them is lost.
    private var isRescued = false

    /// Whether no file is damaged or missing and the state is not lost.
    fileprivate var isIntact: Bool { fault == nil && !isRescued }

    /// Whether a file that the state names is missing.
    var isIncomplete: Bool { fault?.error == .missing }

    /// The configuration according to the directory.
    var configuration: StoredConfiguration {
      var newest = found.last?.record
      newest?.earlier = found.dropLast().map(\.record)
      if let fault { return .unusable(fault.error, file: fault.name, last: newest) }
      return newest.map(StoredConfiguration.accepted) ?? .none
    }

    /// Reads the files that a state names.
    ///
    /// - Parameter losses: the lost parts of the state. If there are any and the state names no files, all existing files
    ///   are read, in the order of their acceptance. A torn end is different: that change was never confirmed, and the
    ///   state without it stands. Files that it was to name are kept, but not read.
    init(
      under state: StoredState, after losses: [StateLoss], in files: inout some FileSystem & ~Copyable
    ) throws(StateStoreError) {
      named = state[key]
      if let named, let digests = ConfigurationFiles.digests(in: named) {
        for digest in digests { try read(digest, in: &files) }
      } else if let undivided = try UndividedConfiguration(stamp: named, in: &files) {
        isUndivided = true
        isRescued = !losses.isEmpty
        found = undivided.records.map { $0.rememberingDigest() }.map { ($0.digest, $0) }
        fault = undivided.fault
      } else if !losses.isEmpty {
        isRescued = true
        guard losses.contains(where: { !$0.isTornEnd }) else { return }
        for name in try Self.names(in: &files) {
          guard let digest = SHA256(hexDigits: name.dropFirst(prefix.count)) else { continue }
          try read(digest, in: &files)
        }
        found.sort { ($0.record.acceptedAt, $0.file.hexDigits) < ($1.record.acceptedAt, $1.file.hexDigits) }
      }
    }

    /// Returns the names of all configuration files.
    static func names(in files: inout some FileSystem & ~Copyable) throws(StateStoreError) -> [String] {
      do throws(FileSystemError) {
        return try files.names().filter { $0.hasPrefix(prefix) }
      } catch {
        throw .file(error)
      }
    }

    private mutating func read(_ digest: SHA256, in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
      let name = ConfigurationFiles.name(of: digest)
      do throws(AcceptedConfigurationError) {
        let bytes = try FoundFile(name, in: &files).content()
        let record = try AcceptedConfiguration(parsing: bytes)
        guard SHA256(of: bytes) == digest else { throw .different }
        // A file in another form, for example of a newer program, is replaced by one in this form at the next change.
        found.append((digest, record.rememberingDigest(record.bytes == bytes ? digest : nil)))
      } catch {
        if case .unreadable(let error) = error { throw .file(error) }
        fault = fault ?? (name, error)
      }
    }
  }
}

/// The last accepted configuration according to a state directory.
public enum StoredConfiguration: Hashable, Sendable {
  /// No configuration was ever accepted.
  case none
  /// A file of the accepted configurations is damaged or missing. `last` is the last configuration with an intact file,
  /// with the earlier ones; nil if there is none.
  case unusable(AcceptedConfigurationError, file: String, last: AcceptedConfiguration?)
  /// A configuration was accepted, and all its files are intact.
  case accepted(AcceptedConfiguration)

  /// The last accepted configuration that can be used, with the earlier ones; nil if there is none.
  public var accepted: AcceptedConfiguration? {
    switch self {
    case .none: nil
    case .unusable(_, _, let last): last
    case .accepted(let record): record
    }
  }
}
