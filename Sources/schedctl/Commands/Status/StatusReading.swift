import Scheduler
import SchedulerCivilTime
import SchedulerInstance
import SchedulerJSON

/// What `status` found out at one moment.
enum StatusReading {
  /// The state itself.
  case state(StateView)
  /// What is published of it, for those who may not read it.
  case published(PublishedStatus)

  /// Whether the shield on disk is not the one that the state asks for.
  var isShieldBehind: Bool { if case .state(let view) = self { view.shield?.isBehind == true } else { false } }

  /// The same for status bars.
  var bar: BarStatus {
    switch self {
    case .state(let view): view.bar
    case .published(let status): status.bar
    }
  }

  /// Writes it in a form.
  func write(_ format: StatusFormat, to output: inout TextOutput) {
    switch (format, self) {
    case (.text, .state(let view)): StatusText(view: view).write(to: &output)
    case (.text, .published(let status)): status.writeText(to: &output)
    case (.json, .state(let view)):
      view.status.write(to: &output.json)
      output.endJSONLine()
    case (.json, .published(let status)): status.writeJSON(to: &output)
    case (.waybar, _):
      bar.writeWaybar(to: &output.json)
      output.endJSONLine()
    case (.template(let template, let idle), _):
      let bar = bar
      output.write((bar.sessions.isEmpty ? idle : template).line(of: bar) + "\n")
    }
  }

  /// What has to differ so that it is worth to be printed again: of blocks and whole objects what has happened and not what
  /// passes, of lines what they show.
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
  /// When something of it changes next while nobody does anything; nil for never.
  func nextChange(_ format: StatusFormat) -> Instant? {
    let pace: StatusField.Pace =
      switch format {
      case .text, .json: .never
      case .waybar: .eachMinute
      case .template(let template, let idle): bar.sessions.isEmpty ? idle.pace : template.pace
      }
    return [nextDue, bar.nextPassing(pace)].compactMap(\.self).min()
  }

  /// When something is due next.
  private var nextDue: Instant? {
    switch self {
    case .published(let status):
      return status.published.staleDates.filter { $0 > status.now }.min()
    case .state(let view):
      guard let distance = view.engine.nextDeadline.nanoseconds(after: view.now) else { return nil }
      // By the wall clock, which shows whole seconds; at least one, lest what cannot be done is looked at on and on.
      let seconds = (view.now.nanosecond + distance + 999_999_999) / 1_000_000_000
      return view.now.wall.adding(seconds: max(1, seconds))
    }
  }
}

extension BarStatus {
  /// When what is shown changes next by the mere passing of time; nil for never.
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

  /// When the whole minutes that are left until an instant are fewer, and when it becomes urgent, as far as that is ahead.
  private static func minutes(before now: Instant) -> (Instant) -> [Instant] {
    { end in
      let left = end.seconds(since: now)
      guard left > 0 else { return [] }
      let urgent = end.adding(seconds: 1 - LiveSession.urgentSeconds)
      return [end.adding(seconds: -((left - 1) / 60 * 60)), urgent].filter { $0 > now }
    }
  }
}
