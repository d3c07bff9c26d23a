/// The names of the files that hold state.
///
/// `snapshot` and `journal` are the present ones. An older snapshot has the last sequence in it as a suffix, an older
/// journal the last sequence that it was kept for.
enum StateFile {
  static let snapshot = "snapshot"
  static let journal = "journal"
  static let tornEnd = "journal.torn"
  static let damagedSnapshot = "snapshot.damaged"
  static let lock = "lock"

  /// Above this a file is not read into memory, but refused: some thousand times what a busy machine writes.
  static let sizeLimit = 256 << 20

  static func older(_ name: String, _ sequence: UInt64) -> String { "\(name)-\(sequence)" }

  /// The sequences of the older files of a kind among names, in ascending order.
  static func olderSequences(of kind: String, in names: [String]) -> [UInt64] {
    names.compactMap { name in
      guard name.hasPrefix("\(kind)-"), let sequence = UInt64(name.dropFirst(kind.count + 1)) else { return nil }
      // Other spellings of a number are somebody else's files.
      return older(kind, sequence) == name ? sequence : nil
    }.sorted()
  }
}
