/// The configuration that previews use if there is no other.
enum Sample {
  /// Its name in place of a file name.
  static let title = "built-in sample"

  /// Returns the message printed on standard error when the sample is used.
  ///
  /// - Parameter path: the path at which a configuration was expected.
  static func notice(path: String) -> String {
    """
    schedctl: no configuration found; this is the built-in sample
    help: write your own to \(path), or name one with '--config FILE'
    """
  }

  /// The text, which is also the content of `examples/sample.toml`.
  static var text: String { Example.sample.text }
}
