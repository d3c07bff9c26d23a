/// What a wrongly written date or time was most likely meant to be.
struct DateTimeCorrection {
  /// The date or time in the right form, or nil when it cannot be told.
  ///
  /// Mends missing leading zeros, `/` in dates and offsets without a colon.
  static func correct(_ text: String) -> String? {
    var halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" || $0 == " " }
    let time = halves.popLast().flatMap { half in halves.isEmpty && !half.contains(":") ? nil : Self.time(half) }
    let date = halves.first.map(date) ?? date(text[...])
    let corrected =
      switch (date, time) {
      case (let date?, let time?): "\(date)T\(time)"
      case (let date?, nil) where halves.isEmpty: date
      case (nil, let time?) where halves.isEmpty: time
      default: text
      }
    return corrected != text && isDateTime(corrected) ? corrected : nil
  }

  private static func isDateTime(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBytes { buffer in
      var reader = DateTimeReader(ByteView(buffer), 0..<buffer.count)
      do throws(DateTimeProblem) {
        _ = try reader.read()
        return true
      } catch {
        return false
      }
    }
  }

  /// `2026-1-5` and `2026/1/5`, year first.
  private static func date(_ text: Substring) -> String? {
    let fields = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
    guard fields.count == 3, fields[0].count == 4 else { return nil }
    return [String(fields[0]), padded(fields[1]), padded(fields[2])].joined(separator: "-")
  }

  /// `9:5:0.5` and an offset behind it.
  private static func time(_ text: Substring) -> String? {
    let end = text.firstIndex { "+-Zz".contains($0) } ?? text.endIndex
    let fields = text[..<end].split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(fields.count) else { return nil }
    return fields.map(padded).joined(separator: ":") + offset(text[end...])
  }

  private static func offset(_ text: Substring) -> String {
    guard let sign = text.first, sign == "+" || sign == "-" else { return String(text) }
    let digits = text.dropFirst()
    if digits.count == 4, !digits.contains(":") { return "\(sign)\(digits.prefix(2)):\(digits.suffix(2))" }
    return String(sign)
      + digits.split(separator: ":", omittingEmptySubsequences: false).map(padded).joined(separator: ":")
  }

  private static func padded(_ field: Substring) -> String {
    field.count == 1 || field.dropFirst().first == "." ? "0\(field)" : String(field)
  }
}
