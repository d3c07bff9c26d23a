/// The capacity of NFC tags.
public enum TagCapacity {
  /// The bytes of user memory of common tags, smallest first.
  ///
  /// Source: NXP, NTAG213/215/216 data sheet, section 8.5.
  public static let tags: [(name: String, bytes: Int)] = [("NTAG213", 144), ("NTAG215", 504), ("NTAG216", 888)]

  /// Returns the bytes that a message takes on a tag: the message, a tag byte, its length in 1 byte up to 254 or else
  /// 3, and the terminator byte.
  ///
  /// Source: NFC Forum, Type 2 Tag 1.0, section 2.3.
  public static func bytesOnTag(_ message: [UInt8]) -> Int { message.count + (message.count < 0xFF ? 3 : 5) }

  /// Throws if a message does not fit.
  ///
  /// - Parameter capacity: capacity of the user memory, in bytes.
  /// - Throws: the size of the message and the tags that can hold it.
  public static func check(_ message: [UInt8], fits capacity: Int) throws(NDEFProblem) {
    let count = bytesOnTag(message)
    guard count > capacity else { return }
    let tag = tags.first { count <= $0.bytes }
    throw NDEFProblem(
      "the message takes \(count) bytes on a tag, which has \(capacity)"
        + (tag.map { "; a tag '\($0.name)' holds \($0.bytes)" } ?? ""))
  }
}
