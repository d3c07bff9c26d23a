/// Breaks or pauses: commands open them, with an end that is stored; here they close.
struct LiftActivity: TimerActivity {
  /// Which of the two.
  let kind: Lift.Kind

  /// Nothing: only a command, which is checked against the rules of the session, lifts a shield.
  func intervalDidStart(_ edge: ActivityEdge, in book: inout SessionBook) {}

  /// Closes the lift that is open, once its end has come.
  func intervalDidEnd(_ edge: ActivityEdge, in book: inout SessionBook) {
    guard let profile = edge.activity.profile, let lift = book[profile]?.lift, lift.kind == kind else { return }
    let end = Deadline.elapsed(lift.deadline)
    guard edge.hasReached(end) else { return }
    book.closeLift(of: profile, planned: edge.present.instant(of: end), at: edge.present)
  }
}
