import SchedulerCivilTime
import SchedulerJSON
import SchedulerStore

/// The file `shield.json`: the applied shield set, the one thing that other programs need.
///
/// It is only ever replaced whole, and only when it would say something else.
struct ShieldFile: Sendable {
  /// Its name in the state directory.
  static let name = "shield.json"
  /// Larger files are not ours.
  static let sizeLimit = 256 << 20

  private var file: AtomicFile
  /// What this process wrote last.
  private(set) var current: ShieldSet?
  /// What it began to write.
  private var begun: (set: ShieldSet, bytes: [UInt8])?

  /// The permission bits with which it is written.
  var permissions: UInt32 {
    get { file.permissions }
    set { file.permissions = newValue }
  }

  /// A file that nothing is known of yet.
  init(permissions: UInt32) { file = AtomicFile(Self.name, permissions: permissions, staysOpen: true) }

  /// Lets the next `replace` look at the file: somebody else may have written or removed it.
  mutating func forget() { current = nil }

  /// Begins to write what `replace` will be handed, without waiting for the disk. Does nothing where the file is not known, or
  /// says the same.
  mutating func begin(
    with set: ShieldSet, leastGeneration: Int64, in files: inout some FileSystem & ~Copyable
  ) {
    guard let current, !set.says(whatIsIn: current) else { return }
    let next = set.following(current.generation, leastGeneration)
    let bytes = next.json.bytes
    begun = (next, bytes)
    file.begin(bytes, in: &files)
  }

  /// Lets the file say what a set says. Its generation is above that of the set before and not below `leastGeneration`,
  /// so that it rises also where the file was lost.
  ///
  /// - Returns: the set as it was written; nil when the file said the same.
  /// - Throws: what the file system reports; the file is then as it was.
  mutating func replace(
    with set: ShieldSet, leastGeneration: Int64, in files: inout some FileSystem & ~Copyable
  ) throws(FileSystemError) -> ShieldSet? {
    defer { begun = nil }
    if let current, set.says(whatIsIn: current) {
      file.abandon(in: &files)
      return nil
    }
    var generation = current?.generation ?? 0
    if current == nil, let found = Self.content(in: &files) {
      generation = found["generation"]?.integerValue ?? 0
      if let writtenAt = set.moment(ofSame: found) {
        current = set
        current?.writtenAt = writtenAt
        current?.generation = generation
        return nil
      }
    }
    let next = set.following(generation, leastGeneration)
    let bytes = if let begun, begun.set == next { begun.bytes } else { next.json.bytes }
    try file.replace(with: bytes, in: &files)
    current = next
    return next
  }

  /// Gives back the room of what was replaced, which nobody has to wait for.
  mutating func settle(in files: inout some FileSystem & ~Copyable) { file.settle(in: &files) }

  /// Ends the use of the file.
  consuming func close(in files: inout some FileSystem & ~Copyable) { file.close(in: &files) }

  /// Whether the file that is there can be read and applies something.
  static func hasLayers(in files: inout some FileSystem & ~Copyable) -> Bool {
    content(in: &files)?["layers"]?.arrayValue?.isEmpty == false
  }

  /// What is in the file that is there; nil when it cannot be read as one of ours: then it is written anew.
  private static func content(in files: inout some FileSystem & ~Copyable) -> JSONObject? {
    do {
      return try JSONValue(parsing: files.read(name, limit: sizeLimit)).objectValue
    } catch {
      return nil
    }
  }
}

extension ShieldSet {
  /// The set with the generation behind another, which is not below a least one.
  fileprivate func following(_ generation: Int64, _ leastGeneration: Int64) -> ShieldSet {
    var set = self
    set.generation = max(generation.addingReportingOverflow(1).partialValue, leastGeneration)
    return set
  }

  /// When a file was written that says the same; nil for another.
  fileprivate func moment(ofSame found: JSONObject) -> Instant? {
    guard let writtenAt = found["writtenAt"]?.stringValue.flatMap({ Instant(rfc3339: $0) }) else { return nil }
    var same = self
    same.writtenAt = writtenAt
    same.generation = found["generation"]?.integerValue ?? 0
    if let boot = found["validUntilBoot"]?.integerValue { same.validUntilBoot = boot }
    return same.says(whatIsIn: self) && same.json == found ? writtenAt : nil
  }
}
