import SchedulerCivilTime

extension ConfiguredZone {
  /// Whether both mean the same clocks, if by different names: `UTC` and `Etc/UTC`. What follows the machine may become
  /// another zone, and means the same only as what follows it too.
  func means(_ other: ConfiguredZone) -> Bool {
    if choice == other.choice { return true }
    guard choice != .system, other.choice != .system else { return false }
    return rules.showsSame(as: other.rules)
  }
}

extension ZoneRules {
  /// An interval that starts or ends in a range reaches less far beyond it, with the week that is looked back over.
  private static let marginSeconds: Int64 = 40 * 86_400

  /// Whether the clocks of both show the same in a range and over a month before and after it.
  func agrees(with other: ZoneRules, in range: Range<Instant>) -> Bool {
    let margin = Self.marginSeconds
    return showsSame(
      as: other, in: range.lowerBound.adding(seconds: -margin)..<range.upperBound.adding(seconds: margin))
  }
}
