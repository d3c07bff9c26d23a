extension Engine {
  /// Passes an edge that was delivered from outside to the handler of its activity.
  ///
  /// - Returns: the answer, without the events of the evaluation.
  /// - Throws: the reason why the name is not an activity's, or that its profile is unknown. In that case nothing is
  ///   applied.
  mutating func deliver(
    _ name: String, with userInfo: [String: String], phase: ActivityPhase, at present: Present
  ) throws(ActivityNameError) -> ActivityDelivery {
    let activity = try ActivityName(parsing: name, userInfo: userInfo, registry: router.registry)
    let concerned = profile(of: activity, userInfo)
    let plan = concerned.flatMap(plan(of:))
    if let profile = activity.profile, plan == nil, book[profile] == nil { throw .unknownProfile(profile) }
    let present = present.shown(by: plan?.clock ?? .wall)
    let edge = ActivityEdge(activity, planned: present.wall, present: present, plan: plan)
    let before = concerned.map(memory(of:))
    let reference = concerned.flatMap { book[$0]?.profile } ?? plan?.reference
    switch phase {
    case .start: router.handler(of: activity)?.intervalDidStart(edge, in: &book)
    case .end: router.handler(of: activity)?.intervalDidEnd(edge, in: &book)
    }
    return ActivityDelivery(
      of: activity, phase, profile: reference, isHandled: concerned.map(memory(of:)) != before)
  }

  /// What the book has of a profile.
  private func memory(of profile: ProfileID) -> ProfileMemory {
    ProfileMemory(session: book[profile], record: book.records[profile])
  }

  /// Returns the profile that an activity concerns: the one in its name, otherwise the one in `userInfo`.
  private func profile(of activity: ActivityName, _ userInfo: [String: String]) -> ProfileID? {
    activity.profile ?? userInfo["profileID"].flatMap { UUIDValue($0) }.map(ProfileID.init)
  }
}

/// The session and the record of a profile, to see whether a handler changed them.
private struct ProfileMemory: Equatable {
  let session: Session?
  let record: SessionBook.Record?
}
