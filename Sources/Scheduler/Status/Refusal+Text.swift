import SchedulerCivilTime
import SchedulerDiagnostics

extension Refusal {
  /// Lines that help on: when it is allowed, what may have been meant.
  ///
  /// - Parameter zone: that of the configuration, in which the time is told.
  public func help(in zone: ZoneRules, at now: Moment) -> [String] {
    var help: [String] = []
    if let allowedAt {
      let words = ZonedText(allowedAt, zone).words(besides: ZonedText(now.wall, zone))
      help.append("it is allowed from \(words) on, in \(LengthWords.text(seconds: now.seconds(until: allowedAt)))")
    }
    if reason == .unknownProfile {
      help.append(candidates.first.map { "did you mean '\($0)'?" } ?? "'schedctl profiles' lists the profiles")
    }
    if reason == .lengthMissing { help.append("'--for' gives it one: 'schedctl start PROFILE --for 1h'") }
    return help
  }
}

extension Refusal.Reason {
  /// Whether what was asked is at fault, and not what may be done.
  public var isUsage: Bool {
    switch self {
    case .unknownProfile, .unknownSession, .ambiguous, .lengthMissing, .lengthInvalid, .reasonMissing, .reasonTooLong:
      true
    default: false
    }
  }
}

extension Configuration {
  /// That there is no profile of a name, with the nearest one that there is.
  public func refusal(ofUnknown name: String) -> Refusal {
    let known = (profiles + builtInProfiles).map(\.key.text)
    let nearest = NearestName.nearest(to: name, among: known).flatMap(ProfileKey.init)
    return Refusal(.unknownProfile, "there is no profile '\(name)'", candidates: nearest.map { [$0] } ?? [])
  }
}
