/// A configuration with those accepted before it that are still partly in force, because loosening waits.
public struct ConfigurationVersions: Sendable {
  /// An accepted configuration.
  public struct Version: Sendable {
    /// The configuration.
    public var configuration: Configuration
    /// The digest of the file in a state directory that keeps its texts; nil if no file does.
    public var digest: SHA256?

    /// Creates a version.
    public init(_ configuration: Configuration, digest: SHA256? = nil) {
      self.configuration = configuration
      self.digest = digest
    }
  }

  /// The version accepted last.
  public var newest: Version
  /// The versions accepted before it, the oldest first.
  public var earlier: [Version]

  /// Creates versions that end with `newest`.
  public init(_ newest: Version, after earlier: [Version] = []) {
    self.newest = newest
    self.earlier = earlier
  }

  /// Creates the version of a configuration that is wholly in force and whose texts no file keeps.
  public init(_ configuration: Configuration) { self.init(Version(configuration)) }

  /// Creates the versions of a list in the order of their acceptance; nil if the list is empty.
  public init?(_ versions: [Version]) {
    guard let newest = versions.last else { return nil }
    self.init(newest, after: versions.dropLast())
  }

  /// All versions in the order of their acceptance.
  public var all: [Version] { earlier + [newest] }

  /// The number of versions, at least 1.
  public var count: Int { earlier.count + 1 }

  /// The configuration accepted last.
  public var configuration: Configuration { newest.configuration }
}
