import SchedulerCivilTime
import SchedulerJSON

extension CommandResult {
  /// Returns a sentence about the result: `started 'deep-work' until 12:30`.
  ///
  /// - Parameters:
  ///   - now: the present; times on the same day have no date.
  ///   - zone: the profile's zone, in which times are displayed.
  ///   - usual: the configuration's zone; if the profile's zone differs, it is named.
  public func words(now: Instant, _ zone: ZoneRules, besides usual: ZoneRules) -> String {
    let present = ZonedText(now, in: zone)
    let place = zone.identifier == usual.identifier ? "" : " in \(zone.identifier)"
    let until = until.map { " until \(ZonedText($0, in: zone).words(besides: present))\(place)" }
    let from = from.map { " from \(ZonedText($0, in: zone).words(besides: present))" } ?? ""
    let to = self.until.map { end in
      " to \(ZonedText(end, in: zone).words(besides: self.from.map { ZonedText($0, in: zone) } ?? present))\(place)"
    }
    let next = nextStart.map { "\(ZonedText($0, in: zone).words(besides: present))\(place)" }
    let name = "'\(profile)'"
    let names = ([profile] + others).map { "'\($0)'" }.joined(separator: ", ")
    switch change {
    case .started:
      let ended = others.isEmpty ? "" : "; ended " + others.map { "'\($0)'" }.joined(separator: ", ")
      return "started \(name)\(until ?? ", which runs until it is stopped")\(ended)"
    case .alreadyRunning: return "\(name) is already running\(until ?? ", until it is stopped")"
    case .phaseStarted: return "started the next phase of \(name)\(until ?? "")"
    case .planned: return "\(name) will be started at\(from.dropFirst(5))\(until ?? "")"
    case .withdrawn: return "\(name) will not be started at\(from.dropFirst(5))"
    case .stopped: return "stopped \(name)\(next.map { "; it will be started at \($0), as planned" } ?? "")"
    case .breakStarted: return "\(name) has a break\(until ?? "")"
    case .breakEnded: return "ended the break of \(name)"
    case .paused: return "paused \(name)\(until ?? "; 'schedctl resume' continues it")"
    case .resumed: return "\(name) continues\(until ?? "")"
    case .reset: return "ended the pomodoro of \(name)"
    case .skipped: return "\(name) leaves out the interval\(from)\(to ?? "")"
    case .restored: return "\(name) has the interval\(from)\(to ?? "") again"
    case .extended: return "\(name) continues\(until ?? "")"
    case .moreGranted:
      let length = DurationText.text(seconds: grantedSeconds ?? 0)
      return "\(length) more use of '\(target?.text ?? "")' in \(names)\(until ?? "")"
    case .accessOpened: return "opened '\(target?.text ?? "")' in \(names)\(until ?? "")"
    case .emergencyUsed:
      let left = usesLeft.map { "; \($0 == 0 ? "no" : "\($0)") \($0 == 1 ? "emergency" : "emergencies") left" } ?? ""
      return "ended \(names) in an emergency\(left)"
    }
  }
}

extension JSONWriter {
  /// Writes the result of a command as an object, with times in a zone.
  public mutating func write(_ result: CommandResult, in zone: ZoneRules) {
    object { json in
      json.member("change", value: result.change.rawValue)
      json.member("profile", value: result.profile.text)
      json.member("session", orNull: result.session?.description)
      json.member("from", orNull: result.from, in: zone)
      json.member("until", orNull: result.until, in: zone)
      json.member("nextStart", orNull: result.nextStart, in: zone)
      if result.target != nil || result.usesLeft != nil || !result.others.isEmpty {
        json.member("others", value: result.others.map(\.text))
      }
      json.member("target", ifPresent: result.target?.text)
      json.member("grantedSeconds", ifPresent: result.grantedSeconds)
      json.member("usesLeft", ifPresent: result.usesLeft)
    }
  }
}
