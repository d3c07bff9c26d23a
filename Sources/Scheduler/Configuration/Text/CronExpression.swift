/// A cron expression such as `0 9 * * 1-5`, read only to suggest a window.
///
///     cron = minute 1*SP hour 1*SP day-of-month 1*SP month 1*SP day-of-week
enum CronExpression {
  /// Returns a window that starts as often as a cron expression says; nil if the text is not a cron expression. The
  /// window ends with the last hour of the expression if that lists several hours, else at an hour of a working day.
  static func window(for bytes: [UInt8]) -> String? {
    let fields = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .map { String(decoding: $0, as: UTF8.self).lowercased() }
    guard fields.count == 5, fields.allSatisfy(isField), !fields[..<2].contains(where: startsWithLetter) else {
      return nil
    }
    let isSimple = fields[2] == "*" && fields[3] == "*"
    guard isSimple, let times = times(minute: fields[0], hour: fields[1]), let days = days(fields[4]) else {
      return "mon-fri 09:00-17:00"
    }
    return days + times
  }

  private static func startsWithLetter(_ field: String) -> Bool { field.utf8.first.map(isASCIILetter) ?? false }

  private static func isField(_ field: String) -> Bool {
    guard let first = field.utf8.first, first == UInt8(ascii: "*") || isASCIIDigit(first) || isASCIILetter(first) else {
      return false
    }
    return field.utf8.allSatisfy { isASCIIDigit($0) || isASCIILetter($0) || "*/,-".utf8.contains($0) }
  }

  /// Returns the days with a space after them, or an empty text for every day.
  private static func days(_ field: String) -> String? {
    if field == "*" { return "" }
    let names = ["sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    var text = ""
    for part in field.split(whereSeparator: { $0 == "," || $0 == "-" }) {
      if !text.isEmpty { text += field[field.index(before: part.startIndex)] == "-" ? "-" : "," }
      guard
        let name = Int(part).map({ names.indices.contains($0) ? names[$0] : "" }) ?? names.first(where: { $0 == part })
      else { return nil }
      text += name
    }
    return text.isEmpty ? nil : text + " "
  }

  private static func times(minute: String, hour: String) -> String? {
    if hour == "*" { return "00:00-24:00" }
    let hours = hour.split(separator: "-").compactMap { Int($0) }
    guard hours.allSatisfy({ (0...23).contains($0) }) else { return nil }
    if hours.count == 2, hour.contains("-"), hours[0] <= hours[1] {
      return "\(pad(hours[0])):00-\(pad(hours[1] + 1)):00"
    }
    guard hours.count == 1, "\(hours[0])" == hour || pad(hours[0]) == hour else { return nil }
    let start = Int(minute).flatMap { (0...59).contains($0) ? $0 : nil } ?? 0
    return "\(pad(hours[0])):\(pad(start))-\(pad(hours[0] < 17 ? 17 : hours[0] + 1)):00"
  }

  private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
