extension SimulatedAction: CustomStringConvertible {
  /// The form in a script, for example `break deep-work`; instants are in UTC.
  public var description: String {
    switch self {
    case .command(let command): command.request.words
    case .authorization(let isAuthorized): isAuthorized ? "authorize" : "authorize --revoke"
    case .activity(let name, let profile, let phase):
      "activity \(name.asWord) \(phase.rawValue)" + (profile.map { " --profile \($0.asWord)" } ?? "")
    case .configuration(_, let name): "configuration \(name.asWord)"
    case .clock(let setting, let isSynchronised): "clock \(setting)" + (isSynchronised ? " --synchronised" : "")
    case .zone(let rules): "zone \(rules.identifier.asWord)"
    case .wake: "wake"
    case .wakeUps(let wakeUps): "wake-ups \(wakeUps)"
    case .suspend(let seconds): "suspend \(DurationText.text(seconds: seconds))"
    case .crash(let point, let staysDown): "crash" + Self.text(of: point) + (staysDown ? " --down" : "")
    case .launch: "launch"
    case .reboot(let outage): "reboot" + outage.words
    case .powerCut(let point, let outage): "power-cut" + Self.text(of: point) + outage.words
    case .disk(let state): "disk \(state)"
    }
  }

  private static func text(of point: FileOperationPoint?) -> String { point.map { " \($0)" } ?? "" }
}

extension ClockSetting: CustomStringConvertible {
  /// `2026-11-24T09:00:00Z`, `+1h`, `-1h`, `right`.
  public var description: String {
    switch self {
    case .to(let instant): instant.description
    case .by(let seconds): (seconds < 0 ? "-" : "+") + DurationText.text(seconds: abs(seconds))
    case .right: "right"
    }
  }
}

extension WakeUps: CustomStringConvertible {
  /// `normal`, `dropped`, `doubled`, `late 90s`.
  public var description: String {
    switch self {
    case .normal: "normal"
    case .dropped: "dropped"
    case .doubled: "doubled"
    case .late(let seconds): "late \(DurationText.text(seconds: seconds))"
    }
  }
}

extension FileOperationPoint: CustomStringConvertible {
  /// `before 3`, `within 3 --bytes 10`, `after 3`.
  public var description: String {
    switch position {
    case .before: "before \(operation)"
    case .within(let byteCount): "within \(operation)" + (byteCount.map { " --bytes \($0)" } ?? "")
    case .after: "after \(operation)"
    }
  }
}

extension Outage {
  fileprivate var words: String {
    (seconds == 0 ? "" : " --off \(DurationText.text(seconds: seconds))") + (clock.map { " --clock \($0)" } ?? "")
  }
}

extension DiskState: CustomStringConvertible {
  /// `normal`, `full`, `read-only`, `fail 3`.
  public var description: String {
    switch self {
    case .normal: "normal"
    case .full: "full"
    case .readOnly: "read-only"
    case .failing(let operation): "fail \(operation)"
    }
  }
}
