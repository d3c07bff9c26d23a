extension Engine {
  /// Hands an edge that came from outside to the handler of its activity.
  ///
  /// - Throws: why the name is none; nothing is applied then.
  mutating func deliver(
    _ name: String, _ userInfo: [String: String], _ phase: ActivityPhase, at present: Present
  ) throws(ActivityNameError) {
    let activity = try ActivityName(parsing: name, userInfo: userInfo, registry: router.registry)
    let plan = profile(of: activity, userInfo).flatMap(plan(of:))
    let present = present.shown(by: plan?.clock ?? .wall)
    let edge = ActivityEdge(activity, planned: present.wall, present: present, plan: plan)
    switch phase {
    case .start: router.handler(of: activity)?.intervalDidStart(edge, in: &book)
    case .end: router.handler(of: activity)?.intervalDidEnd(edge, in: &book)
    }
  }

  /// The profile that an activity concerns: by its name, else by what came with it.
  private func profile(of activity: ActivityName, _ userInfo: [String: String]) -> ProfileID? {
    activity.profile ?? userInfo["profileID"].flatMap { UUIDValue($0) }.map(ProfileID.init)
  }
}
