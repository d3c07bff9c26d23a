import SchedulerDiagnostics
import SchedulerTOML

extension ValueReader where Output: RawRepresentable & CaseIterable, Output.RawValue == String {
  /// Reads one of the raw values of a type. `noun` describes them, without an article.
  static func choice(_ noun: String) -> Self {
    ValueReader(expectation: noun, shape: { .choice(Output.allCases.map(\.rawValue)) }) { value, reading in
      if let text = value.string, let choice = Output(rawValue: text) { return choice }
      let names = Output.allCases.map(\.rawValue)
      guard let text = value.string else {
        let likely = value.boolean.flatMap { $0 ? names.last : names.first }
        reading.report(
          .wrongType(value, expected: oneOf(names), help: likely.map { ["write \"\($0)\", for instance"] } ?? []))
        return nil
      }
      reading.report(.unknownChoice(noun, text: text, at: value, known: names))
      return nil
    }
  }
}

/// `"none", "remote" or "strict"`
private func oneOf(_ names: [String]) -> String {
  let quoted = names.map { "\"\($0)\"" }
  return quoted.dropLast().joined(separator: ", ") + " or " + (quoted.last ?? "")
}

extension ValueReader where Output == Int64 {
  /// Reads an integer within a range.
  static func integer(in range: ClosedRange<Int64>) -> Self {
    ValueReader(expectation: "a whole number", shape: { .integer(range) }) { value, reading in
      guard let number = ValueReader.integer.read(value, &reading) else { return nil }
      if range.contains(number) { return number }
      let limit = number < range.lowerBound ? "at least \(range.lowerBound)" : "at most \(range.upperBound)"
      reading.report(.outOfRange(value, limit: limit, found: "\(number)"))
      return nil
    }
  }

  /// Reads a duration, in seconds.
  static var duration: Self {
    let text = parsed("a duration such as \"25m\"", pattern: DurationText.pattern, example: "25m") {
      text throws(TextProblem) in
      try DurationText.seconds(Array(text.utf8))
    }
    return ValueReader(expectation: text.expectation, shape: text.shape) { value, reading in
      guard let number = value.integer, number >= 0 else { return text.read(value, &reading) }
      reading.report(
        .wrongType(value, expected: text.expectation, help: ["write the unit, as in \"\(number)m\" for minutes"]))
      return nil
    }
  }

  /// Reads a duration within limits, by default of at least one second, in seconds.
  static func duration(
    from leastSeconds: Int64 = 1, upTo limitSeconds: Int64 = ConfigurationLimits.durationWeeks * 604_800
  ) -> Self {
    let pattern = { leastSeconds > 0 ? DurationText.positivePattern : DurationText.pattern }
    let example = limitSeconds < 1_500 ? "10s" : "25m"
    let shape = { ValueShape.string(pattern: pattern(), example: example) }
    return ValueReader(expectation: "a duration such as \"\(example)\"", shape: shape) { value, reading in
      guard let seconds = duration.read(value, &reading) else { return nil }
      if (leastSeconds...limitSeconds).contains(seconds) { return seconds }
      let limit =
        seconds < leastSeconds
        ? "at least \(DurationText.text(seconds: leastSeconds))" : "at most \(DurationText.text(seconds: limitSeconds))"
      reading.report(.outOfRange(value, limit: limit, found: DurationText.text(seconds: seconds)))
      return nil
    }
  }
}

extension ValueReader where Output == Int64? {
  /// Reads a duration of at least one second in seconds, or nil for `"never"`.
  static var durationOrNever: Self {
    let duration = ValueReader<Int64>.duration()
    let expectation = "a duration such as \"4w\", or \"never\""
    let shape = { ValueShape.anyOf([.choice(["never"]), duration.shape()]) }
    return ValueReader(expectation: expectation, shape: shape) { value, reading in
      if value.string == "never" { return .some(nil) }
      return duration.read(value, &reading).map { .some($0) }
    }
  }
}

extension ValueReader {
  /// Reads a list with at least one element. `what` describes the element, with an article.
  static func nonEmpty<Element>(_ list: ValueReader<[Element]>, of what: String) -> Self where Output == [Element] {
    let shape = {
      if case .list(let element, _) = list.shape() { ValueShape.list(element, minimumCount: 1) } else { list.shape() }
    }
    return ValueReader(expectation: list.expectation, shape: shape) { value, reading in
      if let elements = value.array, elements.isEmpty {
        reading.report(.emptyList(value, of: what))
        return nil
      }
      return list.read(value, &reading)
    }
  }
}

extension DiagnosticCode {
  static let emptyList = DiagnosticCode("empty-list")
  static let unknownChoice = DiagnosticCode("unknown-value")
  static let outOfRange = DiagnosticCode("out-of-range")
}

extension Diagnostic {
  fileprivate static func unknownChoice(_ noun: String, text: String, at value: Value, known: [String]) -> Diagnostic {
    let nearest = NearestName.nearest(to: text, among: known)
    return Diagnostic(
      .error, code: .unknownChoice, message: "unknown \(noun) '\(text)'", at: value.span,
      help: [nearest.map { "did you mean \"\($0)\"?" } ?? "write \(oneOf(known))"])
  }

  fileprivate static func outOfRange(_ value: Value, limit: String, found: String) -> Diagnostic {
    Diagnostic(.error, code: .outOfRange, message: "expected \(limit), found \(found)", at: value.span)
  }

  fileprivate static func emptyList(_ value: Value, of what: String) -> Diagnostic {
    Diagnostic(.error, code: .emptyList, message: "expected a list with \(what), found an empty one", at: value.span)
  }
}
