import SchedulerStore

/// The accepted configuration in a state directory.
///
/// A newer one is first written beside the old one, as `configuration.next`. The change of the state that follows it says
/// so in the same record, under the key `configuration`; only then it takes the name `configuration`. Whenever a process is
/// killed, the state tells by which of the two it was evaluated last.
struct ConfigurationFile: Sendable {
  /// What the state says here tells the bytes of the file from others.
  private static let key = "configuration"
  private static let name = AcceptedConfiguration.fileName
  private static let nextName = name + ".next"
  /// Files of a configuration have 16 MiB each, list files 64 at the most; all of them together hardly ever that much.
  private static let limit = 256 << 20

  /// Whether what is in force is still called `configuration.next`.
  private(set) var isStaged: Bool
  private var next: AtomicFile
  /// The permission bits of files that are made.
  var permissions: UInt32 {
    get { next.permissions }
    set { next.permissions = newValue }
  }

  /// Goes on with the files as they were found.
  init(_ reading: Reading, permissions: UInt32) {
    isStaged = reading.isStaged
    next = AtomicFile(Self.nextName, permissions: permissions)
  }

  /// Writes a configuration beside the one in force.
  ///
  /// - Returns: the change by which it comes into force.
  mutating func stage(
    _ record: AcceptedConfiguration, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> StateChange {
    let bytes = record.bytes
    try publish(in: &files)
    try next.replace(with: bytes, in: &files)
    return StateChange(key: Self.key, payload: Self.stamp(of: bytes))
  }

  /// The change of `stage` is durable.
  mutating func commit() { isStaged = true }

  /// Gives what is in force its name.
  mutating func publish(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    guard isStaged else { return }
    try files.rename(Self.nextName, to: Self.name)
    try files.synchronizeNames()
    isStaged = false
    next = AtomicFile(Self.nextName, permissions: next.permissions)
  }

  /// Whether what is in force is in the directory.
  func isPresent(among names: [String]) -> Bool { names.contains(isStaged ? Self.nextName : Self.name) }

  /// What was in force is gone: it is to be staged anew.
  mutating func forget() {
    isStaged = false
    next = AtomicFile(Self.nextName, permissions: next.permissions)
  }

  /// Removes what was written and did not come into force before its process was killed.
  func removeLeftover(in files: inout some FileSystem & ~Copyable) throws(FileSystemError) {
    guard !isStaged else { return }
    do throws(FileSystemError) {
      try files.remove(Self.nextName)
    } catch {
      guard error.reason == .missing else { throw error }
    }
  }

  private static func stamp(of bytes: [UInt8]) -> [UInt8] {
    Array("\(bytes.count) \(String(CRC32C.checksum(of: bytes.span), radix: 16))".utf8)
  }
}

extension ConfigurationFile {
  /// What the files say under a state.
  struct Reading: Hashable, Sendable {
    /// What is in force.
    let configuration: StoredConfiguration
    /// Whether it is still called `configuration.next`.
    let isStaged: Bool
    /// Whether the files are those that the state speaks of: others are damaged, or of another moment than the state.
    let isOfState: Bool

    init(under state: StoredState, in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
      let stamp = state[key]
      let current = try Contents(of: name, in: &files)
      if case .bytes(let bytes) = current, stamp == nil || stamp == ConfigurationFile.stamp(of: bytes) {
        self.init(StoredConfiguration(parsing: bytes), isStaged: false, isOfState: true)
      } else if let stamp, case .bytes(let next) = try Contents(of: nextName, in: &files),
        stamp == ConfigurationFile.stamp(of: next)
      {
        self.init(StoredConfiguration(parsing: next), isStaged: true, isOfState: true)
      } else {
        self.init(current.damage(isExpected: stamp != nil), isStaged: false, isOfState: stamp == nil)
      }
    }

    private init(_ configuration: StoredConfiguration, isStaged: Bool, isOfState: Bool) {
      self.configuration = configuration
      self.isStaged = isStaged
      self.isOfState = isOfState
    }
  }

  /// What stands under the name of a file.
  private enum Contents {
    case missing
    case bytes([UInt8])
    /// Nothing that has bytes, or too many of them.
    case unfit(FileSystemError.Reason)

    init(of name: String, in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
      do throws(FileSystemError) {
        self = .bytes(try files.read(name, limit: limit))
      } catch {
        switch error.reason {
        case .missing: self = .missing
        case .isDirectory, .notRegular, .tooLarge: self = .unfit(error.reason)
        default: throw .file(error)
        }
      }
    }

    /// What is wrong with what is not what the state speaks of.
    func damage(isExpected: Bool) -> StoredConfiguration {
      switch self {
      case .missing: return isExpected ? .unusable(.missing) : .none
      case .unfit(let reason): return .unusable(.unfit(reason))
      case .bytes(let bytes):
        let read = StoredConfiguration(parsing: bytes)
        if case .unusable = read { return read }
        return .unusable(.different)
      }
    }
  }
}
