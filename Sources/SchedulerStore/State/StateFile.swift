/// The names of the files that hold state.
///
/// `snapshot` and `journal` are the current ones. The name of an older snapshot ends with its last sequence, that of an
/// older journal with the last sequence that it was kept for.
enum StateFile {
  static let snapshot = "snapshot"
  static let journal = "journal"
  static let tornEnd = "journal.torn"
  static let damagedSnapshot = "snapshot.damaged"
  static let lock = "lock"

  /// Maximum size of a file that is read into memory, in bytes: about a thousand times what a busy machine writes.
  static let sizeLimit = 256 << 20

  static func older(_ name: String, _ sequence: UInt64) -> String { "\(name)-\(sequence)" }

  /// Returns the sequences of the older files of a kind among `names`, in ascending order.
  static func olderSequences(of kind: String, in names: [String]) -> [UInt64] {
    names.compactMap { name in
      guard name.hasPrefix("\(kind)-"), let sequence = UInt64(name.dropFirst(kind.count + 1)) else { return nil }
      // A file with another spelling of the number is not one of ours.
      return older(kind, sequence) == name ? sequence : nil
    }.sorted()
  }
}
