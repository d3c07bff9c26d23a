/// How much a tag holds.
public enum TagCapacity {
  /// The bytes of user memory of usual tags, smallest first.
  ///
  /// Source: NXP, NTAG213/215/216 data sheet, section 8.5.
  public static let tags: [(name: String, bytes: Int)] = [("NTAG213", 144), ("NTAG215", 504), ("NTAG216", 888)]

  /// The bytes that a message takes on a tag: its block has a tag byte and a length before it, of 1 byte up to 254,
  /// else of 3, and one byte that ends the list of blocks.
  ///
  /// Source: NFC Forum, Type 2 Tag 1.0, section 2.3.
  public static func bytesOnTag(_ message: [UInt8]) -> Int { message.count + (message.count < 0xFF ? 3 : 5) }

  /// Refuses a message that does not fit.
  ///
  /// - Parameter capacity: bytes of user memory.
  /// - Throws: how much it takes, and which tags hold that.
  public static func check(_ message: [UInt8], fits capacity: Int) throws(NDEFProblem) {
    let count = bytesOnTag(message)
    guard count > capacity else { return }
    let tag = tags.first { count <= $0.bytes }
    throw NDEFProblem(
      "the message takes \(count) bytes on a tag, which has \(capacity)"
        + (tag.map { "; a tag '\($0.name)' holds \($0.bytes)" } ?? ""))
  }
}
