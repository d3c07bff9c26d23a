/// The most of each thing that a configuration may hold: far beyond what people write, and small enough that reading
/// and evaluating stay quick.
public enum ConfigurationLimits {
  /// Profiles in one configuration.
  public static let profiles = 100_000
  /// Windows of one profile: each is looked at for each date.
  public static let windowsPerProfile = 1_000
  /// Domains in one configuration, those of its list files included.
  public static let domains = 1_000_000
  /// Bytes of one list file, as of a TOML file.
  public static let listFileBytes = 16 << 20
  /// The longest duration that can be written, in weeks: a hundred years and more, and no sum of two overflows.
  public static let durationWeeks: Int64 = 5_300
}
