import SchedulerJSON

/// Whether the shield may be applied, and what is to come of that.
struct AuthorizationRecord: Hashable, Sendable {
  /// What counts now.
  var status: AuthorizationStatus
  /// What counts as soon as no strict session runs: a withdrawal that waits; nil when none does.
  var awaited: AuthorizationStatus?
}

extension AuthorizationRecord {
  /// Writes it among the members of the engine's record.
  func write(to state: inout StateWriter) {
    state.text("authorization", status.rawValue)
    state.text("authorizationAwaited", awaited?.rawValue)
  }

  /// Reads it from there. Records of before there were words say `isAuthorized`, or nothing where that was never in
  /// question.
  init(_ reader: inout StateReader) throws(StateProblem) {
    let word = { (value: JSONValue) in value.stringValue.flatMap(AuthorizationStatus.init) }
    let wasAuthorized = try reader.flag("isAuthorized", default: true)
    status = try reader.takeIfPresent("authorization", "a known word", word) ?? (wasAuthorized ? .approved : .denied)
    awaited = try reader.takeIfPresent("authorizationAwaited", "a known word", word)
  }
}
