import SchedulerJSON

/// Whether the shield may be applied, and what is to come of that.
struct AuthorizationRecord: Hashable, Sendable {
  /// What counts now.
  var status: AuthorizationStatus
  /// What counts as soon as no strict session runs: a withdrawal that waits; nil when none does.
  var awaited: AuthorizationStatus?
}

extension AuthorizationRecord {
  /// The fields, which are members of the engine's record; see `StoredObject`. Records of before there were words say
  /// `isAuthorized`, or nothing where that was never in question.
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let wasAuthorized: Bool? = try archive.former("isAuthorized")
    status = try archive.optional("authorization", value?.status) ?? (wasAuthorized == false ? .denied : .approved)
    awaited = try archive.optional("authorizationAwaited", value?.awaited)
  }
}

extension AuthorizationStatus: StoredScalar {}
