import SchedulerPlatform

/// The text that names what is frozen: a head with the boot, and one line each.
///
///     schedctl-frozen 1 6a5c6f0e-3a0f-4f44-9d8f-8a3a51b1d9a2
///     process 4711 184467
///     group 12884902081 /user.slice/user-1000.slice/user@1000.service/app.slice/app-game-1.scope
///
/// A process has its number and its start time, a group its inode number and its path.
struct FrozenRecord: Equatable {
  /// What was stopped.
  enum Entry: Hashable {
    case process(ProcessIdentity)
    case group(number: UInt64, path: String)
  }

  /// The boot in which the numbers mean something.
  let bootID: String
  var entries: [Entry] = []

  /// Creates a record of nothing.
  init(bootID: String) { self.bootID = bootID }

  /// Reads a record. That of another boot or form is one of nothing, and a line that is no entry is skipped.
  init(parsing bytes: [UInt8], bootID: String) {
    self.bootID = bootID
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    guard let head = lines.first, head == Self.head + bootID else { return }
    entries = lines.dropFirst().compactMap(Self.entry)
  }

  private static let head = "schedctl-frozen 1 "

  private static func entry(_ line: String) -> Entry? {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count == 3 else { return nil }
    switch words[0] {
    case "process":
      guard let number = Int32(words[1]), let time = UInt64(words[2]) else { return nil }
      return .process(ProcessIdentity(number: number, startTime: time))
    case "group": return UInt64(words[1]).map { .group(number: $0, path: String(words[2])) }
    default: return nil
    }
  }

  /// The text.
  var bytes: [UInt8] {
    let lines = entries.map { entry in
      switch entry {
      case .process(let process): "process \(process.number) \(process.startTime)"
      case .group(let number, let path): "group \(number) \(path)"
      }
    }
    return Array(([Self.head + bootID] + lines).joined(separator: "\n").utf8) + [UInt8(ascii: "\n")]
  }
}
