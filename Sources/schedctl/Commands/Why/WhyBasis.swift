import Scheduler

/// What an answer of `why` rests on.
enum WhyBasis {
  /// The windows alone; beside them the sessions that run now, where they are known and the question is about later.
  case windows(beside: LiveVerdict?)
  /// The sessions that run.
  case sessions(LiveVerdict)
  /// The shield set on disk: this user may not read the sessions.
  case shield(PublishedVerdict)
}

extension Session {
  /// The best that is known. Of the past, and where no state belongs to the configuration for sure, only the windows are.
  mutating func basis(of question: WhyQuestion, _ invocation: Invocation) throws(CommandFailure) -> WhyBasis {
    let place = try statePlace(invocation)
    guard question.instant >= now, place.isSureOfConfiguration else { return .windows(beside: nil) }
    let isAboutNow = question.instant == now
    do throws(CommandFailure) {
      guard try isStateKept(place) else { return .windows(beside: nil) }
    } catch {
      guard error.code == .refused else { throw error }
      guard isAboutNow else { return .windows(beside: nil) }
      if let published = try publishedVerdict(question, place) { return .shield(published) }
      say("schedctl: you may not read the state in '\(place.directory)': the answer is that of the windows alone")
      return .windows(beside: nil)
    }
    let live = LiveVerdict(question, try viewState(place))
    if isAboutNow, let words = live.view.engine.authorizationWords { say("schedctl: \(words)") }
    return isAboutNow ? .sessions(live) : .windows(beside: live)
  }
}
