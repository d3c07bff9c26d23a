extension Engine {
  /// Passes an edge that was delivered from outside to the handler of its activity.
  ///
  /// - Throws: the reason why the name is not an activity's, or that its profile is unknown. In that case nothing is
  ///   applied.
  mutating func deliver(
    _ name: String, with userInfo: [String: String], phase: ActivityPhase, at present: Present
  ) throws(ActivityNameError) {
    let activity = try ActivityName(parsing: name, userInfo: userInfo, registry: router.registry)
    let plan = profile(of: activity, userInfo).flatMap(plan(of:))
    if let profile = activity.profile, plan == nil, book[profile] == nil { throw .unknownProfile(profile) }
    let present = present.shown(by: plan?.clock ?? .wall)
    let edge = ActivityEdge(activity, planned: present.wall, present: present, plan: plan)
    switch phase {
    case .start: router.handler(of: activity)?.intervalDidStart(edge, in: &book)
    case .end: router.handler(of: activity)?.intervalDidEnd(edge, in: &book)
    }
  }

  /// Returns the profile that an activity concerns: the one in its name, otherwise the one in `userInfo`.
  private func profile(of activity: ActivityName, _ userInfo: [String: String]) -> ProfileID? {
    activity.profile ?? userInfo["profileID"].flatMap { UUIDValue($0) }.map(ProfileID.init)
  }
}
