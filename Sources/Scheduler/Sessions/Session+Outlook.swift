extension Session {
  /// The seconds of breaks that are left, without what an open one has taken so far, rounded down; nil when the session may
  /// take none.
  public func breakSecondsLeft(at present: Present) -> Int64? {
    guard let rules = rules.breaks else { return nil }
    var open = lift?.kind == .break ? lift : nil
    let taken = open?.charge(until: present.elapsed) ?? 0
    return max(0, breaks.remaining(of: rules) - taken) / Nanoseconds.perSecond
  }
}
