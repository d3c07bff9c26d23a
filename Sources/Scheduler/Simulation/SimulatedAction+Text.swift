import SchedulerCivilTime

extension SimulatedAction: CustomStringConvertible {
  /// The words that a script has for it, such as `break deep-work`; instants are in UTC.
  public var description: String {
    switch self {
    case .command(let command): command.words
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

extension Command {
  /// The words that ask for it, on the command line and in scripts: `start focus --for 45m`.
  public var words: String {
    switch self {
    case .start(let profile, let options): "start \(profile)\(options.words)"
    case .stop(let target): "stop" + target.words
    case .break(let target): "break" + target.words
    case .pause(let target): "pause" + target.words
    case .resume(let target): "resume" + target.words
    case .reset(let target): "reset" + target.words
    case .skip(let profile, let undo): "skip \(profile)" + (undo ? " --undo" : "")
    case .extend(let target, let seconds): "extend\(target.words) \(DurationText.text(seconds: seconds))"
    case .access(let request): "access" + request.words
    case .emergency(let target, let reason): "emergency\(target?.words ?? "") --reason \(reason.asWord)"
    }
  }
}

extension StartOptions {
  fileprivate var words: String {
    (lengthSeconds.map { " --for \(DurationText.text(seconds: $0))" } ?? "") + (instant.map { " --at \($0)" } ?? "")
      + (strategy.map { " --strategy \($0.rawValue)" } ?? "")
  }
}

extension AccessRequest {
  fileprivate var words: String {
    " \(target.unmistakableText.asWord)" + (user?.name.map { " --user \($0.asWord)" } ?? "")
  }
}

extension SessionTarget {
  fileprivate var words: String {
    switch self {
    case .profile(let profile): " \(profile)"
    case .session(let session): " --session \(session)"
    case .onlyRunning: ""
    }
  }
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

extension String {
  /// The text as a script writes it: in quotes where it would not be one word.
  fileprivate var asWord: String {
    let isPlain = !isEmpty && utf8.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "#") }
    if isPlain && !hasPrefix("-") { return self }
    var text = "\""
    for character in self {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return text + "\""
  }
}
