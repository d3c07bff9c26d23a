import Foundation

/// The folder that holds Package.swift.
public enum Checkout {
  /// Its path.
  public static let path = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// The path of something in it.
  public static func path(_ name: String) -> String { path + "/" + name }
}
