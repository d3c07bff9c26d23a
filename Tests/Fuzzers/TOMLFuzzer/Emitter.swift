import SchedulerTOML

/// Writes a tree as TOML in one way: everything inline but the entries of the root.
struct Emitter {
  private var result = ""

  static func text(of root: Table) -> String {
    var emitter = Emitter()
    for entry in root {
      emitter.append(entry)
      emitter.result += "\n"
    }
    return emitter.result
  }

  private mutating func append(_ entry: Entry) {
    append(quoted: entry.key.text)
    result += " = "
    append(entry.value)
  }

  private mutating func append(_ value: Value) {
    switch value.kind {
    case .string: append(quoted: value.string ?? "")
    case .integer: result += "\(value.integer ?? 0)"
    case .float: append(value.float ?? 0)
    case .boolean: result += "\(value.boolean ?? false)"
    case .offsetDateTime: value.offsetDateTime.map { append($0) }
    case .localDateTime: value.localDateTime.map { append($0) }
    case .localDate: value.localDate.map { append($0) }
    case .localTime: value.localTime.map { append($0) }
    case .array: value.array.map { append("[", Array($0), "]") { $0.append($1) } }
    case .table: value.table.map { append("{", Array($0), "}") { $0.append($1) } }
    }
  }

  private mutating func append<Element>(
    _ open: String, _ elements: [Element], _ close: String, _ write: (inout Emitter, Element) -> Void
  ) {
    result += open
    for (position, element) in elements.enumerated() {
      if position > 0 { result += ", " }
      write(&self, element)
    }
    result += close
  }

  private mutating func append(quoted text: String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }

  private mutating func append(_ value: Double) {
    let text = "\(value)"
    result += text.contains(".") || text.contains("e") || !value.isFinite ? text : text + ".0"
  }

  private mutating func append(_ date: LocalDate) {
    result += "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
  }

  private mutating func append(_ time: LocalTime) {
    result +=
      "\(padded(time.hour, 2)):\(padded(time.minute, 2)):\(padded(time.second, 2)).\(padded(time.nanosecond, 9))"
  }

  private mutating func append(_ value: LocalDateTime) {
    append(value.date)
    result += "T"
    append(value.time)
  }

  private mutating func append(_ value: OffsetDateTime) {
    append(value.local)
    if value.isUTCDesignator {
      result += "Z"
      return
    }
    let minutes = abs(value.offsetMinutes)
    result += "\(value.offsetMinutes < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
  }

  private func padded(_ number: Int, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
