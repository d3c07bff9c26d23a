/// The name of an activity: what an interval or a timer opens and closes.
public enum ActivityName: Hashable, Sendable, CustomStringConvertible {
  /// The windows of a profile.
  case schedule(ProfileID)

  /// The canonical text, `schedule:<uuid>`.
  public var description: String {
    switch self {
    case .schedule(let id): "schedule:\(id)"
    }
  }
}
