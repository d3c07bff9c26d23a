/// A configuration with those accepted before it of which something is still in force, because what loosens waits.
public struct ConfigurationVersions: Sendable {
  /// One accepted configuration.
  public struct Version: Sendable {
    /// What was accepted.
    public var configuration: Configuration
    /// The digest of the file of a state directory that keeps its texts; nil if no file does.
    public var digest: SHA256?

    /// A version.
    public init(_ configuration: Configuration, digest: SHA256? = nil) {
      self.configuration = configuration
      self.digest = digest
    }
  }

  /// What was accepted last.
  public var newest: Version
  /// What was accepted before it, the oldest first.
  public var earlier: [Version]

  /// A version that follows others.
  public init(_ newest: Version, after earlier: [Version] = []) {
    self.newest = newest
    self.earlier = earlier
  }

  /// A configuration that is wholly in force and whose texts no file keeps.
  public init(_ configuration: Configuration) { self.init(Version(configuration)) }

  /// The versions in the order in which they were accepted; nil for none.
  public init?(_ versions: [Version]) {
    guard let newest = versions.last else { return nil }
    self.init(newest, after: versions.dropLast())
  }

  /// All versions in the order in which they were accepted.
  public var all: [Version] { earlier + [newest] }

  /// How many versions there are, at least 1.
  public var count: Int { earlier.count + 1 }

  /// The configuration that was accepted last.
  public var configuration: Configuration { newest.configuration }
}
