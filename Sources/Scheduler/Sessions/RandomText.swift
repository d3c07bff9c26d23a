/// Texts that take effort to type: a lock may open to whoever types one.
public enum RandomText {
  /// Without the letters and digits that are easily taken for one another.
  private static let letters = Array("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

  /// A text of so many letters and digits.
  ///
  /// - Parameter generator: where chance comes from.
  public static func make(length: Int64, using generator: inout some RandomNumberGenerator) -> String {
    let bytes = (0..<length).map { _ in letters[Int.random(in: letters.indices, using: &generator)] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
