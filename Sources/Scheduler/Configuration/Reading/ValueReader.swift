import SchedulerCivilTime
import SchedulerTOML

/// Reads the value of a key: its description for messages, and the conversion of a TOML value.
struct ValueReader<Output> {
  /// The expected value with an article: `a duration such as "25m"`. For a choice the noun alone.
  let expectation: String
  /// The syntax of the value.
  let shape: () -> ValueShape
  /// Returns the value, or nil after reporting an error.
  let read: (Value, inout Reading) -> Output?
}

extension ValueReader {
  /// Reads one kind of TOML value. Every value of that kind is valid.
  fileprivate static func kind(
    _ expectation: String, shape: @escaping @autoclosure () -> ValueShape, extract: @escaping (Value) -> Output?
  ) -> Self {
    ValueReader(expectation: expectation, shape: shape) { value, reading in
      if let output = extract(value) { return output }
      reading.report(.wrongType(value, expected: expectation))
      return nil
    }
  }

  /// Reads strings with their own grammar.
  fileprivate static func text(
    _ expectation: String, pattern: @escaping @autoclosure () -> String?, example: String?,
    parse: @escaping ([UInt8]) throws(TextProblem) -> Output
  ) -> Self {
    let shape = { ValueShape.string(pattern: pattern(), example: example) }
    return ValueReader(expectation: expectation, shape: shape) { value, reading in
      guard let bytes = value.withStringUTF8({ Array($0) }) else {
        reading.report(.wrongType(value, expected: expectation))
        return nil
      }
      do throws(TextProblem) {
        return try parse(bytes)
      } catch {
        reading.report(error, in: value)
        return nil
      }
    }
  }
}

extension ValueReader {
  /// Reads the value of `reader` together with its place.
  static func located<Wrapped>(_ reader: ValueReader<Wrapped>) -> Self where Output == Located<Wrapped> {
    ValueReader(expectation: reader.expectation, shape: reader.shape) { value, reading in
      reader.read(value, &reading).map { Located(value: $0, span: value.span) }
    }
  }
}

extension ValueReader {
  /// Reads the value of `reader`. For an invalid value, which is reported, returns an inner nil, so that its key is not
  /// also reported as missing.
  static func attempted<Wrapped>(_ reader: ValueReader<Wrapped>) -> Self where Output == Wrapped? {
    ValueReader(expectation: reader.expectation, shape: reader.shape) { value, reading in
      .some(reader.read(value, &reading))
    }
  }
}

extension ValueReader where Output == String {
  /// Reads any string.
  static var string: Self { kind("a string", shape: .string(pattern: nil, example: nil)) { $0.string } }
}

extension ValueReader where Output == Bool {
  /// Reads `true` or `false`.
  static var boolean: Self { kind("true or false", shape: .boolean) { $0.boolean } }
}

extension ValueReader where Output == Int64 {
  /// Reads a 64-bit integer.
  static var integer: Self { kind("a whole number", shape: .integer(.min...(.max))) { $0.integer } }
}

extension ValueReader where Output == CivilDate {
  /// Reads a TOML local date.
  static var date: Self {
    ValueReader(expectation: "a date such as 2026-12-25, without quotes", shape: { .localDate }) { value, reading in
      guard let date = value.localDate else {
        reading.report(.notADate(value))
        return nil
      }
      if let date = CivilDate(year: date.year, month: date.month, day: date.day) { return date }
      reading.report(.dateOutOfRange(value))
      return nil
    }
  }
}

extension ValueReader where Output == WeekdaySet {
  /// Reads `"mon-fri"`, `["mon", "wed"]` or `"daily"`, the days of something such as a window.
  static func weekdays(of subject: String) -> Self {
    let expectation = "days such as \"mon-fri\", [\"mon\", \"wed\"] or \"weekends\""
    let one = text(expectation, pattern: TimePattern.days, example: "mon-fri", parse: WeekdayText.days)
    let shape = { ValueShape.anyOf([one.shape(), .list(one.shape(), minimumCount: 1)]) }
    return ValueReader(expectation: expectation, shape: shape) { value, reading in
      guard let elements = value.array else { return one.read(value, &reading) }
      guard !elements.isEmpty else {
        reading.report(.emptyDays(value, of: subject))
        return nil
      }
      let sets = elements.map { one.read($0, &reading) }
      return sets.contains { $0 == nil } ? nil : sets.reduce(into: []) { $0.formUnion($1 ?? []) }
    }
  }
}

extension ValueReader where Output == WeekdayTime {
  /// Reads `"09:00"`, `"mon 09:00"`, or a TOML local time.
  static var weekdayTime: Self { weekdayTime(pattern: TimePattern.windowEnd) }

  /// Reads the start of a window like `weekdayTime`. That it is not 24:00 is checked together with the other keys.
  static var weekdayStart: Self { weekdayTime(pattern: TimePattern.windowStart) }

  private static func weekdayTime(pattern: @escaping @autoclosure () -> String) -> Self {
    let expectation = "a time such as \"09:00\" or \"mon 09:00\""
    let quoted = text(expectation, pattern: pattern(), example: "09:00", parse: TimeText.weekdayTime)
    let shape = { ValueShape.anyOf([quoted.shape(), .localTime]) }
    return ValueReader(expectation: expectation, shape: shape) { value, reading in
      guard let time = value.localTime else { return quoted.read(value, &reading) }
      guard time.nanosecond == 0, let time = TimeOfDay(hour: time.hour, minute: time.minute, second: time.second) else {
        reading.report(.fractionalTime(value))
        return nil
      }
      return WeekdayTime(weekday: nil, time: time)
    }
  }
}

extension ValueReader where Output == UUIDValue {
  /// Reads a UUID in either case.
  static var uuid: Self {
    let pattern = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
    return text("a UUID", pattern: pattern, example: nil) { bytes throws(TextProblem) in
      let text = String(decoding: bytes, as: UTF8.self)
      if let uuid = UUIDValue(text) { return uuid }
      throw TextProblem(
        code: .invalidUUID, range: 0..<bytes.count, message: "'\(text)' is not a UUID",
        help: [
          "a UUID looks like 6f1c1c1e-8f0e-4c7d-9b36-0d8a1b9d4a10; without 'id' one is derived from the profile's key"
        ])
    }
  }
}

extension ValueReader {
  /// Reads a string with its own grammar, for rows of the key tables. `pattern` and `example` are for the reference.
  static func parsed(
    _ expectation: String, pattern: @escaping @autoclosure () -> String? = nil, example: String? = nil,
    parse: @escaping (String) throws(TextProblem) -> Output
  ) -> ValueReader {
    text(expectation, pattern: pattern(), example: example) { bytes throws(TextProblem) in
      try parse(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Reads a list of the values of `element`. Invalid elements are reported and left out.
  static func list<Element>(_ expectation: String, of element: ValueReader<Element>) -> Self where Output == [Element] {
    ValueReader(expectation: expectation, shape: { .list(element.shape()) }) { value, reading in
      guard let elements = value.array else {
        reading.report(.notAList(value, expected: expectation))
        return nil
      }
      var outputs: [Element] = []
      let first = reading.elementsBefore + 1
      reading.elementsBefore = 0
      for (index, value) in elements.enumerated() {
        reading.within(value, at: first + index) { reading in
          if let output = element.read(value, &reading) { outputs.append(output) }
        }
      }
      return outputs
    }
  }

  /// Reads the list of `list`, which leaves out invalid elements. If it left out any, the list is invalid.
  static func whole<Element>(_ list: ValueReader<[Element]>) -> Self where Output == [Element] {
    ValueReader(expectation: list.expectation, shape: list.shape) { value, reading in
      list.read(value, &reading).flatMap { $0.count == value.array?.count ? $0 : nil }
    }
  }

  /// Reads a table whose keys form one value.
  static func table<Draft: TableDraft>(
    _ expectation: String = "a table", schema: @escaping @autoclosure () -> TableSchema<Draft>
  ) -> Self where Output == Draft.Output {
    let schema = Lazy(schema)
    return ValueReader(expectation: expectation, shape: { .table(schema.value.reference) }) { value, reading in
      var draft = Draft()
      schema.value.read(value, into: &draft, reading: &reading)
      // A missing key may be on a line that could not be parsed.
      guard let table = value.table, !table.hasErroneousKeys else { return nil }
      return draft.finished(at: value.span, &reading)
    }
  }
}
