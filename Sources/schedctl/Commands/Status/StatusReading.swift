import SchedulerInstance

/// The result of reading the status at one moment.
enum StatusReading {
  /// The state itself.
  case state(StateView)
  /// The published part of the state, for users who may not read the state.
  case published(PublishedStatus)

  /// Whether the shield on disk differs from the one that the state requires.
  var isShieldBehind: Bool { if case .state(let view) = self { view.shield?.isBehind == true } else { false } }

  /// The status for status bars.
  var bar: BarStatus {
    switch self {
    case .state(let view): view.bar
    case .published(let status): status.bar
    }
  }

  /// Writes the status in a format.
  func write(_ format: StatusFormat, to output: inout TextOutput) {
    switch (format, self) {
    case (.text, .state(let view)): StatusText(view: view).write(to: &output)
    case (.text, .published(let status)): status.writeText(to: &output)
    case (.json, .state(let view)):
      output.valueLine { view.status.write(to: &$0) }
    case (.json, .published(let status)): status.writeJSON(to: &output)
    case (.waybar, _):
      output.valueLine { bar.writeWaybar(to: &$0) }
    case (.template(let template, let idle), _):
      let bar = bar
      output.write((bar.sessions.isEmpty ? idle : template).line(of: bar) + "\n")
    }
  }

  /// Returns the content that is compared with the last output: the status is printed again only if this differs. For
  /// text and JSON it leaves out values that change with time alone; for lines it is the line itself.
  func content(_ format: StatusFormat) -> [UInt8] {
    var json = JSONWriter()
    switch (format, self) {
    case (.text, .state(let view)), (.json, .state(let view)): view.status.write(to: &json, showsPassing: false)
    case (.text, .published(let status)), (.json, .published(let status)):
      json.array { json in
        json.value(status.published.content)
        json.integer(status.bar.sessions.count)
      }
    case (.waybar, _): bar.writeWaybar(to: &json)
    case (.template(let template, let idle), _):
      let bar = bar
      return Array((bar.sessions.isEmpty ? idle : template).line(of: bar).utf8)
    }
    return json.bytes
  }
}

extension StatusReading {
  /// Returns the instant of the next change if nothing else happens, or nil if there is none.
  func nextChange(_ format: StatusFormat) -> Instant? {
    let pace: StatusField.Pace =
      switch format {
      case .text, .json: .never
      case .waybar: .eachMinute
      case .template(let template, let idle): bar.sessions.isEmpty ? idle.pace : template.pace
      }
    return [nextDue, bar.nextPassing(pace)].compactMap(\.self).min()
  }

  /// The instant at which something is due next.
  private var nextDue: Instant? {
    switch self {
    case .published(let status):
      return status.published.staleDates.filter { $0 > status.now }.min()
    case .state(let view):
      guard let distance = view.engine.nextDeadline.nanoseconds(after: view.now) else { return nil }
      // The wall clock shows whole seconds. The wait is at least one second, because an action that always fails would
      // otherwise be tried without a pause.
      let seconds = (view.now.nanosecond + distance + 999_999_999) / 1_000_000_000
      return view.now.wall.adding(seconds: max(1, seconds))
    }
  }
}

extension BarStatus {
  /// Returns the instant at which the output changes next by time alone, or nil if it never does.
  func nextPassing(_ pace: StatusField.Pace) -> Instant? {
    switch pace {
    case .never: return nil
    case .eachSecond: return sessions.isEmpty ? nextDay : now.adding(seconds: 1)
    case .eachDay: return nextDay
    case .eachMinute:
      guard let first = sessions.first else { return nextDay }
      let ends = [first.end, first.lift?.end].compactMap(\.self).flatMap(Self.minutes(before: now))
      let passed = now.adding(seconds: 60 - first.elapsed % 60)
      let isCounting = first.end != nil || first.remaining == nil
      return (ends + (isCounting ? [passed] : []) + [nextDay].compactMap(\.self)).min()
    }
  }

  /// Returns a function from an end to the instants after `now` at which the number of remaining minutes decreases or
  /// the end becomes urgent.
  private static func minutes(before now: Instant) -> (Instant) -> [Instant] {
    { end in
      let left = end.seconds(since: now)
      guard left > 0 else { return [] }
      let urgent = end.adding(seconds: 1 - LiveSession.urgentSeconds)
      return [end.adding(seconds: -((left - 1) / 60 * 60)), urgent].filter { $0 > now }
    }
  }
}
