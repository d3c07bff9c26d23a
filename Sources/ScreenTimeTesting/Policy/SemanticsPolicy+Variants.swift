extension SemanticsPolicy {
  /// `documented`, and for each other choice the policy that differs from it in that choice alone.
  ///
  /// ```swift
  /// @Test(arguments: SemanticsPolicy.allVariants)
  /// func `the focus shield is off in the morning`(policy: SemanticsPolicy) throws {
  ///   let device = VirtualDevice(at: "2026-08-13 21:00", in: "Europe/Berlin", policy: policy)
  ///   …
  /// }
  /// ```
  public static let allVariants: [SemanticsPolicy] = [.documented] + others

  private static let others: [SemanticsPolicy] = [
    documented.with(\.mixedComponents, .silent), documented.with(\.componentZone, .honored),
    documented.with(\.intervalLength, .wallClock), documented.with(\.overwrite, .endsInterval),
    documented.with(\.finishedActivities, .dropped), documented.with(\.reboot, .losesMonitoring),
    documented.with(\.warnings, .ungated), documented.with(\.thresholdAtEnd, .afterEnd),
    documented.with(\.concurrency, .concurrent), documented.with(\.tieOrder, .random(seed: 1)),
    documented.with(\.stopInCallback, .blocks), documented.with(\.monitorLifetime, .process),
    // A start can only be on its way if callbacks take time.
    documented.with(\.latency, .observed).with(\.stopBeforeStart, .lateStart),
    documented.with(\.shieldTime, .counted), documented.with(\.latency, .observed),
    documented.with(\.latency, .random(milliseconds: 0...10_000, seed: 1)),
    documented.with(\.settings.overflow, .keepsFirst50),
    documented.with(\.settings.crossProcessReads, .alwaysStale),
    documented.with(\.settings.crossProcessReads, .staleReads(seed: 1)), documented.with(\.settings.sparedByAll, []),
    documented.with(\.authorization.statusScope, .sharedByApp),
    documented.with(\.authorization.revokedStatus, .denied),
    documented.with(\.authorization.revokedStatus, .staleUntilRelaunch),
    documented.with(\.authorization.publishesRevocation, true),
  ]
}

extension SemanticsPolicy: CustomStringConvertible {
  /// The choices that differ from `documented`, such as `overwrite: endsInterval`; `documented` if there are none.
  public var description: String {
    let (own, usual) = (choices, Self.documented.choices)
    let differences = zip(own, usual).filter { $0.value != $1.value }.map { "\($0.0.name): \($0.0.value)" }
    return differences.isEmpty ? "documented" : differences.joined(separator: ", ")
  }

  private var choices: [(name: String, value: String)] {
    let spared = settings.sparedByAll.sorted().joined(separator: " ")
    return [
      ("mixedComponents", "\(mixedComponents)"), ("componentZone", "\(componentZone)"),
      ("intervalLength", "\(intervalLength)"), ("overwrite", "\(overwrite)"),
      ("finishedActivities", "\(finishedActivities)"), ("reboot", "\(reboot)"), ("warnings", "\(warnings)"),
      ("thresholdAtEnd", "\(thresholdAtEnd)"), ("concurrency", "\(concurrency)"), ("tieOrder", "\(tieOrder)"),
      ("stopInCallback", "\(stopInCallback)"), ("monitorLifetime", "\(monitorLifetime)"),
      ("stopBeforeStart", "\(stopBeforeStart)"), ("shieldTime", "\(shieldTime)"), ("latency", "\(latency)"),
      ("settings.overflow", "\(settings.overflow)"),
      ("settings.crossProcessReads", "\(settings.crossProcessReads)"),
      ("settings.sparedByAll", spared.isEmpty ? "none" : spared),
      ("authorization.statusScope", "\(authorization.statusScope)"),
      ("authorization.revokedStatus", "\(authorization.revokedStatus)"),
      ("authorization.publishesRevocation", "\(authorization.publishesRevocation)"),
    ]
  }
}
