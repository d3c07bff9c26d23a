/// Random texts that take effort to type. Typing one may open a lock.
public enum RandomText {
  /// The characters, without letters and digits that are easily taken for one another.
  private static let letters = Array("abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

  /// Returns a text of `length` random letters and digits.
  ///
  /// - Parameter generator: the source of randomness.
  public static func make(length: Int64, using generator: inout some RandomNumberGenerator) -> String {
    let bytes = (0..<length).map { _ in letters[Int.random(in: letters.indices, using: &generator)] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
