import Scheduler

extension Console {
  /// The best that is known, with the state where it is of that. Of the past, and where no state belongs to the
  /// configuration for sure, only the windows are.
  ///
  /// Throws with code 77 about now where this user may read neither the state nor the shield.
  mutating func basis(of question: WhyQuestion, _ invocation: Invocation) throws(CommandFailure) -> (
    WhyBasis, StateView?
  ) {
    let place = try statePlace(invocation)
    guard question.instant >= now, place.isSureOfConfiguration else { return (.windows(beside: nil), nil) }
    let isAboutNow = question.instant == now
    do throws(CommandFailure) {
      guard try isStateKept(place) else { return (.windows(beside: nil), nil) }
    } catch {
      guard error.code == .refused else { throw error }
      guard isAboutNow else { return (.windows(beside: nil), nil) }
      guard let published = try publishedVerdict(question, place) else { throw error }
      return (.shield(published), nil)
    }
    let view = try viewState(place)
    let live = LiveVerdict(question.request, view.engine, at: view.now)
    if isAboutNow, let words = view.engine.authorizationWords { say("schedctl: \(words)") }
    return (isAboutNow ? .sessions(live) : .windows(beside: live), view)
  }

  /// What the shield set on disk does with a target; nil when it cannot be read either.
  private func publishedVerdict(
    _ question: WhyQuestion, _ place: StatePlace
  ) throws(CommandFailure) -> PublishedVerdict? {
    let path = place.directory + "/shield.json"
    guard let set = publishedShield(path) else { return nil }
    return PublishedVerdict(set, path, question.request, now: try moment())
  }
}
