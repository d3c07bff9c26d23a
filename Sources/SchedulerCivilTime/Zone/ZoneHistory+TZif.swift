/// Parsing of TZif files (RFC 9636, versions 1 to 4). Every length, index and range is checked before it is used.
///
/// Of versions 2 to 4 only the 64-bit block and the footer are used. Version 4 differs from version 3 only in its leap
/// seconds, and files with leap seconds are rejected because their instants are not POSIX time. A footer may use the
/// hours of version 3 in any version. Bytes after the footer are ignored (section 3: later versions may append data),
/// and so are the standard/wall and UT/local indicators, which only record how a transition was specified.
extension ZoneHistory {
  /// Maximum number of transitions, that of the tz database's own code (`TZ_MAX_TIMES` in tzfile.h). The longest real
  /// zone has about 250.
  static let maximumTransitions: UInt32 = 2000

  /// Parses a whole file.
  init(tzif bytes: [UInt8]) throws(TZifError) {
    let first = try TZifHeader(bytes, at: 0)
    guard first.version != 0 else {
      self = try Self.block(bytes, header: first, at: TZifHeader.size, timeSize: 4, rule: nil)
      return
    }
    let secondOffset = TZifHeader.size + first.blockSize(timeSize: 4)
    let second = try TZifHeader(bytes, at: secondOffset)
    guard second.version == first.version else {
      throw .versionMismatch(first: first.version, second: second.version)
    }
    try second.validate()
    let start = secondOffset + TZifHeader.size
    let rule = try Self.footer(bytes, at: start + second.blockSize(timeSize: 8))
    self = try Self.block(bytes, header: second, at: start, timeSize: 8, rule: rule)
    try validateRule()
  }

  /// ```abnf
  /// block  = *time *type-index *type *designation-octet *leap-second *standard-indicator *ut-indicator
  /// type   = 4OCTET ( %x00 / %x01 ) OCTET         ; UT offset, daylight saving, where its designation starts
  /// ```
  private static func block(
    _ bytes: [UInt8], header: TZifHeader, at start: Int, timeSize: Int, rule: POSIXRule?
  ) throws(TZifError) -> ZoneHistory {
    try header.validate()
    let end = start + header.blockSize(timeSize: timeSize)
    guard end <= bytes.count else { throw .truncated(expected: end, actual: bytes.count) }
    let typeStart = start + Int(header.transitions) * (timeSize + 1)
    return ZoneHistory(
      types: try types(bytes, header: header, at: typeStart),
      transitions: try transitions(bytes, header: header, at: start, timeSize: timeSize),
      rule: rule)
  }

  private static func transitions(
    _ bytes: [UInt8], header: TZifHeader, at start: Int, timeSize: Int
  ) throws(TZifError) -> [Transition] {
    var transitions: [Transition] = []
    let indexStart = start + Int(header.transitions) * timeSize
    for index in 0..<Int(header.transitions) {
      let offset = start + index * timeSize
      let time = timeSize == 8 ? bytes.signed64(at: offset) : Int64(Int32(bitPattern: bytes.unsigned32(at: offset)))
      guard time.magnitude <= 1 << 59 else { throw .transitionOutOfRange(index: index) }
      if let last = transitions.last, last.time >= time { throw .unsortedTransition(index: index) }
      let type = bytes[indexStart + index]
      guard type < header.types else { throw .typeIndexOutOfRange(transition: index, type: Int(type)) }
      transitions.append(Transition(time: time, type: type))
    }
    return transitions
  }

  private static func types(
    _ bytes: [UInt8], header: TZifHeader, at start: Int
  ) throws(TZifError) -> [LocalTimeType] {
    let designationStart = start + Int(header.types) * 6
    let designations = bytes[designationStart..<designationStart + Int(header.designationBytes)]
    var types: [LocalTimeType] = []
    for index in 0..<Int(header.types) {
      let offset = start + index * 6
      let seconds = Int32(bitPattern: bytes.unsigned32(at: offset))
      guard UTCOffset.validSeconds.contains(seconds) else { throw .offsetOutOfRange(type: index, seconds: seconds) }
      let flag = bytes[offset + 4]
      guard flag <= 1 else { throw .badDaylightFlag(type: index, value: flag) }
      let designation = designations.dropFirst(Int(bytes[offset + 5]))
      guard let end = designation.firstIndex(of: 0) else { throw .badDesignation(type: index) }
      types.append(
        LocalTimeType(
          offset: UTCOffset(seconds: seconds), isDaylight: flag == 1,
          designation: String(decoding: designation[..<end], as: UTF8.self)))
    }
    return types
  }

  /// ```abnf
  /// footer = LF [ rule ] LF
  /// ```
  private static func footer(_ bytes: [UInt8], at start: Int) throws(TZifError) -> POSIXRule? {
    guard bytes.count >= start + 2 else { throw .truncated(expected: start + 2, actual: bytes.count) }
    let newline = UInt8(ascii: "\n")
    let text = bytes[(start + 1)...]
    guard bytes[start] == newline, let end = text.firstIndex(of: newline) else { throw .unterminatedFooter }
    guard end > text.startIndex else { return nil }
    do throws(POSIXRuleError) { return try POSIXRule(parsing: Array(text[..<end])) } catch { throw .badFooter(error) }
  }

  private func validateRule() throws(TZifError) {
    guard let rule, let last = transitions.last, ruleStart == nil else { return }
    throw .contradictingFooter(transition: types[Int(last.type)].offset, footer: rule.type(at: last.time).offset)
  }
}
