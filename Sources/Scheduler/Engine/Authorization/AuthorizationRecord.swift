/// The status of consent, and a withdrawal that waits.
struct AuthorizationRecord: Hashable, Sendable {
  /// The status that applies now.
  var status: AuthorizationStatus
  /// The status that applies once nothing is locked, because a withdrawal waits; nil if none waits.
  var awaited: AuthorizationStatus?
}

extension AuthorizationRecord {
  /// Reads or writes the fields, which are members of the engine's record; see `StoredObject`. Older records have the
  /// Boolean `isAuthorized` instead. Without either member the status is `approved`.
  init<A: Archive>(archive: inout A, of value: Self?) throws(A.Failure) {
    let wasAuthorized: Bool? = try archive.former("isAuthorized")
    status = try archive.optional("authorization", of: value?.status) ?? (wasAuthorized == false ? .denied : .approved)
    awaited = try archive.optional("authorizationAwaited", of: value?.awaited)
  }
}

extension AuthorizationStatus: StoredScalar {}
