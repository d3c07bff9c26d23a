import SchedulerStore

/// The accepted configurations as written by older programs: all in one file `configuration`, or in
/// `configuration.next` before it was renamed. The key `configuration` of the state contains the size of the file in
/// bytes and its CRC-32C.
struct UndividedConfiguration {
  /// The possible names of the file.
  static let names = [name, nextName]
  private static let name = "configuration"
  private static let nextName = "configuration.next"

  /// The configurations, oldest first; empty if the file cannot be used.
  private(set) var records: [AcceptedConfiguration] = []
  /// The reason why the file cannot be used.
  private(set) var fault: (name: String, error: AcceptedConfigurationError)?

  /// Reads the file that the state names. Returns nil if there is none and the state names none.
  init?(stamp: [UInt8]?, in files: inout some FileSystem & ~Copyable) throws(StateStoreError) {
    do throws(AcceptedConfigurationError) {
      let bytes = try Self.bytes(under: stamp, in: &files)
      var newest = try AcceptedConfiguration(parsing: bytes)
      let earlier = newest.earlier
      newest.earlier = []
      records = earlier + [newest]
    } catch {
      switch error {
      case .unreadable(let error): throw .file(error)
      case .missing where stamp == nil: return nil
      default: fault = (Self.name, error)
      }
    }
  }

  private static func bytes(
    under stamp: [UInt8]?, in files: inout some FileSystem & ~Copyable
  ) throws(AcceptedConfigurationError) -> [UInt8] {
    let current = FoundFile(name, in: &files)
    if case .bytes(let bytes) = current, stamp == nil || stamp == Self.stamp(of: bytes) { return bytes }
    if let stamp, case .bytes(let next) = FoundFile(nextName, in: &files), stamp == Self.stamp(of: next) { return next }
    // An error of parsing is more informative than the fact that the bytes differ.
    _ = try AcceptedConfiguration(parsing: current.content())
    throw .different
  }

  private static func stamp(of bytes: [UInt8]) -> [UInt8] {
    Array("\(bytes.count) \(String(CRC32C.checksum(of: bytes.span), radix: 16))".utf8)
  }
}

/// The result of reading a file of configurations.
enum FoundFile {
  case bytes([UInt8])
  case failure(FileSystemError)

  init(_ name: String, in files: inout some FileSystem & ~Copyable) {
    do throws(FileSystemError) {
      self = .bytes(try files.read(name, limit: ConfigurationFiles.sizeLimit))
    } catch {
      self = .failure(error)
    }
  }

  /// Returns the bytes.
  ///
  /// - Throws: the reason why there are none.
  func content() throws(AcceptedConfigurationError) -> [UInt8] {
    switch self {
    case .bytes(let bytes): return bytes
    case .failure(let error):
      switch error.reason {
      case .missing: throw .missing
      case .isDirectory, .notRegular, .tooLarge: throw .unfit(error.reason)
      default: throw .unreadable(error)
      }
    }
  }
}
