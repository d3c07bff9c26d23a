/// Something that was found out about an instance of schedctl: whether it is well there, and what mends it if not.
public struct Finding: Hashable, Sendable {
  /// How much it matters.
  public enum Gravity: String, CaseIterable, Sendable {
    /// All is well.
    case ok
    /// Worth knowing; nothing has to be done.
    case note
    /// Somebody has to do something.
    case problem
  }

  /// What it is about; a code never changes its meaning within a major version.
  public enum Code: String, CaseIterable, Sendable {
    case stateMissing = "state-missing"
    case stateUnusable = "state-unusable"
    case stateExposed = "state-exposed"
    case stateDirectory = "state-directory"
    case space
    case writer
    case evaluation
    case journal
    case record
    case tornEnd = "torn-end"
    case history
    case shield
    case clock
    case clockUnsynchronised = "clock-unsynchronised"
    case hardwareClock = "hardware-clock"
    case zone
    case zoneDiffers = "zone-differs"
    case configuration
    case configurationChanged = "configuration-changed"
    case configurationWarnings = "configuration-warnings"
    case configurationExposed = "configuration-exposed"
    case authorization
    case waiting
    case enforcement
  }

  /// What it is about.
  public let code: Code
  /// How much it matters.
  public let gravity: Gravity
  /// What was found, in lower case, without a full stop.
  public let text: String
  /// What mends it, or how to go on; nil where nothing has to be done.
  public let remedy: String?

  /// Something that was found out.
  public init(_ gravity: Gravity, _ code: Code, _ text: String, remedy: String? = nil) {
    self.code = code
    self.gravity = gravity
    self.text = text
    self.remedy = remedy
  }
}
