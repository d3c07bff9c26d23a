/// What an answer of `why` rests on.
public enum WhyBasis: Sendable {
  /// The windows alone; beside them the sessions that run now, where they are known and the question is about later.
  case windows(beside: LiveVerdict?)
  /// The sessions that run.
  case sessions(LiveVerdict)
  /// The shield set on disk: whoever asks may not read the sessions.
  case shield(PublishedVerdict)
}
