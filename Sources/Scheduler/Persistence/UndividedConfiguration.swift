import SchedulerStore

/// The accepted configurations as earlier programs wrote them: all in one file `configuration`, or in `configuration.next`
/// while that was about to take its name. The state says under the key `configuration` how many bytes the file has, and their
/// CRC-32C.
struct UndividedConfiguration {
  /// The names that the file has had.
  static let names = [name, nextName]
  private static let name = "configuration"
  private static let nextName = "configuration.next"

  /// The configurations, the oldest first; none if the file cannot be used.
  private(set) var records: [AcceptedConfiguration] = []
  /// Why the file cannot be used.
  private(set) var fault: (name: String, error: AcceptedConfigurationError)?

  /// Reads the file that the state speaks of; nil if there is none and the state speaks of none.
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
    // Bytes that nothing can be made of say why better than that they are others.
    _ = try AcceptedConfiguration(parsing: current.content())
    throw .different
  }

  private static func stamp(of bytes: [UInt8]) -> [UInt8] {
    Array("\(bytes.count) \(String(CRC32C.checksum(of: bytes.span), radix: 16))".utf8)
  }
}

/// What is found under the name of a file of configurations.
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
  /// - Throws: why there are none.
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
