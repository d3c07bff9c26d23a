/// The basis of an answer of `why`.
public enum WhyBasis: Sendable {
  /// Only the windows. The running sessions are given as well if they are known and the question is about a later time.
  case windows(beside: LiveVerdict?)
  /// The running sessions.
  case sessions(LiveVerdict)
  /// The shield set on disk, because the user may not read the sessions.
  case shield(PublishedVerdict)
}
