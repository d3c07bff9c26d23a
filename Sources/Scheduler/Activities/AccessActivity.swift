/// Grants of access: commands open them, with an end that is stored; here they close.
struct AccessActivity: TimerActivity {
  /// Nothing: only a command, which is checked against the rules of every session that blocks the target, opens it.
  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {}

  /// Closes the grant that is meant, in the session that is meant, once its end has come.
  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard case .access(let profile, let id, let grantID) = edge.activity, let session = book[profile],
      session.id == id, let grant = session.grants.first(where: { $0.id == grantID })
    else { return }
    let end = Deadline.elapsed(grant.deadline)
    guard edge.hasReached(end) else { return }
    book.closeGrant(grantID, of: profile, at: edge.present.instant(of: end))
  }
}
