import SchedulerCivilTime

/// What the clocks of a machine show, and whether that can be relied on.
public struct ClockFacts: Sendable {
  /// Whether the kernel calls the wall clock synchronised.
  public var isSynchronised: Bool
  /// What the clock shows that runs while the machine is off; nil where there is none.
  public var hardware: Instant?

  /// Facts on clocks.
  public init(isSynchronised: Bool, hardware: Instant? = nil) {
    self.isSynchronised = isSynchronised
    self.hardware = hardware
  }

  /// Hardware clocks drift by a second or two a day.
  static let longestDrift: Int64 = 120
  /// Those that keep local time differ by whole quarters of an hour, at most so many seconds.
  static let widestOffset: Int64 = 15 * 3_600

  func findings(at now: Instant, newest: Instant?, _ words: (Instant) -> String) -> [Finding] {
    [order(now, newest, words), synchronisation, drift(now)].compactMap(\.self)
  }

  private func order(_ now: Instant, _ newest: Instant?, _ words: (Instant) -> String) -> Finding {
    guard let newest, newest > now else { return Finding(.ok, .clock, "the clock shows \(words(now))") }
    return Finding(
      .problem, .clock,
      "the clock shows \(words(now)), \(LengthWords.text(seconds: newest.seconds(since: now))) before the newest record",
      remedy: "set the clock right: windows start and end by it")
  }

  private var synchronisation: Finding? {
    guard !isSynchronised else { return nil }
    return Finding(
      .note, .clockUnsynchronised, "the kernel does not call the clock synchronised",
      remedy: "let an NTP client such as chrony or systemd-timesyncd set it")
  }

  private func drift(_ now: Instant) -> Finding? {
    guard let hardware else { return nil }
    let difference = abs(hardware.seconds(since: now))
    let (quarter, half): (Int64, Int64) = (900, 450)
    let drift = difference <= Self.widestOffset ? abs((difference + half) % quarter - half) : difference
    guard drift > Self.longestDrift else { return nil }
    return Finding(
      .note, .hardwareClock,
      "the hardware clock differs by \(LengthWords.text(seconds: difference)): the machine starts by it",
      remedy: "hwclock --systohc")
  }
}
