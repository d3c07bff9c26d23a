import SchedulerJSON

/// A parameter of a session command: an argument or an option in words, a member of the parameters in a call.
public struct CommandParameter: Hashable, Sendable {
  /// The meaning of a parameter, which determines the form of its value.
  public enum Kind: Hashable, Sendable {
    /// The key of a profile.
    case profile
    /// The key of a profile or the identity of a session. Without it, the only running session is meant.
    case session
    /// The key of a profile or the identity of a session. Without it, all running sessions are meant.
    case sessions
    /// A length of time; in calls a number of seconds.
    case length
    /// The name of a strategy.
    case strategy
    /// A time expression.
    case time
    /// An application or a domain.
    case target
    /// The name of a user.
    case user
    /// A reason, in any words.
    case reason
    /// Whether the command is undone.
    case undo
  }

  /// The meaning.
  public let kind: Kind
  /// The name of the member in calls.
  public let member: String
  /// The name of the option; nil for an argument.
  public let option: String?
  /// Whether every call and every line of a script needs the parameter.
  public let isRequired: Bool
  /// Whether the command line needs the parameter even if calls may leave it out.
  public let isTyped: Bool
  /// A line of help for the option; empty for an argument.
  public let summary: String

  init(
    _ kind: Kind, member: String, option: String? = nil, isRequired: Bool = false, isTyped: Bool? = nil,
    summary: String = ""
  ) {
    self.kind = kind
    self.member = member
    self.option = option
    self.isRequired = isRequired
    self.isTyped = isTyped ?? isRequired
    self.summary = summary
  }

  static let profile = CommandParameter(.profile, member: "profile", isRequired: true)
  static let session = CommandParameter(.session, member: "session")
  static let typedSession = CommandParameter(.session, member: "session", isTyped: true)
  static let sessions = CommandParameter(.sessions, member: "session")
  static let addedLength = CommandParameter(.length, member: "seconds", isRequired: true)
  static let target = CommandParameter(.target, member: "target", isRequired: true)
  static let length = CommandParameter(
    .length, member: "seconds", option: "for", summary: "length, such as 25m or 1h30m; 1 second to 7 days")
  static let strategy = CommandParameter(
    .strategy, member: "strategy", option: "strategy", summary: "manual, timer or pomodoro")
  static let undo = CommandParameter(.undo, member: "undo", option: "undo", summary: "restore the skipped interval")
  static let reason = CommandParameter(
    .reason, member: "reason", option: "reason", isRequired: true, summary: "reason, which history records")
  /// The time of a planned start; other commands have an option of the same name and meaning.
  public static let time = CommandParameter(.time, member: "at", option: "at", summary: "time; default now")
  /// The user for whom a target is opened; other commands have an option of the same name and meaning.
  public static let user = CommandParameter(
    .user, member: "user", option: "as", summary: "user; default you, or anybody if you are root")

  /// The words for a value of the kind: the placeholder in the forms of scripts, nil for an option without a value; the
  /// type in the Varlink interface language; what an error calls a missing value, nil for the name of the parameter.
  private var words: (placeholder: String?, type: String, noun: String?) {
    switch kind {
    case .profile, .session, .sessions: ("P", "string", "a profile")
    case .length: ("D", "int", "a duration")
    case .strategy: ("S", "Strategy", nil)
    case .time: ("T", "string", nil)
    case .target: ("TARGET", "string", "an application or a domain")
    case .user: ("U", "string", nil)
    case .reason: ("R", "string", "a reason")
    case .undo: (nil, "bool", nil)
    }
  }

  /// The placeholder for the value in the forms of scripts; nil for an option without a value.
  var placeholder: String? { words.placeholder }

  /// The type of the member in the Varlink interface language.
  public var interfaceType: String { isRequired ? words.type : "?" + words.type }

  /// What is missing if the parameter has no value.
  var noun: String { words.noun ?? option.map { "'--\($0)'" } ?? member }

  /// The form in scripts: `P`, `[--for D]`, `--reason R`.
  var usage: String {
    let value = placeholder.map { option == nil ? $0 : " \($0)" } ?? ""
    let form = (option.map { "--\($0)" } ?? "") + value
    return isRequired ? form : "[\(form)]"
  }
}

/// A mistake in a parameter: a value that cannot be read, or a missing value.
public struct ParameterError: Error, Hashable, Sendable {
  /// The parameter.
  public let parameter: CommandParameter
  /// The text of the value; nil if there is none.
  public let text: String?
  /// The mistake as a sentence in lower case without a full stop.
  public let message: String
  /// The lines of help.
  public var help: [String] = []
}

/// A target as it was written, with its possible meanings.
public struct StatedTarget: Hashable, Sendable {
  /// The text as it was written.
  public let text: String
  /// The meanings, the likelier first; at least one.
  public let readings: [Target]

  /// Reads a target.
  ///
  /// - Throws: the mistake in the text.
  public init(_ text: String) throws(TargetProblem) {
    self.text = text
    readings = try Target.readings(of: text)
  }

  /// Creates a target whose meaning is known.
  init(_ target: Target) {
    text = target.unmistakableText
    readings = [target]
  }
}

/// The values of the parameters of a session command. Values that depend on a place, a time or a machine are not
/// resolved.
public struct CommandValues: Hashable, Sendable {
  /// The profile.
  public var profile: ProfileKey?
  /// The session; nil for the only running one, or for all.
  public var session: SessionTarget?
  /// The length in seconds.
  public var seconds: Int64?
  /// The strategy.
  public var strategy: Strategy.Kind?
  /// The time expression.
  public var time: String?
  /// The application or the domain.
  public var target: StatedTarget?
  /// The name of the user.
  public var user: String?
  /// The reason.
  public var reason: String?
  /// Whether the command is undone.
  public var isUndone = false
}

extension CommandValues {
  /// Returns the value of a parameter as text; nil if there is none.
  func text(of parameter: CommandParameter) -> String? {
    switch parameter.kind {
    case .profile: profile?.text
    case .session, .sessions: session?.text
    case .length: seconds.map(DurationText.text)
    case .strategy: strategy?.rawValue
    case .time: time
    case .target: target?.text
    case .user: user
    case .reason: reason
    case .undo: isUndone ? "" : nil
    }
  }

  /// Returns the value of a parameter in a call; nil if there is none.
  func json(of parameter: CommandParameter) -> JSONValue? {
    switch parameter.kind {
    case .length: seconds.map(JSONValue.integer)
    case .undo: isUndone ? .bool(true) : nil
    default: text(of: parameter).map(JSONValue.string)
    }
  }

  /// Sets the value of a parameter from the member of a call, whose type was checked.
  mutating func set(_ parameter: CommandParameter, to value: JSONValue) throws(ParameterError) {
    switch parameter.kind {
    case .length: seconds = value.integerValue
    case .undo: isUndone = value.boolValue ?? false
    default: if let text = value.stringValue { try set(parameter, to: text, in: parameter.member) }
    }
  }

  /// Sets the value of a parameter from a text.
  ///
  /// - Parameter subject: the option, member or command that messages name as the place of the value.
  mutating func set(
    _ parameter: CommandParameter, to text: String, in subject: String
  ) throws(ParameterError) {
    switch parameter.kind {
    case .profile: profile = try Self.key(text, of: parameter)
    case .session, .sessions:
      if let uuid = UUIDValue(text) {
        session = .session(SessionID(uuid))
      } else {
        session = .profile(try Self.key(text, of: parameter))
      }
    case .length: seconds = try Self.seconds(text, of: parameter, in: subject)
    case .strategy: strategy = try Self.strategy(text, of: parameter, in: subject)
    case .time: time = text
    case .target: target = try Self.target(text, of: parameter)
    case .user: user = text
    case .reason: reason = text
    case .undo: isUndone = true
    }
  }

  private static func key(_ text: String, of parameter: CommandParameter) throws(ParameterError) -> ProfileKey {
    if let key = ProfileKey(text) { return key }
    throw ParameterError(parameter: parameter, text: text, message: "'\(text)' is not the key of a profile")
  }

  private static func seconds(
    _ text: String, of parameter: CommandParameter, in subject: String
  ) throws(ParameterError) -> Int64 {
    do throws(TimeExpression.Problem) {
      return try LengthExpression.seconds(text)
    } catch {
      throw ParameterError(parameter: parameter, text: text, message: "'\(subject)': \(error.message)")
    }
  }

  private static func strategy(
    _ text: String, of parameter: CommandParameter, in subject: String
  ) throws(ParameterError) -> Strategy.Kind {
    if let kind = Strategy.Kind(rawValue: text) { return kind }
    throw ParameterError(
      parameter: parameter, text: text, message: "'\(subject)' is \(parameter.summary), found '\(text)'")
  }

  private static func target(_ text: String, of parameter: CommandParameter) throws(ParameterError) -> StatedTarget {
    do throws(TargetProblem) {
      return try StatedTarget(text)
    } catch {
      throw ParameterError(parameter: parameter, text: text, message: error.message, help: error.help)
    }
  }
}

extension SessionTarget {
  /// The key of the profile or the identity of the session; nil for the only one that runs.
  fileprivate var text: String? {
    switch self {
    case .profile(let key): key.text
    case .session(let id): "\(id)"
    case .onlyRunning: nil
    }
  }
}
