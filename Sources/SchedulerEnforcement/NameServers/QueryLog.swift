import Scheduler
import SchedulerPlatform

/// Finds attempts to open blocked domains in the log of questions that dnsmasq writes with `log-queries`.
///
///     line = … "query[" type "] " name " from " address …
///
/// Questions about one name within ten seconds are one attempt: a program asks for several types of records, and again.
struct QueryLog: Sendable {
  /// The path of the log.
  let path: String
  private var file: FollowedFile
  /// The beginning of a line whose end is not written yet.
  private var rest: [UInt8] = []
  /// The layers of the set and who blocks a name by them.
  private var layers: [AppliedLayer] = []
  private var verdicts: LayerVerdicts?
  private var rules = NameRules.nothing
  /// The times of the latest attempts, in nanoseconds of CLOCK_BOOTTIME.
  private var latest: [String: Int64] = [:]

  /// The time in which questions about one name are one attempt, in nanoseconds.
  static let span: Int64 = 10_000_000_000
  /// Maximum number of bytes that are read in one call. A busy name server writes some hundred KiB a second.
  private static let sizeLimit = 4 << 20
  /// Bytes in one read.
  private static let pieceSize = 65_536
  /// Maximum length of a line in bytes. dnsmasq writes at most 1,024 at once.
  private static let lineLimit = 4096

  /// Begins at the present end of a log.
  init(_ path: String) {
    self.path = path
    file = FollowedFile(path)
  }

  /// Attributes attempts to the layers of a set from now on.
  ///
  /// - Parameters:
  ///   - rules: what the name server blocks for the set.
  ///   - machine: the names of the machine.
  mutating func follow(_ shield: ShieldSet, blocking rules: NameRules, on machine: MachineNames) {
    self.rules = rules
    guard shield.layers != layers || verdicts == nil else { return }
    layers = shield.layers
    verdicts = LayerVerdicts(layers.map(\.layer), on: machine)
  }

  /// Returns the attempts since the last call.
  mutating func attempts(atBoot boot: Int64) -> [BlockAttempt] {
    latest = latest.filter { boot - $0.value < Self.span }
    var attempts: [BlockAttempt] = []
    var size = 0
    while size < Self.sizeLimit {
      let bytes = file.read(limit: Self.pieceSize)
      if bytes.isEmpty { break }
      size += bytes.count
      take(bytes, atBoot: boot, into: &attempts)
    }
    return attempts
  }

  private mutating func take(_ bytes: [UInt8], atBoot boot: Int64, into attempts: inout [BlockAttempt]) {
    var lines = (rest + bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    rest = Array((lines.popLast() ?? []).suffix(Self.lineLimit))
    for line in lines {
      guard let name = QueryLine.name(in: line), latest[name] == nil else { continue }
      guard rules.blocks(name), let number = verdicts?.blocker(of: name) else { continue }
      latest[name] = boot
      let layer = layers[number]
      attempts.append(
        BlockAttempt(
          adapter: .dnsmasq, outcome: .denied, name: name, profile: layer.layer.profile, session: layer.session,
          boot: boot))
    }
  }
}

/// A line of the log.
enum QueryLine {
  private static let beginning = Array("query[".utf8)
  private static let own = Array(NameProbe.ownAddress.utf8)

  /// Returns the name that a person or a program has asked for, in lower case; nil for other lines, and for our own
  /// questions.
  static func name(in line: ArraySlice<UInt8>) -> String? {
    guard let start = start(of: line) else { return nil }
    let words = line[start...].split(separator: UInt8(ascii: " "))
    guard words.count >= 4, words[2].elementsEqual("from".utf8), !words[3].elementsEqual(own) else { return nil }
    guard words[1].count <= 253 else { return nil }
    return String(decoding: words[1].map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Returns the position of `query[`, at the beginning of a word.
  private static func start(of line: ArraySlice<UInt8>) -> Int? {
    var position = line.startIndex
    while let found = line[position...].firstIndex(of: beginning[0]) {
      let begins = found == line.startIndex || line[found - 1] == UInt8(ascii: " ")
      if begins, line[found...].starts(with: beginning) { return found }
      position = found + 1
    }
    return nil
  }
}
