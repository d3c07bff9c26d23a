import CivilTime

extension Engine {
  /// The present, when the intervals of the profile at a position start by the trusted clock too, and that shows another time
  /// than the wall clock; else nil.
  func trustedPresent(at position: Int, _ present: Present) -> Present? {
    present.isWallTrusted || !isStrict(at: position) ? nil : present
  }

  /// Starts an interval of a strict profile, by either clock, that another one of it kept from starting until now.
  func reopen(_ edge: DueEdge, _ plan: ProfilePlan, _ run: inout EdgeRun, _ present: Present) {
    guard plan.isStrict, !present.isWallTrusted, book[plan.id]?[.schedule] == nil else { return }
    let start = ActivityEdge(.schedule(plan.id), planned: edge.planned, present: present, plan: plan)
    guard let opening = ScheduleOpening(of: plan, at: start, in: book) else { return }
    run.agendas[edge.subject]?.insert(
      DueEdge(planned: edge.planned, rank: .scheduleStart, subject: edge.subject, interval: opening.interval))
  }
}
