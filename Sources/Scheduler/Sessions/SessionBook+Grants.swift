import SchedulerCivilTime

extension SessionBook {
  /// Opens a target in the layer of a session and charges the grant. It lasts from now on as long as the rules say, and
  /// never beyond the session's planned end.
  ///
  /// - Parameters:
  ///   - request: the requested access.
  ///   - profile: the profile of the session, which has rules for accesses.
  mutating func openGrant(_ request: AccessRequest, of profile: ProfileID, at present: Present) {
    let grant = change(profile) { session -> Grant? in
      guard let rules = session.rules.access else { return nil }
      session.access.charge(in: session.accessPeriod(at: present))
      let end = session.plannedEnd(at: present).map(present.elapsed(of:)) ?? .max
      let length = Nanoseconds.of(seconds: rules.lengthSeconds)
      let grant = Grant(
        id: Grant.identity(session: session.id, start: present.wall, number: session.access.granted),
        target: request.target.granted, paths: session.rules.layer.blockedPaths(of: request.resolved),
        start: present.wall,
        deadline: min(present.elapsed(afterNanoseconds: length), end))
      session.leaveOpen(session.grants + [grant])
      return grant
    }
    guard let grant = grant ?? nil, let session = sessions[profile]?.id else { return }
    note(.intervalDidStart, activity: grant.activity(of: profile, session), of: profile, at: present.wall)
    note(.accessDidStart, of: profile, at: present.wall, message: grant.target.text)
  }

  /// Ends a grant at a planned instant. Does nothing if the session has no such grant.
  mutating func closeGrant(_ id: GrantID, of profile: ProfileID, at planned: Instant) {
    guard let session = sessions[profile], let grant = session.grants.first(where: { $0.id == id }) else { return }
    _ = change(profile) { $0.leaveOpen($0.grants.filter { $0.id != id }) }
    note(.intervalDidEnd, activity: grant.activity(of: profile, session.id), of: profile, at: planned)
    note(.accessDidEnd, of: profile, at: planned, message: grant.target.text)
  }

  /// Ends the lift and all grants of a session at a planned instant.
  mutating func closeLifts(of profile: ProfileID, planned: Instant, at present: Present) {
    for grant in sessions[profile]?.grants ?? [] { closeGrant(grant.id, of: profile, at: planned) }
    closeLift(of: profile, planned: planned, at: present)
  }

  /// Ends the lift and all grants of a session at this moment.
  mutating func closeLifts(of profile: ProfileID, now present: Present) {
    for grant in sessions[profile]?.grants ?? [] { closeGrant(grant.id, of: profile, at: present.wall) }
    closeLift(of: profile, now: present)
  }
}

extension Target {
  /// What an access opens: for a page its whole host, because a page is of little use without the rest of its site.
  fileprivate var granted: Target { if case .page(let page) = self { .domain(page.host) } else { self } }
}
