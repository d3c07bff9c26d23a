/// Upper limits of a configuration: far above practical use, and low enough that reading and evaluation stay fast.
public enum ConfigurationLimits {
  /// Maximum number of profiles.
  public static let profiles = 100_000
  /// Maximum number of windows of one profile. Each is examined for each date.
  public static let windowsPerProfile = 1_000
  /// Maximum number of domains, including those of list files.
  public static let domains = 1_000_000
  /// Maximum size of a list file in bytes, equal to that of a TOML file.
  public static let listFileBytes = 16 << 20
  /// Maximum duration in weeks: more than a hundred years, and low enough that no sum of two overflows.
  public static let durationWeeks: Int64 = 5_300
}
