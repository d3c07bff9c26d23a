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
    documented.with(\.mixedComponents, as: .silent), documented.with(\.componentZone, as: .honored),
    documented.with(\.intervalLength, as: .wallClock), documented.with(\.overwrite, as: .endsInterval),
    documented.with(\.finishedActivities, as: .dropped), documented.with(\.reboot, as: .losesMonitoring),
    documented.with(\.warnings, as: .ungated), documented.with(\.thresholdAtEnd, as: .afterEnd),
    documented.with(\.concurrency, as: .concurrent), documented.with(\.tieOrder, as: .random(seed: 1)),
    documented.with(\.stopInCallback, as: .blocks), documented.with(\.monitorLifetime, as: .process),
    // A start can only be on its way if callbacks take time.
    documented.with(\.latency, as: .observed).with(\.stopBeforeStart, as: .lateStart),
    documented.with(\.shieldTime, as: .counted), documented.with(\.latency, as: .observed),
    documented.with(\.latency, as: .random(milliseconds: 0...10_000, seed: 1)),
    documented.with(\.settings.overflow, as: .keepsFirst50),
    documented.with(\.settings.crossProcessReads, as: .alwaysStale),
    documented.with(\.settings.crossProcessReads, as: .staleReads(seed: 1)),
    documented.with(\.settings.sparedByAll, as: []),
    documented.with(\.authorization.statusScope, as: .sharedByApp),
    documented.with(\.authorization.revokedStatus, as: .denied),
    documented.with(\.authorization.revokedStatus, as: .staleUntilRelaunch),
    documented.with(\.authorization.publishesRevocation, as: true),
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
