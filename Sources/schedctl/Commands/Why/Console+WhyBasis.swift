import SchedulerInstance

extension Console {
  /// Returns the best available basis of an answer, with the state if it was read. For the past, and if it is uncertain
  /// which state belongs to the configuration, the basis is the windows alone.
  ///
  /// Throws with code 77 for a question about now if this user may read neither the state nor the shield.
  mutating func basis(of question: WhyQuestion, _ invocation: Invocation) throws(CommandFailure) -> (
    WhyBasis, StateView?
  ) {
    let instance = try self.instance(invocation)
    guard question.instant >= now, instance.isSureOfConfiguration else { return (.windows(beside: nil), nil) }
    let isAboutNow = question.instant == now
    do throws(CommandFailure) {
      guard try CommandFailure.mapping(instance.isKept()) else { return (.windows(beside: nil), nil) }
    } catch {
      guard error.code == .refused else { throw error }
      guard isAboutNow else { return (.windows(beside: nil), nil) }
      guard let published = try publishedVerdict(question, of: instance) else { throw error }
      return (.shield(published), nil)
    }
    let view = try self.view(instance)
    let live = LiveVerdict(on: question.request, by: view.engine, at: view.now)
    if isAboutNow, let words = view.engine.authorizationWords { say("schedctl: \(words)") }
    return (isAboutNow ? .sessions(live) : .windows(beside: live), view)
  }

  /// Returns the verdict of the shield on disk about a target; nil if the shield cannot be read.
  private func publishedVerdict(
    _ question: WhyQuestion, of instance: Instance
  ) throws(CommandFailure) -> PublishedVerdict? {
    guard let set = instance.publishedShield() else { return nil }
    return PublishedVerdict(of: set, path: instance.shieldPath, on: question.request, now: try moment())
  }
}
