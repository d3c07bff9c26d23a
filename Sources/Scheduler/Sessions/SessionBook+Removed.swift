import SchedulerCivilTime

extension SessionBook {
  /// Records the profiles that the configuration no longer has. Their waiting intervals, planned starts and reminders
  /// are dropped. Their uses are remembered for a while, in case they are added again.
  ///
  /// - Parameter profiles: the profiles that the configuration has.
  mutating func noteRemoved(besides profiles: Set<ProfileID>, at present: Present) {
    for profile in removed.intersection(profiles) {
      remember(profile) { $0.removedElapsed = nil }
      removed.remove(profile)
    }
    for (profile, record) in records where record.removedElapsed == nil && !profiles.contains(profile) {
      setWaiting(nil, of: profile)
      remember(profile) { record in
        record.planned = nil
        record.reminder = nil
        record.removedElapsed = present.elapsed
      }
      removed.insert(profile)
    }
  }

  /// Forgets the profiles that were removed over eight days of elapsed time ago, and have no remembered use and no
  /// session.
  mutating func forgetRemoved(at present: Present, in zone: ZoneRules) {
    let age = Int64(UsedOccurrences.retentionDays) * 86_400 * Nanoseconds.perSecond
    for profile in removed {
      guard var record = records[profile], let since = record.removedElapsed, present.elapsed - since > age else {
        continue
      }
      record.used.prune(in: zone, at: present)
      guard record.used.isEmpty, sessions[profile] == nil else { continue }
      records[profile] = nil
      removed.remove(profile)
      log.changed.insert(profile)
    }
  }
}
