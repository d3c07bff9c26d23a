/// Writes the bytes of valid and invalid TZif files (RFC 9636, section 3).
struct TZifWriter: Sendable {
  struct LocalType: Sendable {
    var seconds: Int32
    var isDaylight: UInt8 = 0
    var designation: UInt8 = 0
  }

  /// NUL, or a digit.
  var version = UInt8(ascii: "2")
  var types: [LocalType] = []
  var designations = "LMT\0STD\0DST\0"
  var transitions: [(time: Int64, type: UInt8)] = []
  var leapSeconds: [(time: Int64, correction: Int32)] = []
  var standardIndicators: [UInt8] = []
  var utIndicators: [UInt8] = []
  /// The bytes after the 64-bit block.
  var footer = "\n\n"
  /// A count of the last header and a value that replaces it: isutcnt, isstdcnt, leapcnt, timecnt, typecnt or charcnt.
  var lie: (count: Int, value: UInt32)?

  /// The bytes of the file. A version 1 file is one block of 32-bit times; a later one begins with an empty block, as
  /// `zic -b slim` writes it.
  var bytes: [UInt8] {
    guard version != 0 else { return header + block(timeSize: 4) }
    let empty = Self.header(version, [0, 0, 0, 0, 1, 1]) + [0, 0, 0, 0, 0, 0, 0]
    return empty + header + block(timeSize: 8) + Array(footer.utf8)
  }

  private var header: [UInt8] {
    let lengths = [
      utIndicators.count, standardIndicators.count, leapSeconds.count, transitions.count, types.count,
      designations.utf8.count,
    ]
    var counts = lengths.map { UInt32($0) }
    if let lie { counts[lie.count] = lie.value }
    return Self.header(version, counts)
  }

  private static func header(_ version: UInt8, _ counts: [UInt32]) -> [UInt8] {
    Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15) + counts.flatMap { bigEndian(Int64($0), 4) }
  }

  private func block(timeSize: Int) -> [UInt8] {
    var bytes = transitions.flatMap { Self.bigEndian($0.time, timeSize) } + transitions.map(\.type)
    bytes += types.flatMap { Self.bigEndian(Int64($0.seconds), 4) + [$0.isDaylight, $0.designation] }
    bytes += Array(designations.utf8)
    bytes += leapSeconds.flatMap { Self.bigEndian($0.time, timeSize) + Self.bigEndian(Int64($0.correction), 4) }
    return bytes + standardIndicators + utIndicators
  }

  private static func bigEndian(_ value: Int64, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}

extension TZifWriter {
  /// A zone like Berlin's: mean time, standard time from 1893, daylight saving time by the rule of the footer.
  static let berlin = TZifWriter(
    types: [
      LocalType(seconds: 3208), LocalType(seconds: 3600, designation: 4),
      LocalType(seconds: 7200, isDaylight: 1, designation: 8),
    ],
    transitions: [(-2_422_054_408, 1), (828_234_000, 2), (846_378_000, 1)],
    footer: "\nSTD-1DST,M3.5.0,M10.5.0/3\n")

  /// Version 1: three transitions and no footer, so the last type applies for ever.
  static let version1 = TZifWriter(
    version: 0, types: berlin.types, transitions: [(-1_000_000_000, 1), (828_234_000, 2), (846_378_000, 1)])

  /// Version 3, because of the hours in its footer; no transitions.
  static let version3 = TZifWriter(
    version: UInt8(ascii: "3"), types: [LocalType(seconds: -7200, designation: 4)],
    footer: "\n<-02>2<-01>,M3.5.0/-1,M10.5.0/0\n")

  /// Version 4, without leap seconds. It skips a date, as Apia did.
  static let version4 = TZifWriter(
    version: UInt8(ascii: "4"),
    types: [LocalType(seconds: -36_000, designation: 4), LocalType(seconds: 50_400, designation: 4)],
    transitions: [(1_325_239_200, 1)], footer: "\n<+14>-14\n")

  /// Five changes in a day, so that some civil times occur three times and a gap is close to a repeated period.
  static let restless = TZifWriter(
    types: [LocalType(seconds: 0), LocalType(seconds: 3600), LocalType(seconds: -3600), LocalType(seconds: -7200)],
    transitions: [(0, 2), (1800, 3), (9000, 1), (9600, 3), (86_400, 0)])
}
