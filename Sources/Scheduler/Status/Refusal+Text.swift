import SchedulerCivilTime
import SchedulerDiagnostics

extension Refusal {
  /// Returns lines of advice: when the request is allowed, and which names may have been meant.
  ///
  /// - Parameter zone: the configuration's zone, in which the time is displayed.
  public func help(in zone: ZoneRules, at now: Moment) -> [String] {
    var help: [String] = []
    if let allowedAt {
      let words = ZonedText(allowedAt, in: zone).words(besides: ZonedText(now.wall, in: zone))
      let distance = "in \(LengthWords.text(seconds: now.seconds(until: allowedAt)))"
      let isEnd = reason == .notConfigured
      help.append(isEnd ? "its session ends at \(words), \(distance)" : "it is allowed from \(words) on, \(distance)")
    }
    if reason == .unknownProfile {
      help.append(candidates.first.map { "did you mean '\($0)'?" } ?? "'schedctl profiles' lists the profiles")
    }
    if reason == .lengthMissing { help.append("'--for' gives it one: 'schedctl start PROFILE --for 1h'") }
    return help
  }
}

extension Refusal.Reason {
  /// Whether the request is invalid, rather than not allowed.
  public var isUsage: Bool {
    switch self {
    case .unknownProfile, .unknownSession, .ambiguous, .lengthMissing, .lengthInvalid, .reasonMissing, .reasonTooLong:
      true
    default: false
    }
  }
}

extension Configuration {
  /// Returns the refusal for an unknown profile, with the existing profile of the most similar name.
  public func refusal(ofUnknown name: String) -> Refusal {
    let known = (profiles + builtInProfiles).map(\.key.text)
    let nearest = NearestName.nearest(to: name, among: known).flatMap(ProfileKey.init)
    return Refusal(.unknownProfile, message: "there is no profile '\(name)'", candidates: nearest.map { [$0] } ?? [])
  }
}
