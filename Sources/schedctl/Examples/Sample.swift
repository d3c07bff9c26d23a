/// The configuration that previews use when there is none.
enum Sample {
  /// What it is called where a file would be named.
  static let title = "built-in sample"

  /// Said on standard error whenever it is used.
  ///
  /// - Parameter path: where a configuration would have been found.
  static func notice(path: String) -> String {
    """
    schedctl: no configuration found; this is the built-in sample
    help: write your own to \(path), or name one with '--config FILE'
    """
  }

  /// Also the contents of `examples/sample.toml`.
  static var text: String { Example.sample.text }
}
