import SchedulerStore

/// The accepted configurations that a state directory keeps, each in a file that is named by the SHA-256 of its bytes.
///
/// A file is written and synchronised before the record of the state that adopts it names it, under the key `configuration`.
/// So the state names the configurations that it was evaluated under, whenever a process is killed. Files that the state does
/// not name are removed when the directory is opened.
struct ConfigurationFiles: Sendable {
  /// The key under which the state names the files, the oldest first.
  static let key = "configuration"
  /// What the name of each file begins with.
  static let prefix = AcceptedConfiguration.filePrefix
  /// A configuration file has up to 16 MiB, a list file up to 64 MiB; all of them together are rarely larger.
  static let sizeLimit = 256 << 20

  /// The permission bits of files that are made.
  var permissions: UInt32
  /// The configurations that the state names or is to name.
  private var records: [SHA256: AcceptedConfiguration]
  /// The files that are in the directory and durable.
  private var written: Set<SHA256>
  /// What the state says under the key.
  private var named: [UInt8]?
  /// The files that the state stopped naming with its last change. They stay until the next one, for readers.
  private var retired: Set<SHA256> = []
  /// Whether the directory has the files of earlier programs, which the state no longer needs once it names others.
  private var hasUndividedFiles: Bool

  /// Continues with the files as they were found.
  init(_ reading: Reading, permissions: UInt32) {
    self.permissions = permissions
    records = Dictionary(reading.found.map { ($0.record.digest, $0.record) }) { $1 }
    // What an earlier program wrote into one file has no files of its own yet.
    written =
      reading.isUndivided ? [] : Set(reading.found.compactMap { $0.file == $0.record.digest ? $0.file : nil })
    named = reading.named
    hasUndividedFiles = reading.isUndivided
  }

  /// The name of a file.
  static func name(of digest: SHA256) -> String { prefix + digest.hexDigits }

  /// Adds a configuration that the state is to name.
  ///
  /// - Returns: its digest.
  mutating func add(_ record: AcceptedConfiguration) -> SHA256 {
    var record = record.rememberingDigest()
    record.earlier = []
    records[record.digest] = record
    return record.digest
  }

  /// Writes the files of some versions that are not in the directory yet.
  ///
  /// - Returns: the change by which the state names them; nil if it already does.
  mutating func write(
    _ versions: ConfigurationVersions, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> StateChange? {
    for case let digest? in versions.all.map(\.digest) where !written.contains(digest) {
      guard let record = records[digest] else { continue }
      var file = AtomicFile(Self.name(of: digest), permissions: permissions)
      try file.replace(with: record.bytes, in: &files)
      written.insert(digest)
    }
    let names = self.names(of: versions)
    return names == named ? nil : StateChange(key: Self.key, payload: names ?? [])
  }

  /// Notes that the change of `write` is durable, and removes files that no reader needs any more.
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
    records = records.filter { kept.contains($0.key) }
  }

  /// What the directory keeps, or is to keep as soon as it can be written, of some versions.
  func stored(_ versions: ConfigurationVersions) -> StoredConfiguration {
    guard var newest = versions.newest.digest.flatMap({ records[$0] }) else { return .none }
    newest.earlier = versions.earlier.compactMap { $0.digest.flatMap { records[$0] } }
    return .accepted(newest)
  }

  /// Makes the next `write` write the files anew that are not among the names of a directory.
  mutating func forgetMissing(in names: [String]) {
    written.formIntersection(written.filter { names.contains(Self.name(of: $0)) })
  }

  /// Removes the files that the state does not name. Keeps all while one that it names is damaged or missing, and where the
  /// state is lost: people may want to look into them.
  func sweep(_ reading: Reading, in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    guard reading.isIntact else { return }
    let kept = Set(reading.found.map { Self.name(of: $0.file) })
    let undivided = reading.isUndivided ? [] : UndividedConfiguration.names
    for name in try files.names()
    where undivided.contains(name) || name.hasPrefix(Self.prefix) && (!kept.contains(name) || reading.isUndivided) {
      try files.removeIfPresent(name)
    }
  }

  /// What the state has to say for some versions; nil if no file keeps any of them.
  private func names(of versions: ConfigurationVersions) -> [UInt8]? {
    let digests = versions.all.map { version in version.digest.flatMap { records[$0] == nil ? nil : $0 } }
    return digests.contains { $0 != nil } ? Self.payload(digests) : nil
  }

  /// What the state says of some files: a line for each, `-` for a version that no file keeps.
  private static func payload(_ digests: [SHA256?]) -> [UInt8] {
    Array(digests.map { $0?.hexDigits ?? "-" }.joined(separator: "\n").utf8)
  }

  /// The digests that the state says; nil for what an earlier program wrote.
  fileprivate static func digests(in payload: [UInt8]) -> [SHA256]? {
    var digests: [SHA256] = []
    for line in payload.split(separator: UInt8(ascii: "\n")) where line != [UInt8(ascii: "-")] {
      guard let digest = SHA256(hexDigits: String(decoding: line, as: UTF8.self)) else { return nil }
      digests.append(digest)
    }
    return digests
  }

  /// Removes a file if that is possible. Otherwise the next open removes it.
  private static func remove(_ name: String, in files: inout some FileSystem & ~Copyable) {
    do throws(FileSystemError) { try files.removeIfPresent(name) } catch {}
  }
}

extension ConfigurationFiles {
  /// The configurations under which the state was evaluated, as they were found.
  struct Reading {
    /// Those that can be used, the oldest first, with the digests by which the state names their files.
    fileprivate(set) var found: [(file: SHA256, record: AcceptedConfiguration)] = []
    /// The first file that cannot be used, and why.
    fileprivate var fault: (name: String, error: AcceptedConfigurationError)?
    /// What the state says under the key.
    fileprivate let named: [UInt8]?
    /// Whether an earlier program wrote them, into one file.
    fileprivate(set) var isUndivided = false
    /// Whether nothing names them, because the state is lost.
    private var isRescued = false

    /// Whether nothing is damaged, missing or lost.
    fileprivate var isIntact: Bool { fault == nil && !isRescued }

    /// Whether a file that the state names is not there.
    var isIncomplete: Bool { fault?.error == .missing }

    /// What the directory says of them.
    var configuration: StoredConfiguration {
      var newest = found.last?.record
      newest?.earlier = found.dropLast().map(\.record)
      if let fault { return .unusable(fault.error, file: fault.name, last: newest) }
      return newest.map(StoredConfiguration.accepted) ?? .none
    }

    /// Reads the files that a state names.
    ///
    /// - Parameter isLost: whether parts of the state are lost. If it names no files then, those that are there are taken, in
    ///   the order in which they were accepted.
    init(
      under state: StoredState, isLost: Bool, in files: inout some FileSystem & ~Copyable
    ) throws(StateStoreError) {
      named = state[key]
      if let named, let digests = ConfigurationFiles.digests(in: named) {
        for digest in digests { try read(digest, in: &files) }
      } else if let undivided = try UndividedConfiguration(stamp: named, in: &files) {
        isUndivided = true
        isRescued = isLost
        found = undivided.records.map { $0.rememberingDigest() }.map { ($0.digest, $0) }
        fault = undivided.fault
      } else if isLost {
        isRescued = true
        for name in try Self.names(in: &files) {
          guard let digest = SHA256(hexDigits: name.dropFirst(prefix.count)) else { continue }
          try read(digest, in: &files)
        }
        found.sort { ($0.record.acceptedAt, $0.file.hexDigits) < ($1.record.acceptedAt, $1.file.hexDigits) }
      }
    }

    /// The names of all files of configurations.
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
        // One in another form, as a later program may write it, gets a file of this form with the next change.
        found.append((digest, record.rememberingDigest(record.bytes == bytes ? digest : nil)))
      } catch {
        if case .unreadable(let error) = error { throw .file(error) }
        fault = fault ?? (name, error)
      }
    }
  }
}

/// What a state directory says of the configuration that was accepted last.
public enum StoredConfiguration: Hashable, Sendable {
  /// No configuration was ever accepted there.
  case none
  /// A file of what was accepted is damaged or missing. `last` is the last configuration whose file is intact, with those
  /// before it; nil if there is none.
  case unusable(AcceptedConfigurationError, file: String, last: AcceptedConfiguration?)
  /// A configuration was accepted, and everything of it is intact.
  case accepted(AcceptedConfiguration)

  /// The last configuration that was accepted and can be used, with those before it; nil if there is none.
  public var accepted: AcceptedConfiguration? {
    switch self {
    case .none: nil
    case .unusable(_, _, let last): last
    case .accepted(let record): record
    }
  }
}
