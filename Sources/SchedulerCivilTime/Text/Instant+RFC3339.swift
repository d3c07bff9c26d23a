extension Instant: CustomStringConvertible {
  /// The instant in UTC as RFC 3339 writes it: `2026-11-23T08:00:00Z`.
  ///
  /// RFC 3339 has four digits for the year: an instant outside the years 1 to 9999 is written as its count of seconds
  /// since 1970 after an `@`, as `date --date` takes it: `@253402300800`.
  public var description: String {
    var bytes: [UInt8] = []
    appendRFC3339(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The instant as the clocks of a zone show it, with their offset: `2026-11-23T09:00:00+01:00`.
  ///
  /// UTC is `+00:00`. Offsets with seconds, all of them historical, are written out (`+00:53:28`), which RFC 3339 has no
  /// form for but ISO 8601-2 has. Outside the years 1 to 9999: as `description` says.
  public func rfc3339(in zone: ZoneRules) -> String {
    var bytes: [UInt8] = []
    appendRFC3339(in: zone, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends what `description` says, without making a string.
  public func appendRFC3339(to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: Self.longestText) { text in
      if appendDateTime(offset: .zero, to: &text) { text.append(UInt8(ascii: "Z")) }
    }
  }

  /// Appends what `rfc3339(in:)` says, without making a string.
  public func appendRFC3339(in zone: ZoneRules, to bytes: inout [UInt8]) {
    appendRFC3339(offset: zone.offset(at: self), to: &bytes)
  }

  /// Appends the instant with this offset, for a caller who knows which one is in force, without making a string.
  public func appendRFC3339(offset: UTCOffset, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: Self.longestText) { appendRFC3339(offset: offset, to: &$0) }
  }

  /// Appends the instant with this offset to memory that has room for `longestText` bytes.
  public func appendRFC3339(offset: UTCOffset, to text: inout OutputSpan<UInt8>) {
    if appendDateTime(offset: offset, to: &text) { text.append(offset) }
  }

  /// The most bytes that an instant takes: `2026-11-23T09:00:00+00:53:28`.
  public static let longestText = 28

  /// Appends date and time, or the count of seconds when there is no such date; says whether there was.
  private func appendDateTime(offset: UTCOffset, to text: inout OutputSpan<UInt8>) -> Bool {
    let (local, overflow) = epochSeconds.addingReportingOverflow(Int64(offset.seconds))
    guard !overflow, let civil = CivilDateTime(localSeconds: local) else {
      for byte in "@\(epochSeconds)".utf8 { text.append(byte) }
      return false
    }
    text.append(civil.date)
    text.append(UInt8(ascii: "T"))
    text.appendClock(Int(civil.time.secondsSinceMidnight), secondsOptional: false)
    return true
  }
}

extension Instant {
  /// The instant that the whole text writes as RFC 3339 has it, or nil.
  public init?(rfc3339 text: some StringProtocol) { self.init(rfc3339: Array(text.utf8)) }

  /// The instant that all of the bytes write as RFC 3339 has it, or nil.
  ///
  /// ```abnf
  /// date-time = full-date ( "T" / "t" / " " ) full-time
  /// full-time = 2DIGIT ":" 2DIGIT ":" 2DIGIT ( "Z" / "z" / numoffset )    ; 00:00:00 to 23:59:59, offsets less than a day
  /// ```
  ///
  /// Refused though RFC 3339 has them: fractions of a second, since an instant is whole seconds and dropping them would
  /// name another one; second 60, since POSIX time has no leap seconds; the year 0000. Read though it has them not:
  /// what `rfc3339(in:)` writes for offsets with seconds. `-00:00`, an unknown offset, is UTC (section 4.3).
  public init?(rfc3339 bytes: [UInt8]) {
    var cursor = TextCursor(bytes)
    guard let date = CivilDate(from: &cursor), cursor.skipDateTimeSeparator(),
      let time = TimeOfDay(from: &cursor, secondsOptional: false), time < .endOfDay
    else { return nil }
    let isUTC = cursor.skip(UInt8(ascii: "Z")) || cursor.skip(UInt8(ascii: "z"))
    guard let offset = isUTC ? .zero : UTCOffset(from: &cursor), cursor.isAtEnd,
      abs(offset.seconds) < 86_400
    else { return nil }
    let local = Int64(date.epochDay) * 86_400 + Int64(time.secondsSinceMidnight)
    self.init(epochSeconds: local - Int64(offset.seconds))
  }
}
