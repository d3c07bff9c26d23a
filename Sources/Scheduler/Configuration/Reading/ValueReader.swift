import CivilTime
import Diagnostics
import TOML

/// How the value of a key is read: what it is called in messages, and what turns a TOML value into it.
struct ValueReader<Output> {
  /// What is expected, with an article: `a duration such as "25m"`.
  let expectation: String
  /// The value, or nil when it was reported.
  let read: (Value, inout Reading) -> Output?
}

extension ValueReader {
  /// A reader of one kind of TOML value that cannot be wrong otherwise.
  fileprivate static func kind(_ expectation: String, _ extract: @escaping (Value) -> Output?) -> Self {
    ValueReader(expectation: expectation) { value, reading in
      if let output = extract(value) { return output }
      reading.report(.wrongType(value, expected: expectation))
      return nil
    }
  }

  /// A reader of strings with a grammar of their own.
  fileprivate static func text(
    _ expectation: String, _ parse: @escaping ([UInt8]) throws(TextProblem) -> Output
  ) -> Self {
    ValueReader(expectation: expectation) { value, reading in
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
  /// What `reader` reads, with the place where it stands.
  static func located<Wrapped>(_ reader: ValueReader<Wrapped>) -> Self where Output == Located<Wrapped> {
    ValueReader(expectation: reader.expectation) { value, reading in
      reader.read(value, &reading).map { Located(value: $0, span: value.span) }
    }
  }
}

extension ValueReader where Output == String {
  /// Any string.
  static var string: Self { kind("a string") { $0.string } }
}

extension ValueReader where Output == Bool {
  /// `true` or `false`.
  static var boolean: Self { kind("true or false") { $0.boolean } }
}

extension ValueReader where Output == Int64 {
  /// A whole number of 64 bits.
  static var integer: Self { kind("a whole number") { $0.integer } }

  /// A duration, in seconds.
  static var duration: Self { text("a duration such as \"25m\"", DurationText.seconds) }
}

extension ValueReader where Output == CivilDate {
  /// A TOML local date.
  static var date: Self {
    ValueReader(expectation: "a date such as 2026-12-25, without quotes") { value, reading in
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
  /// `"mon-fri"`, `["mon", "wed"]`, `"daily"`.
  static var weekdays: Self {
    let expectation = "days such as \"mon-fri\", [\"mon\", \"wed\"] or \"weekends\""
    let one = text(expectation, WeekdayText.days)
    return ValueReader(expectation: expectation) { value, reading in
      guard let elements = value.array else { return one.read(value, &reading) }
      guard !elements.isEmpty else {
        reading.report(.emptyDays(value))
        return nil
      }
      let sets = elements.map { one.read($0, &reading) }
      return sets.contains { $0 == nil } ? nil : sets.reduce(into: []) { $0.formUnion($1 ?? []) }
    }
  }
}

extension ValueReader where Output == WeekdayTime {
  /// `"09:00"`, `"mon 09:00"`, or a TOML local time.
  static var weekdayTime: Self {
    let expectation = "a time such as \"09:00\" or \"mon 09:00\""
    let quoted = text(expectation, TimeText.weekdayTime)
    return ValueReader(expectation: expectation) { value, reading in
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
  /// A UUID in either case.
  static var uuid: Self {
    text("a UUID") { bytes throws(TextProblem) in
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
  /// A string of a grammar of its own, for rows of the key tables.
  static func parsed(
    _ expectation: String, _ parse: @escaping (String) throws(TextProblem) -> Output
  ) -> ValueReader {
    text(expectation) { bytes throws(TextProblem) in try parse(String(decoding: bytes, as: UTF8.self)) }
  }

  /// A list of what `element` reads; elements that are wrong are reported and left out.
  static func list<Element>(_ expectation: String, of element: ValueReader<Element>) -> Self where Output == [Element] {
    ValueReader(expectation: expectation) { value, reading in
      guard let elements = value.array else {
        reading.report(.notAList(value, expected: expectation))
        return nil
      }
      return elements.compactMap { element.read($0, &reading) }
    }
  }
}
