import SchedulerCivilTime

/// The state of the clocks of a machine.
public struct ClockFacts: Sendable {
  /// Whether the kernel reports the wall clock as synchronised.
  public var isSynchronised: Bool
  /// The time of the hardware clock, or nil if there is none.
  public var hardware: Instant?

  /// Creates facts about clocks.
  public init(isSynchronised: Bool, hardware: Instant? = nil) {
    self.isSynchronised = isSynchronised
    self.hardware = hardware
  }

  /// The maximum deviation of a healthy hardware clock, in seconds. Such clocks drift by one or two seconds a day.
  static let longestDrift: Int64 = 120
  /// The maximum offset of a hardware clock that keeps local time, in seconds. It is a multiple of 15 minutes.
  static let widestOffset: Int64 = 15 * 3_600

  func findings(at now: Instant, newest: Instant?, _ words: (Instant) -> String) -> [Finding] {
    [order(at: now, newest: newest, words: words), synchronisation, drift(now)].compactMap(\.self)
  }

  private func order(at now: Instant, newest: Instant?, words: (Instant) -> String) -> Finding {
    guard let newest, newest > now else { return Finding(.ok, code: .clock, text: "the clock shows \(words(now))") }
    return Finding(
      .problem, code: .clock,
      text:
        "the clock shows \(words(now)), \(LengthWords.text(seconds: newest.seconds(since: now))) before the newest record",
      remedy: "set the clock right: windows start and end by it")
  }

  private var synchronisation: Finding? {
    guard !isSynchronised else { return nil }
    return Finding(
      .note, code: .clockUnsynchronised, text: "the kernel does not call the clock synchronised",
      remedy: "let an NTP client such as chrony or systemd-timesyncd set it")
  }

  private func drift(_ now: Instant) -> Finding? {
    guard let hardware else { return nil }
    let difference = abs(hardware.seconds(since: now))
    let (quarter, half): (Int64, Int64) = (900, 450)
    let drift = difference <= Self.widestOffset ? abs((difference + half) % quarter - half) : difference
    guard drift > Self.longestDrift else { return nil }
    return Finding(
      .note, code: .hardwareClock,
      text: "the hardware clock differs by \(LengthWords.text(seconds: difference)): the machine starts by it",
      remedy: "hwclock --systohc")
  }
}

/// The zone of a machine.
public struct SystemZoneFacts: Sendable {
  /// The zone that `timezone = "system"` follows, or nil if it cannot be read.
  public var identifier: String?
  /// The reason why it cannot be read.
  public var fault: String?
  /// The value of `$TZ`, or nil if it is not set.
  public var environment: String?
  /// The zone of `/etc/localtime`, which programs without `$TZ` follow; nil if it cannot be read.
  public var localtime: String?

  /// Creates facts about a readable zone on which all sources agree.
  public init(identifier: String?) {
    self.identifier = identifier
    localtime = identifier
  }

  var findings: [Finding] { [readability, difference].compactMap(\.self) }

  private var readability: Finding {
    if let identifier { return Finding(.ok, code: .zone, text: "the machine is in \(identifier)") }
    return Finding(
      .problem, code: .zone, text: "the zone of the machine cannot be read\(fault.map { ": \($0)" } ?? "")",
      remedy: "install the time zone database (tzdata), or set 'timezone' in the configuration")
  }

  private var difference: Finding? {
    guard environment != nil, let identifier, let localtime, localtime != identifier else { return nil }
    return Finding(
      .note, code: .zoneDiffers, text: "'TZ' says \(identifier), '/etc/localtime' says \(localtime)",
      remedy: "what is started without 'TZ', such as by crontab(5), follows '/etc/localtime'")
  }
}
