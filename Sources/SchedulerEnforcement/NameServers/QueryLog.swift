import Scheduler
import SchedulerPlatform

/// Finds attempts to open blocked domains in the log of questions that a name server writes.
///
/// Questions about one name within ten seconds are one attempt: a program asks for several types of records, and again. A
/// program that asks for one new subdomain after the other fills no disk: of one layer, thirty names in ten seconds are
/// attempts of their own, and all further names are one attempt of the name `.`, the root of all names.
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
  /// The times of the latest attempts with a name of their own, by the number of the layer.
  private var named: [Int: [Int64]] = [:]

  /// The time in which questions about one name are one attempt, in nanoseconds.
  static let span: Int64 = 10_000_000_000
  /// Number of names of one layer that are attempts of their own within that time.
  static let namedLimit = 30
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
    named = [:]
    verdicts = LayerVerdicts(layers.map(\.layer), on: machine)
  }

  /// Returns the attempts since the last call.
  mutating func attempts(atBoot boot: Int64) -> [BlockAttempt] {
    latest = latest.filter { boot - $0.value < Self.span }
    named = named.mapValues { $0.filter { boot - $0 < Self.span } }
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
      let isNamed = named[number, default: []].count < Self.namedLimit
      if isNamed {
        latest[name] = boot
        named[number, default: []].append(boot)
      } else {
        let rest = ".\(number)"
        if latest[rest] != nil { continue }
        latest[rest] = boot
      }
      let layer = layers[number]
      attempts.append(
        BlockAttempt(
          adapter: .dnsmasq, outcome: .denied, name: isNamed ? name : ".", profile: layer.layer.profile,
          session: layer.session, boot: boot))
    }
  }
}

/// A line of the log of dnsmasq or unbound.
///
///     line    = *( word SP ) ( dnsmasq / unbound )
///     dnsmasq = "query[" type "] " name " from " address
///     unbound = "info: " address SP name ". " type SP class
enum QueryLine {
  private static let space = UInt8(ascii: " ")
  private static let own = Array(NameProbe.ownAddress.utf8)
  /// How the lines end in which dnsmasq logs our questions and its answers to them.
  private static let ends = [own, Array(" is NXDOMAIN".utf8)]

  /// Returns the name that a person or a program has asked for, in lower case; nil for other lines, and for our own
  /// questions.
  static func name(in line: ArraySlice<UInt8>) -> String? {
    // Most lines are those about our own questions, and need no splitting.
    if ends.contains(where: { line.suffix($0.count).elementsEqual($0) }) { return nil }
    let words = line.split(separator: space)
    if let place = words.firstIndex(where: { $0.starts(with: "query[".utf8) }), place + 3 < words.count {
      guard words[place + 2].elementsEqual("from".utf8) else { return nil }
      return name(words[place + 1], from: words[place + 3])
    }
    guard let place = words.firstIndex(where: { $0.elementsEqual("info:".utf8) }), place + 5 == words.count,
      words[place + 4].elementsEqual("IN".utf8), words[place + 2].last == UInt8(ascii: ".")
    else { return nil }
    return name(words[place + 2].dropLast(), from: words[place + 1])
  }

  private static func name(_ bytes: ArraySlice<UInt8>, from address: ArraySlice<UInt8>) -> String? {
    if address.elementsEqual(own) || bytes.isEmpty || bytes.count > lengthLimit { return nil }
    return String(decoding: bytes.map { (65...90).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// Maximum length of a name in bytes (RFC 1035, section 2.3.4).
  private static let lengthLimit = 253
}
