import Foundation

/// A file of the checkout that holds a text as it was agreed.
///
/// With `SCHEDCTL_WRITE_GOLDENS` in the environment it is written anew; read the difference.
public struct Golden {
  /// Where it is in the checkout.
  public let path: String

  /// The golden at a path that is relative to the checkout.
  public init(_ path: String) { self.path = path }

  /// The text as agreed; empty when there is none yet.
  public func agreed(with text: String) throws -> String {
    let file = URL(fileURLWithPath: Checkout.path(path))
    if ProcessInfo.processInfo.environment["SCHEDCTL_WRITE_GOLDENS"] != nil { try Data(text.utf8).write(to: file) }
    guard let data = FileManager.default.contents(atPath: file.path) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }
}
