import SchedulerCivilTime
import SchedulerDiagnostics
import SchedulerTOML

extension TableSchema where Draft == WindowDraft {
  /// `[[profile.evening.window]]`, or a table in `window = [ … ]`
  static var window: Self {
    TableSchema(name: "a window") {
      KeyRow(
        "name", into: \.name, value: .string, summary: "What it is called on screen",
        default: "\"window-1\", \"window-2\", …")
      KeyRow(
        "days", into: \.days, value: .located(.weekdays(of: "window")), summary: "Days on which it starts",
        default: "\"daily\"")
      KeyRow(
        "on", into: \.on, value: .located(.dateReferences),
        summary: "Dates and calendars on which it starts, instead of days")
      KeyRow(
        "start", into: \.start, value: .located(.weekdayStart),
        summary: "When it starts, with a weekday for a window over several days", required: "\"09:00\"")
      KeyRow(
        "end", into: \.end, value: .located(.weekdayTime),
        summary: "When it ends; not after the start means the next day", required: "\"17:00\"")
      KeyRow(
        "warn", into: \.warnings, value: .list("a list of durations", of: .located(.warning)),
        summary: "How long before the start and the end to warn", default: "[]")
      KeyRow(
        "skip", into: \.skip, value: .dateReferences, summary: "Dates and calendars on which it does not start",
        default: "[]")
      KeyRow(
        "every", into: \.every, value: .located(.everyWeeks),
        summary: "Every how many weeks it starts, counted from the week of 'from'", default: "1")
      KeyRow("from", into: \.from, value: .located(.date), summary: "First date on which it may start")
      KeyRow("until", into: \.until, value: .located(.date), summary: "Last date on which it may start")
    }
  }
}

extension ValueReader where Output == [WindowDraft] {
  /// Reads windows in short and long form, mixed.
  static var windows: Self {
    let expectation = "a list of windows such as [\"mon-fri 09:00-12:30\"]"
    let schema = TableSchema<WindowDraft>.window
    let shape = {
      let short = ValueShape.string(pattern: TimePattern.window, example: "mon-fri 09:00-12:30")
      return ValueShape.list(.anyOf([short, .table(schema.reference)]))
    }
    return ValueReader(expectation: expectation, shape: shape) { value, reading in
      guard let elements = value.array else {
        reading.report(.notAList(value, expected: expectation))
        return nil
      }
      let count = elements.reduce(0) { $0 + WindowDraft.mostWindows(in: $1) }
      guard count <= ConfigurationLimits.windowsPerProfile else {
        reading.report(.tooManyWindows(value, count: count))
        return nil
      }
      var windows: [WindowDraft] = []
      windows.reserveCapacity(count)
      for (index, value) in elements.enumerated() {
        reading.within(value, at: index + 1) { reading in
          WindowDraft.read(value, schema: schema, into: &windows, reading: &reading)
        }
      }
      return windows
    }
  }
}

extension WindowDraft {
  /// Returns an upper bound of the number of windows in an element of the list.
  fileprivate static func mostWindows(in value: Value) -> Int {
    value.withStringUTF8 { WindowText.mostRanges(in: $0) } ?? 1
  }

  /// Appends the windows of an element in either form. An invalid element is reported and appends none.
  fileprivate static func read(
    _ value: Value, schema: TableSchema<WindowDraft>, into windows: inout [WindowDraft], reading: inout Reading
  ) {
    if value.kind == .table {
      var window = WindowDraft(span: value.span)
      schema.read(value, into: &window, reading: &reading)
      windows.append(window)
    } else if let bytes = value.withStringUTF8({ Array($0) }) {
      do throws(TextProblem) {
        let texts = try WindowText.windows(parsing: bytes)
        for text in texts {
          let span = texts.count == 1 ? value.span : value.span(ofStringBytes: text.range)
          windows.append(WindowDraft(text, span: span, in: value))
        }
      } catch {
        reading.report(error, in: value)
      }
    } else {
      reading.report(.wrongType(value, expected: "a window such as \"mon-fri 09:00-12:30\" or a table"))
    }
  }

  private init(_ text: WindowText, span: SourceSpan, in value: Value) {
    self.init(span: span)
    days = text.days.map { Located(value: $0, span: value.span) }
    start = Located(value: text.start, span: value.span(ofStringBytes: text.startRange))
    end = Located(value: text.end, span: value.span(ofStringBytes: text.endRange))
  }
}

extension ValueReader where Output == [DateReference] {
  /// Reads dates and names of calendars, mixed.
  static var dateReferences: Self {
    let date = ValueReader<Located<CivilDate>>.located(.date)
    let expectation = "a date or the name of a calendar"
    let shape = { ValueShape.anyOf([.localDate, .string(pattern: ProfileKey.pattern, example: "holidays")]) }
    let element = ValueReader<DateReference>(expectation: expectation, shape: shape) { value, reading in
      if let name = value.string { return .calendar(Located(value: name, span: value.span)) }
      return date.read(value, &reading).map { .date($0) }
    }
    return .list("a list of dates and calendar names", of: element)
  }
}

extension ValueReader where Output == Int64 {
  /// Reads a duration in seconds. That it is not 0 is checked together with the other keys.
  fileprivate static var warning: Self {
    let duration = duration
    return ValueReader(expectation: duration.expectation, shape: Self.duration().shape, read: duration.read)
  }

  /// Reads a number of weeks. Its range is checked together with the other keys.
  fileprivate static var everyWeeks: Self {
    ValueReader(expectation: integer.expectation, shape: { .integer(1...Window.everyWeeksLimit) }, read: integer.read)
  }
}
